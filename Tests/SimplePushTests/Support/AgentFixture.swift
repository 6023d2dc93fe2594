import LinuxSystem
import NATSClient
import PushPayload
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// A screen that remembers what it was shown, and completes when it is told to, or at once.
final class RecordingScreen: Screen {
    var whenAvailable: (() -> Void)?
    var whenClosed: ((NotificationReference) -> Void)?
    var whenActivated: ((NotificationReference, _ action: String, _ token: String?) -> Void)?
    /// What a notification server would say; nil for none.
    var isAvailable = true
    /// Whether completions wait for ``complete()``.
    var isHolding = false
    /// The texts that were shown, in their order.
    private(set) var texts: [String] = []
    private(set) var withdrawn: [UInt32] = []
    /// What the app was told of: actions with their messages.
    private(set) var activated: [String] = []
    /// The messages that the app was woken with.
    private(set) var woken: [String] = []
    /// Whether the app takes what it is woken with; otherwise it never answers.
    var takesMessages = true
    private(set) var replaced: [UInt32?] = []
    private var held: [() -> Void] = []
    private var number: UInt32 = 0

    func present(
        _ presentation: Presentation, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        replaced.append(presentation.replaced?.id)
        show(Self.text(presentation.message.body), completion)
    }

    func presentMissedCall(
        _ message: PushMessage, userInfo: JSONObject,
        completion: @escaping (DeliveryOutcome) -> Void
    ) { show("missed \(message.id)", completion) }

    func presentDropped(
        _ count: Int, message: PushMessage, completion: @escaping (DeliveryOutcome) -> Void
    ) { show("dropped \(count)", completion) }

    func wakeApp(with message: PushMessage, completion: @escaping () -> Void) {
        woken.append(message.id)
        if takesMessages { completion() }
    }

    func activate(_ action: String, of message: PushMessage, token: String?) {
        activated.append("\(action) \(message.id)")
    }

    func withdraw(_ references: [NotificationReference]) { withdrawn += references.map(\.id) }

    func complete() {
        let completions = held
        held = []
        for completion in completions { completion() }
    }

    private func show(_ text: String, _ completion: @escaping (DeliveryOutcome) -> Void) {
        guard isAvailable else { return completion(.kept) }
        texts.append(text)
        number += 1
        let outcome = DeliveryOutcome.shown(NotificationReference(server: "test", id: number))
        if isHolding { held.append { completion(outcome) } } else { completion(outcome) }
    }

    private static func text(_ body: [UInt8]) -> String {
        guard case .string(let text)? = (try? JSONValue(parsing: body))?["aps"]?["alert"]?["body"]
        else { return String(decoding: body, as: UTF8.self) }
        return text
    }
}

/// An agent on a loop of its own, in this process.
final class AgentFixture {
    let loop: EventLoop
    let screen = RecordingScreen()
    private(set) var agent: Agent?
    private(set) var reports: [Agent.AgentReport] = []
    private(set) var calls: [(id: String, userInfo: JSONObject)] = []
    /// Whether the app takes calls.
    var takesCalls = true

    private let target: ConnectionTarget
    private let device: DeviceName
    private let folder: String

    /// - Parameter name: the agent's folder, where another is wanted than the device's usual one.
    init(_ server: MailServer, _ device: String, folder name: String? = nil) throws {
        loop = try EventLoop()
        self.device = try DeviceName(device)
        target = try server.target(device)
        folder = server.folder("agent-\(name ?? device)")
    }

    /// Starts the agent; an earlier one of this fixture has to be gone.
    func start(_ change: (inout ConnectionTarget) -> Void = { _ in }) throws {
        var target = target
        change(&target)
        let host = Agent.Host(
            report: { [unowned self] userInfo, id, completion in
                calls.append((id, userInfo))
                completion(takesCalls)
            },
            status: { [unowned self] in reports.append($0) })
        agent = try Agent(
            AgentConfiguration(mailbox: Mailbox(device: device), target: target),
            folder: folder, screen: screen, loop: loop, log: Log { _ in }, host: host)
        agent?.start()
    }

    /// Ends the agent as a crash would: nothing is said or written any more.
    func crash() { agent = nil }

    var state: String? { reports.last?.state }

    /// Runs the loop until `condition` holds; false when it does not in time.
    func eventually(
        within patience: Duration = .seconds(20), _ condition: () throws -> Bool
    ) throws -> Bool {
        let deadline = MonotonicClock.now + patience
        while try !condition() {
            let left = deadline - MonotonicClock.now
            if left <= .zero { return false }
            try loop.runOnce(patience: min(left, .milliseconds(100)))
        }
        return true
    }
}
