import Glibc
package import LinuxSystem

/// Writes lines to a pipe as its reader takes them, without ever waiting for it.
package final class LineWriter {
    /// The most bytes that are held for a reader that does not read: two of the longest lines.
    package static let capacity = 2 << 20

    private let pipe: FileDescriptor
    private var waiting: [UInt8] = []
    private var source: IOSource?
    /// Whether the reader has closed its end.
    private var isBroken = false

    /// - Parameter pipe: the writing end, which must not block. A regular file does as well, of which
    ///   epoll(7) knows nothing (EPERM) and which takes everything at once.
    package init(_ pipe: consuming FileDescriptor, loop: EventLoop) throws(SystemError) {
        self.pipe = pipe
        do throws(SystemError) {
            source = try loop.watch(self.pipe.raw, for: .writable) { [unowned self] _ in flush() }
            source?.isEnabled = false
        } catch {
            guard error.errno == EPERM else { throw error }
        }
    }

    /// Writes `line`, its line feed included, now or later. Returns false, having done nothing, when
    /// too much is waiting already or nobody reads any more.
    package func write(_ line: [UInt8]) -> Bool {
        guard !isBroken, waiting.count + line.count <= Self.capacity else { return false }
        waiting += line
        flush()
        return !isBroken
    }

    /// Waits until everything is written, nobody reads any more, or `patience` has passed. For the end
    /// of a program only: nothing else happens meanwhile.
    package func finish(patience: Duration) {
        let deadline = MonotonicClock.now + patience
        while !waiting.isEmpty, MonotonicClock.now < deadline {
            let interest = Poller.Interest(pipe.raw, reading: false, writing: true)
            _ = try? Poller.wait(for: [interest], until: deadline)
            flush()
        }
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
