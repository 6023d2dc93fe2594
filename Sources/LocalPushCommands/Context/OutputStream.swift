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

    /// - Parameter sink: Writes all of the bytes.
    package init(isTerminal: Bool, sink: @escaping ([UInt8]) throws(SystemError) -> Void) {
        self.isTerminal = isTerminal
        self.sink = sink
    }

    /// Adds bytes. Throws what writing throws when enough are collected.
    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        pending += bytes
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
