import Certificates
import LinuxSystem
import LocalPushModel
import StrictJSON

/// A look at a server without logging in: what stands between us and it, and whom it says it is.
///
/// libnats tells little of why it could not connect, and has no way to check a pin. Blocks; for a
/// thread of its own.
struct ServerLook {
    /// The longest greeting that is read.
    private static let longestGreeting = 64 * 1024

    private let target: ConnectionTarget
    private let deadline: Duration

    init(at target: ConnectionTarget) {
        self.target = target
        deadline = MonotonicClock.now + target.timeout
    }

    /// Why no connection comes about; nil when nothing seems to be in the way.
    func obstacle() -> ConnectFailure? {
        do throws(ConnectFailure) {
            switch target.trust {
            case .plainText: _ = try greetedSocket()
            case .pin: _ = try pinnedCertificate()
            case .authorities(let pem):
                let inspection = try inspection(trusting: pem)
                if let fault = inspection.fault {
                    return failure(fault, certificate: inspection.certificate)
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// The server's certificate as PEM, whose key is the pinned one: to be the only one that the
    /// connection trusts, so that no other server than this key's can take its place.
    func pinnedCertificate() throws(ConnectFailure) -> String {
        guard case .pin(let pin) = target.trust else { throw .rejected("no pin is given") }
        let certificate = try inspection(trusting: nil).certificate
        let found: PublicKeyPin
        let pem: String
        do throws(CryptoError) {
            found = try certificate.publicKeyPin
            pem = try certificate.pem
        } catch {
            throw .rejected("its certificate cannot be read: \(error)")
        }
        guard found == pin else {
            throw .rejected("its key is not the pinned one; the SHA-256 of its key is \(found)")
        }
        let inspection = try inspection(trusting: pem)
        if let fault = inspection.fault { throw failure(fault, certificate: certificate) }
        return pem
    }

    private func inspection(trusting pem: String?) throws(ConnectFailure) -> TLSInspection {
        let socket = try greetedSocket()
        do throws(CryptoError) {
            return try TLSInspection(
                of: socket, host: target.host, authorities: pem, until: deadline)
        } catch {
            throw .waiting("\(target.address): \(SafeText.escaped(error.description))")
        }
    }

    /// A socket at which the server has said what it is, and that it speaks TLS where it has to.
    private func greetedSocket() throws(ConnectFailure) -> FileDescriptor {
        let socket = try StreamSocket.connect(
            to: target.host, port: target.port, until: deadline)
        let greeting = try greeting(of: socket)
        let isSecure = greeting["tls_required"] == true || greeting["tls_available"] == true
        if target.trust != .plainText, !isSecure {
            throw .rejected("\(target.address) does not offer TLS; nothing was sent to it")
        }
        return socket
    }

    /// The line that every NATS server begins with: `INFO {…}`.
    private func greeting(
        of socket: borrowing FileDescriptor
    ) throws(ConnectFailure) -> JSONValue {
        var bytes: [UInt8] = []
        while !bytes.contains(UInt8(ascii: "\n")), bytes.count < Self.longestGreeting {
            let interest = Poller.Interest(socket.raw)
            let ready = try? Poller.wait(for: [interest], until: deadline)
            if ready?.isEmpty != false { throw .waiting("no answer from \(target.address)") }
            // One byte at a time, so that nothing of what follows the line is taken: it is TLS's.
            guard case .bytes(let more)? = try? socket.read(upTo: 1) else {
                throw .waiting("\(target.address) closed the connection")
            }
            bytes += more
        }
        let line = bytes.drop { $0 != UInt8(ascii: "{") }
        guard bytes.starts(with: "INFO ".utf8),
            let greeting = try? JSONValue(parsing: Array(line))
        else { throw .rejected("\(target.address) is no NATS server") }
        return greeting
    }

    private func failure(_ fault: TLSInspection.Fault, certificate: Certificate) -> ConnectFailure {
        let validity = certificate.validity
        switch fault {
        case .notYetValid:
            let date = WallClock.text(validity.notBefore * 1_000_000_000)
            return .waiting("its certificate is valid only from \(date)")
        case .expired:
            let date = WallClock.text(validity.notAfter * 1_000_000_000)
            return .rejected("its certificate was valid until \(date)")
        case .otherHost:
            return .rejected("its certificate is not made out to \(target.host)")
        case .untrusted(let reason):
            return .rejected("its certificate does not lead to a trusted authority: \(reason)")
        }
    }
}
