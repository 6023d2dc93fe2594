import LinuxSystem
import LocalPush
import MessageLines
import SystemdSupport
import TestSupport
import Testing

/// A provider that writes down what happens to it, and does what a test wants.
final class RecordingProvider: AppPushProvider {
    var heard: [String] = []
    var logged: [String] { sink.messages }
    var onStart: (RecordingProvider, @escaping ((any Error)?) -> Void) -> Void = { $1(nil) }
    var onTimer: (RecordingProvider) -> Void = { _ in }
    var onStop: (@escaping () -> Void) -> Void = { $0() }
    var acceptsConfigurations = true
    /// Kept as long as a test needs it.
    var pauseTimer: AppPushLoop.Timer?
    private let sink: Sink

    private final class Sink {
        var messages: [String] = []
    }

    required init() {
        guard let loop = try? EventLoop() else { fatalError("no event loop") }
        sink = Sink()
        super.init(loop: loop, log: Log { [sink] in sink.messages.append($0.message) })
    }

    override func start(completionHandler: @escaping ((any Error)?) -> Void) {
        heard.append("start \(profileName ?? "") \(network?.ssid ?? "") \(configuration)")
        onStart(self, completionHandler)
    }

    override func stop(with reason: StopReason, completionHandler: @escaping () -> Void) {
        heard.append("stop \(reason)")
        onStop(completionHandler)
    }

    override func handleTimerEvent() {
        heard.append("timer")
        onTimer(self)
    }

    override func sleep(completionHandler: @escaping () -> Void) {
        heard.append("sleep")
        completionHandler()
    }

    override func wake() { heard.append("wake") }

    override func providerConfigurationDidChange() -> Bool {
        heard.append("configuration \(configuration)")
        return acceptsConfigurations
    }

    override func networkDidChange() { heard.append("network \(network?.ssidBytes ?? [])") }

    private var configuration: String { "\(providerConfiguration ?? [:])" }

    // MARK: A conversation

    /// Runs a session in which the service says `lines` and is gone; returns the exit status and what the
    /// provider said.
    func converse(_ lines: [String]) throws -> (Int32, [MessageFromAgent]) {
        let folder = try TemporaryFolder()
        let path = try folder.write("input", lines.map { $0 + "\n" }.joined())
        let input = try FileDescriptor.open(path, 0)
        let output = try FileDescriptor.pipe()
        try output.first.setNonBlocking()
        try output.second.setNonBlocking()
        let reader = try output.first.duplicate()
        let status = try run(input: input, output: output.keepingSecond())
        return (status, try Self.messages(try reader.readToEnd(limit: 1 << 22)))
    }

    static func messages(_ bytes: [UInt8]) throws -> [MessageFromAgent] {
        var framer = LineFramer()
        return try (framer.append(bytes) + framer.finish()).map { line in
            guard case .line(let bytes) = line else { throw MessageError("overlong") }
            return try MessageFromAgent(line: bytes)
        }
    }
}
