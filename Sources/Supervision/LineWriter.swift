import LinuxSystem
import SystemdSupport

/// Writes lines to a pipe as its reader takes them, without ever waiting for it.
final class LineWriter {
    /// The most bytes that are held for a reader that does not read: two of the longest lines.
    static let capacity = 2 << 20

    private let pipe: FileDescriptor
    private var waiting: [UInt8] = []
    private var source: IOSource?
    /// Whether the reader has closed its end.
    private var isBroken = false

    /// - Parameter pipe: the writing end, which must not block.
    init(_ pipe: consuming FileDescriptor, loop: EventLoop) throws(SystemError) {
        self.pipe = pipe
        source = try loop.watch(self.pipe.raw, for: .writable) { [unowned self] _ in flush() }
        source?.isEnabled = false
    }

    /// Writes `line`, its line feed included, now or later. Returns false, having done nothing, when
    /// too much is waiting already or nobody reads any more.
    func write(_ line: [UInt8]) -> Bool {
        guard !isBroken, waiting.count + line.count <= Self.capacity else { return false }
        waiting += line
        flush()
        return !isBroken
    }

    private func flush() {
        do throws(SystemError) {
            while !waiting.isEmpty {
                guard let count = try pipe.write(waiting[...]) else { break }
                waiting.removeFirst(count)
            }
            source?.isEnabled = !waiting.isEmpty
        } catch {
            isBroken = true
            waiting = []
            source = nil
        }
    }
}
