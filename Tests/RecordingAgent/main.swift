import Glibc
import LinuxSystem
import LocalPushModel
import PushPayload
import SimplePush
import StrictJSON
import SystemdSupport

// SimplePush's agent with a screen that writes down what it is shown, for measurements.
//
//   RecordingAgent PROFILE-FILE STATE-FOLDER RECORD-FILE
//
// PROFILE-FILE is what `simplepush enroll` wrote. RECORD-FILE gets a line for everything shown,
// `NANOSECONDS TEXT` with the monotonic clock's time, in one write(2), and `# STATE DETAIL` for each
// change of state. On standard input `network`, `wake` and `minute` are told to the agent, a line each;
// at its end the agent stops.

/// Writes down what it is to show; the notification is on the screen at once.
final class RecordingScreen: Screen {
    var whenAvailable: (() -> Void)?
    var whenClosed: ((NotificationReference) -> Void)?
    var whenActivated: ((NotificationReference, String, String?) -> Void)?
    private let file: FileDescriptor
    private var number: UInt32 = 0

    init(_ path: String) throws {
        file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
    }

    func write(_ line: String) { try? file.writeAll(Array((line + "\n").utf8)) }

    private func show(_ text: String, _ completion: (DeliveryOutcome) -> Void) {
        write("\(MonotonicClock.now.nanoseconds) \(text)")
        number += 1
        completion(.shown(NotificationReference(server: "record", id: number)))
    }

    func present(
        _ presentation: Presentation, completion: @escaping (DeliveryOutcome) -> Void
    ) { show(presentation.payload.alert?.body?.literal ?? "", completion) }

    func presentMissedCall(
        _ message: PushMessage, userInfo: JSONObject,
        completion: @escaping (DeliveryOutcome) -> Void
    ) { show("missed call", completion) }

    func presentDropped(
        _ count: Int, message: PushMessage, completion: @escaping (DeliveryOutcome) -> Void
    ) { show("dropped \(count)", completion) }

    func wakeApp(with message: PushMessage, completion: @escaping () -> Void) { completion() }

    func activate(_ action: String, of message: PushMessage, token: String?) {}

    func withdraw(_ references: [NotificationReference]) {}
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: RecordingAgent PROFILE-FILE STATE-FOLDER RECORD-FILE")
    exit(2)
}
let document = try JSONDocument(parsing: try FileSystem.read(arguments[1], limit: 1 << 20))
let profile = try Profile(document.root)
let loop = try EventLoop()
let screen = try RecordingScreen(arguments[3])
let agent = try Agent(
    AgentConfiguration(profile.providerConfiguration), folder: arguments[2], screen: screen,
    loop: loop, log: .standardError("RecordingAgent", to: .warning),
    host: Agent.Host(
        report: { _, _, completion in completion(true) },
        status: { screen.write("# \($0.state) \($0.detail ?? "")") }))
agent.start()

let input = try FileDescriptor(duplicating: STDIN_FILENO)
let commands = try loop.watch(input.raw) { _ in
    guard case .bytes(let bytes)? = try? input.read(upTo: 4096) else { return loop.exit(0) }
    for word in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        switch word {
        case "network": agent.networkChanged()
        case "wake": agent.wake()
        case "minute": agent.minute()
        default: break
        }
    }
}
exit(try withExtendedLifetime(commands) { try loop.run() })
