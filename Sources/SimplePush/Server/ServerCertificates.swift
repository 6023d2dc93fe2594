import Certificates
import LinuxSystem

/// The certificates of a server's folder: an authority of its own, and the server's, signed by it.
struct ServerCertificates {
    let folder: ServerFolder
    /// Now, in seconds since 1970.
    let now: Int64

    private static let day: Int64 = 86_400
    /// An authority has to outlive the devices that trust it.
    private static let authorityDays: Int64 = 20 * 365
    /// The server's own is made anew in time at every start.
    private static let serverDays: Int64 = 800
    private static let renewalDays: Int64 = 400

    /// Makes what is missing, or soon not valid any more, or made out to other names.
    func prepare(names: [String]) throws {
        let issuer = try authority()
        if try isUsable(names: names) { return }
        let key = try PrivateKey()
        let certificate = try Certificate(
            CertificateDescription(
                role: .server(names: names), commonName: names.first ?? "SimplePush",
                validity: validity(days: Self.serverDays)),
            key: key, issuer: issuer)
        try folder.write(key.pem, to: folder.files.key)
        try folder.write(certificate.pem, to: folder.files.certificate)
        try folder.write(names.joined(separator: "\n"), to: folder.files.certificate + ".names")
    }

    private func authority() throws -> Issuer {
        let files = folder.files
        if (try? FileStatus(of: files.authority)) != nil {
            let certificates = try Certificate.list(pem: try folder.text(files.authority))
            let key = try PrivateKey(pem: try folder.text(files.authorityKey))
            return Issuer(certificate: certificates[0], key: key)
        }
        let key = try PrivateKey()
        let certificate = try Certificate(
            CertificateDescription(
                role: .authority, commonName: "SimplePush authority",
                validity: validity(days: Self.authorityDays)), key: key)
        // The certificate last: it says that both are there.
        try folder.write(key.pem, to: files.authorityKey)
        try folder.write(certificate.pem, to: files.authority)
        return Issuer(certificate: certificate, key: key)
    }

    private func isUsable(names: [String]) throws -> Bool {
        let files = folder.files
        guard let pem = try? folder.text(files.certificate),
            let certificate = try? Certificate.list(pem: pem).first,
            let old = try? folder.text(files.certificate + ".names")
        else { return false }
        return old == names.joined(separator: "\n")
            && certificate.validity.notAfter - now > Self.renewalDays * Self.day
    }

    /// From yesterday on, for devices whose clock is behind.
    private func validity(days: Int64) -> Validity {
        Validity(notBefore: now - Self.day, notAfter: now + days * Self.day)
    }
}
