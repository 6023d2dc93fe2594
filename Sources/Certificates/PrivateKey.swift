import CCrypto

/// A private key and its public half: ECDSA on the curve P-256 when it is made here.
@safe package final class PrivateKey {
    let pointer: OpaquePointer

    /// A new key on P-256.
    package init() throws(CryptoError) {
        unsafe pointer = try made("make a key", ccrypto_new_p256_key())
    }

    /// The key that `pem` holds. Where it is encrypted, its passphrase is asked for on the terminal.
    /// Throws when it holds none.
    package init(pem: String) throws(CryptoError) {
        let buffer = try MemoryBuffer(Array(pem.utf8))
        unsafe pointer = try made(
            "read a private key", ccrypto_read_private_key(buffer.pointer))
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The key as PEM (PKCS #8), not encrypted: whoever stores it sees to who may read it.
    package var pem: String {
        get throws(CryptoError) {
            let buffer = try MemoryBuffer()
            try succeed(
                "write a private key",
                unsafe PEM_write_bio_PrivateKey(buffer.pointer, pointer, nil, nil, 0, nil, nil))
            return buffer.text
        }
    }
}
