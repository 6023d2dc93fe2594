import LocalPushModel
import StrictJSON

/// What the command line asks of its helper for signatures, one message.
package enum SignatureRequest: Hashable, Sendable {
    /// Sign these bytes. Answered by ``SignatureReply/signed(_:)``.
    case sign(contents: [UInt8], key: String, certificate: String, chain: String)
    /// Verify this signed message. Answered by ``SignatureReply/verified(_:)``.
    ///
    /// - Parameters:
    ///   - trust: the certificates that are trusted.
    ///   - time: seconds since the start of 1970 in UTC.
    case verify(message: [UInt8], trust: [TrustedFile], time: Int)

    /// Whatever one message may have: a profile file may be large.
    package static let longestLine = 512 << 20

    /// Reads a line without its line feed. Throws for what is no request.
    package init(line: [UInt8]) throws(MessageError) {
        let envelope = try Envelope(line: line)
        switch envelope.name {
        case "sign":
            self = .sign(
                contents: try envelope.octets("contents"), key: try envelope.text("key"),
                certificate: try envelope.text("certificate"), chain: try envelope.text("chain"))
        case "verify":
            self = .verify(
                message: try envelope.octets("message"),
                trust: zip(try envelope.texts("trustedFiles"), try envelope.texts("trust"))
                    .map { TrustedFile($0, pem: $1) },
                time: try envelope.count("time"))
        default: throw MessageError(unknown: envelope.name)
        }
    }

    /// The request as a line, its line feed included.
    package func line() throws(MessageError) -> [UInt8] {
        switch self {
        case .sign(let contents, let key, let certificate, let chain):
            try Envelope(
                "sign",
                [
                    "contents": .octets(contents), "key": .string(key),
                    "certificate": .string(certificate), "chain": .string(chain),
                ]
            ).line(limit: Self.longestLine)
        case .verify(let message, let trust, let time):
            try Envelope(
                "verify",
                [
                    "message": .octets(message),
                    "trustedFiles": .array(trust.map { .string($0.path) }),
                    "trust": .array(trust.map { .string($0.pem) }), "time": .integer(time),
                ]
            ).line(limit: Self.longestLine)
        }
    }
}

extension JSONValue {
    /// Bytes as hexadecimal digits.
    static func octets(_ bytes: [UInt8]) -> JSONValue { .string(Hexadecimal.text(bytes)) }
}

extension Envelope {
    /// The bytes that the hexadecimal digits at `key` stand for.
    func octets(_ key: String) throws(MessageError) -> [UInt8] {
        let text = try text(key, limit: SignatureRequest.longestLine)
        guard let bytes = Hexadecimal.bytes(text) else {
            throw MessageError("\(SafeText.quoted(key)) has to be hexadecimal digits")
        }
        return bytes
    }
}
