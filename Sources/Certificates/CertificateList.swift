import CCrypto

/// Certificates as OpenSSL's functions take several.
@safe final class CertificateList {
    let pointer: OpaquePointer
    private let ownsCertificates: Bool
    /// Kept for as long as the list, which only points at them. With optimization nothing else may need
    /// them any more while OpenSSL reads the list.
    private let certificates: [Certificate]

    /// A list of these.
    init(_ certificates: [Certificate]) throws(CryptoError) {
        unsafe pointer = try made("list certificates", ccrypto_new_list())
        ownsCertificates = false
        self.certificates = certificates
        for certificate in certificates {
            try succeed(
                "list certificates", unsafe ccrypto_append(pointer, certificate.pointer))
        }
    }

    /// Takes over a list that nobody else frees.
    ///
    /// - Parameter ownsCertificates: Whether the certificates in it are its own.
    @unsafe init(owning pointer: OpaquePointer, ownsCertificates: Bool) {
        unsafe self.pointer = pointer
        self.ownsCertificates = ownsCertificates
        certificates = []
    }

    deinit { unsafe ccrypto_free_list(pointer, ownsCertificates ? 1 : 0) }

    /// The first of them; nil when there are none.
    var first: Certificate? {
        guard unsafe ccrypto_count(pointer) > 0,
            let certificate = unsafe ccrypto_at(pointer, 0), unsafe X509_up_ref(certificate) == 1
        else { return nil }
        return unsafe Certificate(owning: certificate)
    }
}
