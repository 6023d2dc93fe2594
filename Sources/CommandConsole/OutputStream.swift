package import LinuxSystem

/// Where a program's output goes: collected, and written when there is enough of it.
package final class OutputStream {
    private let sink: ([UInt8]) throws(SystemError) -> Void
    private var pending: [UInt8] = []
    private static let most = 1 << 16

    /// Whether people are looking at it.
    package let isTerminal: Bool
    /// Whether the sink still takes output; once it failed, all else is dropped.
    private var isBroken = false
    /// Whether anything was ever written to it.
    private(set) var isUsed = false

    /// - Parameter sink: Writes all of the bytes.
    package init(isTerminal: Bool, sink: @escaping ([UInt8]) throws(SystemError) -> Void) {
        self.isTerminal = isTerminal
        self.sink = sink
    }

    /// Adds bytes. Throws what writing throws when enough are collected.
    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        pending += bytes
        isUsed = isUsed || !pending.isEmpty
        if pending.count >= Self.most { try flush() }
    }

    /// Writes what is collected.
    package func flush() throws(SystemError) {
        let bytes = pending
        pending = []
        if bytes.isEmpty || isBroken { return }
        do throws(SystemError) {
            try sink(bytes)
        } catch {
            isBroken = true
            throw error
        }
    }
}

/// A descriptor that the process was started with. It is closed with the last stream that uses it.
private final class StandardFile {
    let descriptor: FileDescriptor
    init(_ raw: Int32) { descriptor = FileDescriptor(owning: raw) }
}

extension OutputStream {
    /// The stream of an open descriptor of this process.
    static func standard(_ raw: Int32, _ name: String) -> OutputStream {
        let file = StandardFile(raw)
        return OutputStream(isTerminal: ProcessIdentity.isTerminal(raw)) {
            bytes throws(SystemError) in
            do throws(SystemError) { try file.descriptor.writeAll(bytes) } catch {
                throw SystemError("write to", name, errno: error.errno)
            }
        }
    }
}
