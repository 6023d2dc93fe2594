import Certificates
import LinuxSystem
import LocalPushModel
package import MessageLines

/// Answers the command line's questions of signatures. A program of its own, since the command line is
/// static and small, and libcrypto is neither.
package enum SignatureDesk {
    /// Reads one request from standard input and answers it on standard output; returns the exit status.
    package static func serve() -> Int32 {
        do {
            let input = try FileDescriptor(duplicating: 0).readToEnd(
                limit: SignatureRequest.longestLine)
            let line = Array(input.prefix { $0 != 0x0A })
            let reply = answer(try SignatureRequest(line: line))
            try FileDescriptor(duplicating: 1).writeAll(try reply.line())
            return 0
        } catch {
            return 1
        }
    }

    /// Answers a request.
    package static func answer(_ request: SignatureRequest) -> SignatureReply {
        do throws(CryptoError) {
            switch request {
            case .sign(let contents, let key, let certificate, let chain):
                return .signed(try sign(contents, key, certificate, chain))
            case .verify(let message, let trust, let time):
                var trusted: [Certificate] = []
                for file in trust {
                    do throws(CryptoError) { trusted += try Certificate.list(pem: file.pem) } catch
                    {
                        return .failed(problem: "cannot trust \(file.path): \(error)")
                    }
                }
                return .verified(try verify(message, trusted, at: Int64(time)))
            }
        } catch {
            return .failed(problem: error.description)
        }
    }

    private static func sign(
        _ contents: [UInt8], _ key: String, _ certificate: String, _ chain: String
    ) throws(CryptoError) -> [UInt8] {
        // A certificate's file often has those that lead on from it behind it.
        let own = try Certificate.list(pem: certificate)
        let others = chain.isEmpty ? [] : try Certificate.list(pem: chain)
        return try SignedMessage(
            signing: contents, as: own[0], key: try PrivateKey(pem: key),
            chain: own.dropFirst() + others
        ).bytes
    }

    private static func verify(
        _ bytes: [UInt8], _ trusted: [Certificate], at time: Int64
    ) throws(CryptoError) -> SignatureReply.Verification {
        let message: SignedMessage
        let (contents, signer): ([UInt8], Certificate)
        do throws(CryptoError) {
            message = try SignedMessage(bytes)
            (contents, signer) = try message.open()
        } catch {
            return .init(reason: .tampered, problem: error.description)
        }
        var verification = SignatureReply.Verification(
            contents: contents,
            signature: SignatureRecord(
                signer: signer.subject, key: try signer.publicKeyPin.description,
                digest: Hexadecimal.text(Digest.sha256(contents))))
        switch try message.distrust(of: signer, trusting: trusted, at: time) {
        case nil: break
        case .expired:
            verification.reason = .expired
            verification.problem =
                "the signer's certificate, or one above it, is not valid at this time"
        case .untrusted(let problem):
            verification.reason = .untrusted
            verification.problem = "this device does not trust the signer: \(problem)"
        }
        return verification
    }
}
