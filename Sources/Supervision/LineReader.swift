import LinuxSystem
import MessageLines
import SystemdSupport

/// Reads lines from a pipe, no more of them than the service can bear.
///
/// Reading and handling a line both cost a token. Without tokens nothing is read: the pipe fills up, and
/// whoever writes to it waits. So a flood costs its author time and the service next to nothing, and
/// nothing is lost.
final class LineReader {
    /// How many lines may come at once; a tenth of it a second in the long run.
    static let burst = 1000
    private static let chunk = 16 * 1024

    private let pipe: FileDescriptor
    private let handler: (LineFramer.Line) -> Void
    private var framer: LineFramer
    private var waiting: [LineFramer.Line] = []
    private var budget = TokenBucket(capacity: burst, interval: .milliseconds(10))
    private var source: IOSource?
    private var timer: TimerSource?

    /// - Parameters:
    ///   - pipe: the reading end, which must not block.
    ///   - limit: the most bytes of a line.
    ///   - handler: gets every line, from the loop.
    init(
        _ pipe: consuming FileDescriptor, limit: Int, loop: EventLoop,
        handler: @escaping (LineFramer.Line) -> Void
    ) throws(SystemError) {
        self.pipe = pipe
        self.handler = handler
        framer = LineFramer(limit: limit)
        source = try loop.watch(self.pipe.raw) { [unowned self] _ in read() }
        // After what matters to all agents.
        source?.setPriority(10)
        timer = try loop.timer { [unowned self] in handleWaiting() }
    }

    /// Handles all that was written so far, whatever it costs: a pipe holds little. Called when
    /// nobody writes any more.
    func drain() {
        source = nil
        timer = nil
        handleAll()
        // No pipe holds more than 1 MiB unless root says so; whoever still writes cannot keep us here.
        for _ in 0..<64 {
            guard case .bytes(let bytes)? = try? pipe.read(upTo: Self.chunk) else { break }
            waiting += framer.append(bytes)
            handleAll()
        }
        waiting += framer.finish()
        handleAll()
    }

    private func read() {
        guard budget.take(at: MonotonicClock.now) else { return pause() }
        switch try? pipe.read(upTo: Self.chunk) {
        case .bytes(let bytes): waiting += framer.append(bytes)
        case .wouldBlock: return
        case .endOfFile, nil:
            waiting += framer.finish()
            source = nil
        }
        handleWaiting()
    }

    private func handleWaiting() {
        var handled = 0
        while handled < waiting.count && budget.take(at: MonotonicClock.now) {
            handler(waiting[handled])
            handled += 1
        }
        waiting.removeFirst(handled)
        if waiting.isEmpty { source?.isEnabled = true } else { pause() }
    }

    private func handleAll() {
        let lines = waiting
        waiting = []
        lines.forEach(handler)
    }

    /// Stops reading until there is a token again.
    private func pause() {
        source?.isEnabled = false
        timer?.set(budget.nextTake)
    }
}
