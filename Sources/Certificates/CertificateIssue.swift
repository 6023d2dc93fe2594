import CCrypto

/// What a new certificate is to say.
package struct CertificateDescription: Sendable {
    /// What the certificate is for.
    package enum Role: Sendable {
        /// Signing others.
        case authority
        /// Proving to clients that a server has one of these names: host names, IPv4 or IPv6 addresses.
        case server(names: [String])
    }

    /// What it is for.
    package var role: Role
    /// The common name, for people only.
    package var commonName: String
    /// When it is valid.
    package var validity: Validity

    /// A certificate to be made.
    package init(role: Role, commonName: String, validity: Validity) {
        self.role = role
        self.commonName = commonName
        self.validity = validity
    }
}

/// An authority: a certificate and the key that signs with it.
package struct Issuer {
    /// The authority's certificate.
    package let certificate: Certificate
    /// Its private key.
    package let key: PrivateKey

    /// - Parameters:
    ///   - certificate: the authority's own.
    ///   - key: the private key that belongs to it.
    package init(certificate: Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
    }
}

extension Certificate {
    /// Makes a certificate for `key`, signed with SHA-256 by `issuer`, or by `key` itself without one.
    ///
    /// Throws for names that cannot stand in a certificate.
    package convenience init(
        _ description: CertificateDescription, key: PrivateKey, issuer: Issuer? = nil
    ) throws(CryptoError) {
        unsafe self.init(owning: try made("make a certificate", X509_new()))
        try setSerialNumber()
        try setValidity(description.validity)
        try setNames(description.commonName, issuer: issuer?.certificate)
        try succeed("name a key", unsafe X509_set_pubkey(pointer, key.pointer))
        for (number, value) in description.role.extensions {
            try add(number, value, issuer: issuer?.certificate ?? self)
        }
        let signer = issuer?.key ?? key
        // Returns the length of the signature.
        if unsafe X509_sign(pointer, signer.pointer, EVP_sha256()) <= 0 {
            throw .last("sign a certificate")
        }
    }

    /// Version 3, and a number that nobody can guess: 16 random bytes, positive (RFC 5280, 4.1.2.2).
    private func setSerialNumber() throws(CryptoError) {
        try succeed("make a certificate", unsafe X509_set_version(pointer, 2))
        var bytes = try SecureRandom.bytes(16)
        bytes[0] = bytes[0] & 0x7F | 0x40
        let number = unsafe try made("number a certificate", BN_bin2bn(bytes, 16, nil))
        defer { unsafe BN_free(number) }
        if unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) == nil {
            throw .last("number a certificate")
        }
    }

    private func setValidity(_ validity: Validity) throws(CryptoError) {
        let begin = unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(validity.notBefore))
        let end = unsafe ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(validity.notAfter))
        if unsafe begin == nil || end == nil { throw .last("date a certificate") }
    }

    private func setNames(_ commonName: String, issuer: Certificate?) throws(CryptoError) {
        let name = unsafe X509_get_subject_name(pointer)
        let bytes = Array(commonName.utf8)
        try succeed(
            "name a certificate",
            unsafe X509_NAME_add_entry_by_txt(
                name, "CN", MBSTRING_FLAG | 0, bytes, Int32(bytes.count), -1, 0))
        let issuerName = unsafe issuer.map { unsafe X509_get_subject_name($0.pointer) } ?? name
        try succeed(
            "name a certificate's issuer", unsafe X509_set_issuer_name(pointer, issuerName))
    }

    private func add(
        _ number: Int32, _ value: String, issuer: Certificate
    ) throws(CryptoError) {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
        let made = unsafe X509V3_EXT_conf_nid(nil, &context, number, value)
        guard let made = unsafe made else { throw .last("add \(value) to a certificate") }
        defer { unsafe X509_EXTENSION_free(made) }
        try succeed("complete a certificate", unsafe X509_add_ext(pointer, made, -1))
    }
}

extension CertificateDescription.Role {
    /// The extensions of RFC 5280, section 4.2.1, as x509v3_config(5) writes them.
    fileprivate var extensions: [(Int32, String)] {
        switch self {
        case .authority:
            [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ]
        case .server(let names):
            [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid"),
                (NID_subject_alt_name, names.map(Self.alternativeName).joined(separator: ",")),
            ]
        }
    }

    private static func alternativeName(_ name: String) -> String {
        let isAddress =
            name.utf8.contains(UInt8(ascii: ":"))
            || name.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
            }
        return (isAddress ? "IP:" : "DNS:") + name
    }
}
