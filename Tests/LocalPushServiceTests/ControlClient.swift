import LinuxSystem
import MessageLines
import TestSupport
import Testing

/// One client of a staged service's socket.
final class ControlClient {
    let descriptor: FileDescriptor
    private var framer = LineFramer(limit: ControlReply.longestLine)
    private(set) var replies: [ControlReply] = []
    /// Whether the service ended the connection.
    private(set) var isClosed = false

    init(_ stage: ServiceStage) throws {
        descriptor = try UnixSocket.connect(to: stage.folder("run/control"))
    }

    func send(_ request: ControlRequest) throws { try send(try request.line()) }

    func send(_ bytes: [UInt8]) throws { _ = try descriptor.send(bytes[...]) }

    /// Takes what has arrived.
    func receive() throws {
        while true {
            let outcome: ReadOutcome
            do { outcome = try descriptor.read(upTo: 65536) } catch { outcome = .endOfFile }
            switch outcome {
            case .bytes(let bytes):
                for case .line(let line) in framer.append(bytes) {
                    replies.append(try ControlReply(line: line))
                }
            case .wouldBlock: return
            case .endOfFile:
                isClosed = true
                return
            }
        }
    }

    /// Asks, and turns the service's loop until the answer is here.
    func ask(_ request: ControlRequest, _ stage: ServiceStage) throws -> ControlReply {
        let count = replies.count
        try send(request)
        try stage.until("an answer to \(request)") {
            try receive()
            return replies.count > count || isClosed
        }
        return replies[count]
    }
}
