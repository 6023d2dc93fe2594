import LinuxSystem
import MessageLines

/// One look at what the service says.
enum ServiceLook {
    /// A service has its status at hand; one that does not answer by then is as good as none.
    private static let patience = Duration.seconds(2)

    /// The status that the service at `socket` tells; nil when none does.
    static func status(at socket: String) -> StatusReport? {
        guard let socket = try? UnixSocket.connect(to: socket),
            let request = try? ControlRequest.status.line(),
            (try? socket.send(request[...])) == request.count
        else { return nil }
        let deadline = MonotonicClock.now + patience
        var framer = LineFramer(limit: ControlReply.longestLine)
        while MonotonicClock.now < deadline {
            switch try? socket.read(upTo: 1 << 16) {
            case .bytes(let bytes):
                guard case .line(let line)? = framer.append(bytes).first else { continue }
                guard case .status(let report)? = try? ControlReply(line: line) else { return nil }
                return report
            case .wouldBlock: _ = try? Poller.wait(for: [.init(socket.raw)], until: deadline)
            case .endOfFile, nil: return nil
            }
        }
        return nil
    }
}
