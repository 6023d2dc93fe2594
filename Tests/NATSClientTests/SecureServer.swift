import Certificates
import LinuxSystem
import NATSClient
import TestSupport

/// A server with TLS, an authority of its own and one user.
struct SecureServer {
    let issuer: Issuer
    let certificate: Certificate
    let server: NATSServer

    /// - Parameters:
    ///   - names: what the server's certificate is made out to.
    ///   - start: when it becomes valid, seconds from now.
    init(names: [String] = ["localhost", "127.0.0.1"], start: Int64 = -3600) throws {
        let now = WallClock.now / 1_000_000_000
        let always = Validity(notBefore: now - 86_400, notAfter: now + 86_400)
        let own = Validity(notBefore: now + start, notAfter: now + start + 7200)
        let authorityKey = try PrivateKey()
        let authority = try Certificate(
            CertificateDescription(role: .authority, commonName: "CA", validity: always),
            key: authorityKey)
        let issuer = Issuer(certificate: authority, key: authorityKey)
        let key = try PrivateKey()
        let certificate = try Certificate(
            CertificateDescription(
                role: .server(names: names), commonName: "server", validity: own),
            key: key, issuer: issuer)
        self.issuer = issuer
        self.certificate = certificate
        server = try NATSServer { folder in
            let certificateFile = try folder.write("server.pem", try certificate.pem)
            let keyFile = try folder.write("server.key", try key.pem, mode: 0o600)
            return """
                tls { cert_file: "\(certificateFile)", key_file: "\(keyFile)" }
                authorization { user: dev, password: secret }
                """
        }
    }

    /// The server, trusted for its authority unless said otherwise.
    func target(
        host: String = "localhost", trust: ConnectionTarget.Trust? = nil,
        password: String = "secret"
    ) throws -> ConnectionTarget {
        ConnectionTarget(
            host: host, port: server.port,
            trust: try trust ?? .authorities(issuer.certificate.pem), user: "dev",
            password: password)
    }
}
