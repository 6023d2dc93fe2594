import LinuxSystem
import LocalPushModel
import TestSupport
import Testing

@testable import Certificates

struct CertificateTests {
    private static let year: Int64 = 365 * 86_400
    private static let validity = Validity(
        notBefore: 1_700_000_000, notAfter: 1_700_000_000 + 30 * year)

    private func authority() throws -> Issuer {
        let key = try PrivateKey()
        let certificate = try Certificate(
            CertificateDescription(
                role: .authority, commonName: "Test é", validity: Self.validity), key: key)
        return Issuer(certificate: certificate, key: key)
    }

    /// What openssl(1) says about a certificate, and its exit status.
    private func openssl(_ arguments: [String]) throws -> WaitStatus {
        let null = try FileDescriptor.open("/dev/null", 2)
        var description = ProcessDescription(
            executable: "/usr/bin/openssl", arguments: ["openssl"] + arguments, environment: [:])
        description.descriptors = [null.raw, null.raw, null.raw]
        return try ChildProcess.spawn(description).wait()
    }

    @Test func `openssl accepts a server's certificate for the names in it, and no other`() throws {
        let folder = try TemporaryFolder()
        let issuer = try authority()
        let server = try Certificate(
            CertificateDescription(
                role: .server(names: ["ship.example.com", "10.0.0.1", "fe80::1"]),
                commonName: "ship", validity: Self.validity),
            key: try PrivateKey(), issuer: issuer)
        let ca = try folder.write("ca.pem", try issuer.certificate.pem)
        let own = try folder.write("server.pem", try server.pem)
        for name in [
            ["-verify_hostname", "ship.example.com"], ["-verify_ip", "10.0.0.1"],
            ["-verify_ip", "fe80::1"],
        ] {
            let check = ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", ca]
            #expect(try openssl(check + name + [own]) == .exited(0), "\(name)")
        }
        let other = ["verify", "-CAfile", ca, "-verify_hostname", "other.example.com", own]
        #expect(try openssl(other) != .exited(0))
    }

    /// OpenSSL only points at them, and with optimization nothing else keeps them.
    @Test func `a list keeps its certificates when nobody else does`() throws {
        weak var kept: Certificate?
        let list: CertificateList
        do {
            let certificate = try authority().certificate
            kept = certificate
            list = try CertificateList([certificate])
        }
        #expect(kept != nil)
        withExtendedLifetime(list) {}
    }

    @Test func `validity and pin are read back`() throws {
        let issuer = try authority()
        let again = try #require(
            try Certificate.list(pem: try issuer.certificate.pem).first)
        #expect(again.validity == Self.validity)
        #expect(try again.publicKeyPin == issuer.certificate.publicKeyPin)
        let pin = try issuer.certificate.publicKeyPin
        #expect(try PublicKeyPin("\(pin)".uppercased()) == pin)
        #expect(throws: InvalidValue.self) { try PublicKeyPin("ab") }
    }

    @Test func `the pin is the key's, whatever the certificate`() throws {
        let key = try PrivateKey()
        let pins = try (0..<2).map { number in
            try Certificate(
                CertificateDescription(
                    role: .authority, commonName: "\(number)", validity: Self.validity), key: key
            ).publicKeyPin
        }
        #expect(pins[0] == pins[1])
        #expect(try authority().certificate.publicKeyPin != pins[0])
    }

    @Test func `a key survives being written down`() throws {
        let key = try PrivateKey()
        let again = try PrivateKey(pem: try key.pem)
        #expect(try again.pem == key.pem)
        #expect(throws: CryptoError.self) { try PrivateKey(pem: "nothing") }
    }

    @Test func `a list holds all certificates of a text, and an empty text is an error`() throws {
        let pem = try authority().certificate.pem + "between\n" + authority().certificate.pem
        #expect(try Certificate.list(pem: pem).count == 2)
        #expect(throws: CryptoError.self) { try Certificate.list(pem: "") }
    }

    @Test func `passwords are long and never the same`() throws {
        let first = try SecureRandom.password()
        #expect(first.utf8.count == 64)
        #expect(try SecureRandom.password() != first)
    }

    @Test func `a name that no certificate can have is refused`() throws {
        #expect(throws: CryptoError.self) {
            try Certificate(
                CertificateDescription(
                    role: .server(names: ["10.0.0.999"]), commonName: "x",
                    validity: Self.validity), key: try PrivateKey())
        }
    }
}
