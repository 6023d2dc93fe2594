import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import TestSupport

/// A service that gives the answers a test wants, on a real socket and a thread of its own.
final class FakeService {
    typealias Handler = @Sendable (ControlRequest) -> [ControlReply]

    private var thread = pthread_t()
    private let end: FileDescriptor

    /// Listens at `path` until the object is gone.
    ///
    /// - Parameter closing: Whether each connection is closed once it has its first answers.
    init(at path: String, closing: Bool = false, _ answer: @escaping Handler) throws {
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        let pipe = try FileDescriptor.pipe()
        let ending = try pipe.first.duplicate()
        end = pipe.keepingSecond()
        let desk = Desk(listener, ending: ending, closing: closing, answer)
        pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Desk>.fromOpaque(pointer).takeRetainedValue().serve()
                return nil
            }, Unmanaged.passRetained(desk).toOpaque())
    }

    /// The end of the pipe tells the thread to end.
    deinit {
        try? end.writeAll([0])
        pthread_join(thread, nil)
    }
}

private final class Desk: Sendable {
    private let listener: FileDescriptor
    private let ending: FileDescriptor
    private let closing: Bool
    private let answer: FakeService.Handler

    init(
        _ listener: consuming FileDescriptor, ending: consuming FileDescriptor, closing: Bool,
        _ answer: @escaping FakeService.Handler
    ) {
        self.listener = listener
        self.ending = ending
        self.closing = closing
        self.answer = answer
    }

    /// One client after the other.
    func serve() {
        while wait(for: listener.raw) {
            guard let client = try? UnixSocket.accept(from: listener) else { continue }
            serve(client)
        }
    }

    private func serve(_ client: consuming FileDescriptor) {
        var framer = LineFramer()
        while wait(for: client.raw) {
            guard case .bytes(let bytes) = try? client.read(upTo: 65536) else { return }
            for case .line(let line) in framer.append(bytes) {
                guard let request = try? ControlRequest(line: line) else { return }
                let replies = answer(request).compactMap { try? $0.line() }
                // Replies are small enough for the socket's buffer.
                for reply in replies { _ = try? client.send(reply[...]) }
                if closing { return }
            }
        }
    }

    /// Whether there is something to read; false at the end.
    private func wait(for descriptor: Int32) -> Bool {
        let ready = try? Poller.wait(for: [.init(ending.raw), .init(descriptor)])
        return ready.map { !$0.contains(0) } ?? false
    }
}
