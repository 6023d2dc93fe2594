import Glibc

/// What one attempt to read gave.
package enum ReadOutcome: Equatable, Sendable {
    /// Some bytes, at least one.
    case bytes([UInt8])
    /// Nothing yet, on a descriptor that does not block.
    case wouldBlock
    /// There will be no more.
    case endOfFile
}

extension FileDescriptor {
    /// Reads once, up to `limit` bytes.
    package borrowing func read(upTo limit: Int) throws(SystemError) -> ReadOutcome {
        let raw = raw
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            do throws(SystemError) {
                count = try retrying("read") { unsafe Glibc.read(raw, buffer.baseAddress, limit) }
            } catch {
                failure = error
            }
        }
        if let failure {
            if failure.errno == EAGAIN { return .wouldBlock }
            throw failure
        }
        return bytes.isEmpty ? .endOfFile : .bytes(bytes)
    }

    /// Everything from the current position to the end of the file; waits for it, also on a descriptor
    /// that does not block.
    ///
    /// Throws EFBIG when that is more than `limit` bytes.
    package borrowing func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
        // One byte more than is there, or allowed, tells the end of the file and a longer one.
        let chunk = min(max(65536, Int(try status().size) + 1), limit + 1)
        var bytes: [UInt8] = []
        while true {
            switch try read(upTo: chunk) {
            case .endOfFile: return bytes
            case .wouldBlock: _ = try Poller.wait(for: [Poller.Interest(raw)])
            case .bytes(let more):
                // A file is read in one go as a rule, and then nothing is copied.
                if bytes.isEmpty { bytes = more } else { bytes += more }
                if bytes.count > limit { throw SystemError("read", errno: EFBIG) }
            }
        }
    }

    /// Writes once; returns how many of `bytes` were taken, or nil when a descriptor that does not
    /// block takes none now. Throws EPIPE when nobody reads, if SIGPIPE is ignored.
    package borrowing func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        let raw = raw
        return try unlessBlocking { () throws(SystemError) in
            try retrying("write") {
                unsafe bytes.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
            }
        }
    }

    /// Sends once on a socket, as ``write(_:)`` does, but never raises SIGPIPE.
    package borrowing func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        let raw = raw
        return try unlessBlocking { () throws(SystemError) in
            try retrying("send") {
                unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Writes all of `bytes`. The descriptor must be one that blocks: EAGAIN is thrown otherwise.
    package borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = try write(rest) else { throw SystemError("write", errno: EAGAIN) }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until what was written is on the disk and can be read back from there; times and the like
    /// may follow later.
    package borrowing func synchronizeContents() throws(SystemError) {
        let raw = raw
        try retrying("flush to disk") { fdatasync(raw) }
    }

    /// Waits until what was written is on the disk; for a folder, its entries.
    package borrowing func synchronize() throws(SystemError) {
        let raw = raw
        try retrying("flush to disk") { fsync(raw) }
    }
}

/// What `call` returns, or nil when it throws EAGAIN.
func unlessBlocking<Result: ~Copyable>(
    _ call: () throws(SystemError) -> Result
) throws(SystemError) -> Result? {
    do throws(SystemError) {
        return try call()
    } catch {
        if error.errno == EAGAIN { return nil }
        throw error
    }
}
