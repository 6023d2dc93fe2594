import CCrypto

/// Bytes as OpenSSL's functions for PEM read and write them.
@safe final class MemoryBuffer {
    let pointer: OpaquePointer

    /// An empty buffer to write to.
    init() throws(CryptoError) {
        unsafe pointer = try made("make a buffer", BIO_new(BIO_s_mem()))
    }

    /// A buffer that holds a copy of `bytes`.
    convenience init(_ bytes: [UInt8]) throws(CryptoError) {
        try self.init()
        let count = unsafe BIO_write(pointer, bytes, Int32(clamping: bytes.count))
        if Int(count) != bytes.count { throw .last("fill a buffer") }
    }

    deinit { unsafe BIO_free(pointer) }

    /// What was written.
    var bytes: [UInt8] {
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe ccrypto_memory(pointer, &start)
        guard let start = unsafe start else { return [] }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// What was written, which is text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
