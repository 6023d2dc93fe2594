import CCrypto

/// An X.509 certificate.
@safe package final class Certificate {
    let pointer: OpaquePointer

    /// Takes over a certificate that nobody else frees.
    @unsafe init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe X509_free(pointer) }

    /// The certificates in `pem`, in their order; at least one. Throws for a text that holds none and
    /// for one that cannot be read.
    package static func list(pem: String) throws(CryptoError) -> [Certificate] {
        let buffer = try MemoryBuffer(Array(pem.utf8))
        var certificates: [Certificate] = []
        while let next = unsafe PEM_read_bio_X509(buffer.pointer, nil, nil, nil) {
            unsafe certificates.append(Certificate(owning: next))
        }
        // The end of the text is an error like any other: only a text with nothing in it is one here.
        let error = CryptoError.last("read a certificate")
        if certificates.isEmpty { throw error }
        return certificates
    }

    /// The certificate as PEM.
    package var pem: String {
        get throws(CryptoError) {
            let buffer = try MemoryBuffer()
            try succeed(
                "write a certificate", unsafe PEM_write_bio_X509(buffer.pointer, pointer))
            return buffer.text
        }
    }

    /// When it is valid.
    package var validity: Validity {
        unsafe Validity(
            notBefore: Self.seconds(X509_get0_notBefore(pointer)),
            notAfter: Self.seconds(X509_get0_notAfter(pointer)))
    }

    /// Whom the certificate is made out to, as RFC 2253 writes it, in UTF-8. Whoever shows it escapes it:
    /// a signer chooses the name.
    package var subject: String {
        guard let buffer = try? MemoryBuffer() else { return "" }
        unsafe ccrypto_write_name(buffer.pointer, X509_get_subject_name(pointer))
        return buffer.text
    }

    /// What a profile pins: the SHA-256 of its public key as the certificate holds it (the DER of
    /// SubjectPublicKeyInfo, RFC 5280 section 4.1).
    package var publicKeyPin: PublicKeyPin {
        get throws(CryptoError) {
            var bytes: UnsafeMutablePointer<UInt8>?
            let count = unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), &bytes)
            guard count > 0, let bytes = unsafe bytes else { throw .last("read a public key") }
            defer { unsafe CRYPTO_free(bytes, #file, #line) }
            var digest = [UInt8](repeating: 0, count: PublicKeyPin.count)
            _ = unsafe SHA256(bytes, Int(count), &digest)
            return PublicKeyPin(digest: digest)
        }
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return 0 }
        defer { unsafe ASN1_STRING_free(epoch) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        _ = unsafe ASN1_TIME_diff(&days, &seconds, epoch, time)
        return Int64(days) * 86_400 + Int64(seconds)
    }
}

/// The time between which a certificate is valid, both included.
package struct Validity: Hashable, Sendable {
    /// The first second, since the start of 1970 in UTC.
    package let notBefore: Int64
    /// The last second, since the start of 1970 in UTC.
    package let notAfter: Int64

    /// A span of time.
    package init(notBefore: Int64, notAfter: Int64) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}
