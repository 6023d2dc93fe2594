import CCrypto

/// Bytes with the signature of somebody: a CMS SignedData (RFC 5652) in DER that holds the bytes
/// themselves and the certificates of the signer.
@safe package final class SignedMessage {
    private let pointer: OpaquePointer

    /// Reads a message. Throws for bytes that are none, or that something follows.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        let buffer = try MemoryBuffer(bytes)
        unsafe pointer = try made(
            "read the signed message", d2i_CMS_bio(buffer.pointer, nil))
        guard buffer.bytes.isEmpty else {
            throw CryptoError("read the signed message", "something follows it")
        }
    }

    /// Signs `contents` with SHA-256.
    ///
    /// - Parameters:
    ///   - certificate: the signer's, which `key` has to belong to.
    ///   - chain: the certificates between the signer's and one that devices trust.
    package init(
        signing contents: [UInt8], as certificate: Certificate, key: PrivateKey,
        chain: [Certificate] = []
    ) throws(CryptoError) {
        let data = try MemoryBuffer(contents)
        let others = try CertificateList(chain)
        let message = unsafe withExtendedLifetime((certificate, key, others, data)) {
            unsafe CMS_sign(
                certificate.pointer, key.pointer, others.pointer, data.pointer,
                UInt32(CMS_BINARY | CMS_NOSMIMECAP))
        }
        unsafe pointer = try made("sign", message)
    }

    deinit { unsafe CMS_ContentInfo_free(pointer) }

    /// The message in DER.
    package var bytes: [UInt8] {
        get throws(CryptoError) {
            let buffer = try MemoryBuffer()
            try succeed("write the signed message", unsafe i2d_CMS_bio(buffer.pointer, pointer))
            return buffer.bytes
        }
    }
}

// MARK: Verifying

extension SignedMessage {
    /// Why a signer is not trusted.
    package enum Distrust: Error, Hashable, Sendable {
        /// The certificate does not lead to a trusted one; in OpenSSL's words.
        case untrusted(String)
        /// It, or one that it leads to, is not valid at the time.
        case expired
    }

    /// The bytes that were signed, and who signed them, whether or not anybody trusts them.
    ///
    /// Throws when the bytes are not those that were signed, or the message does not hold them or the
    /// signer's certificate.
    package func open() throws(CryptoError) -> (contents: [UInt8], signer: Certificate) {
        guard unsafe CMS_get0_content(pointer)?.pointee != nil else {
            throw CryptoError("open the signed message", "it is detached from what was signed")
        }
        let contents = try MemoryBuffer()
        let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
        try succeed(
            "verify the signature",
            unsafe CMS_verify(pointer, nil, nil, nil, contents.pointer, flags))
        let found = unsafe CMS_get0_signers(pointer)
        guard let found = unsafe found else { throw .last("find the signer") }
        let signers = unsafe CertificateList(owning: found, ownsCertificates: false)
        guard let signer = signers.first else { throw CryptoError("find the signer", "none") }
        return (contents.bytes, signer)
    }

    /// Why `signer` is not trusted; nil when it is.
    ///
    /// - Parameters:
    ///   - authorities: the certificates that are trusted; one of a signer's own is enough as well.
    ///   - time: seconds since the start of 1970 in UTC.
    package func distrust(
        of signer: Certificate, trusting authorities: [Certificate], at time: Int64
    ) throws(CryptoError) -> Distrust? {
        let others = unsafe CMS_get1_certs(pointer).map {
            unsafe CertificateList(owning: $0, ownsCertificates: true)
        }
        // Whether it is trusted at all comes before whether it still is.
        let chain = try ChainCheck(signer, others: others, authorities)
        if let problem = try chain.problem(at: nil) { return .untrusted(problem) }
        return try chain.problem(at: time) == nil ? nil : .expired
    }
}

/// The search for a way from a certificate to one that is trusted.
@safe private struct ChainCheck {
    private let signer: Certificate
    private let others: CertificateList?
    private let authorities: [Certificate]

    init(
        _ signer: Certificate, others: CertificateList?, _ authorities: [Certificate]
    ) throws(CryptoError) {
        self.signer = signer
        self.others = others
        self.authorities = authorities
    }

    /// What is in the way, in OpenSSL's words; nil when nothing is.
    ///
    /// - Parameter time: nil to leave aside when certificates are valid.
    func problem(at time: Int64?) throws(CryptoError) -> String? {
        let store = unsafe try made("trust certificates", X509_STORE_new())
        defer { unsafe X509_STORE_free(store) }
        for authority in authorities {
            try succeed(
                "trust a certificate", unsafe X509_STORE_add_cert(store, authority.pointer))
        }
        let context = unsafe try made("verify a certificate", X509_STORE_CTX_new())
        defer { unsafe X509_STORE_CTX_free(context) }
        try succeed(
            "verify a certificate",
            unsafe X509_STORE_CTX_init(context, store, signer.pointer, others?.pointer))
        // What profiles are signed with need not be made for mail, which CMS usually is about.
        let parameters = unsafe X509_STORE_CTX_get0_param(context)
        _ = unsafe X509_VERIFY_PARAM_set_purpose(parameters, Int32(X509_PURPOSE_ANY))
        var flags = UInt(X509_V_FLAG_PARTIAL_CHAIN)
        if let time {
            unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(time))
        } else {
            flags |= UInt(X509_V_FLAG_NO_CHECK_TIME)
        }
        _ = unsafe X509_VERIFY_PARAM_set_flags(parameters, flags)
        if unsafe X509_verify_cert(context) == 1 { return nil }
        let error = unsafe X509_STORE_CTX_get_error(context)
        return unsafe String(cString: X509_verify_cert_error_string(Int(error)))
    }
}
