import LinuxSystem
import LocalPushModel
package import SystemdSupport

/// A containing app: goes by its bundle identifier on the session's bus, which starts it when a call
/// comes in, and brings calls to the delegates of the ``AppPushManager``s.
///
/// ```swift
/// final class App: AppPushApplicationDelegate, AppPushDelegate { … }
/// let app = App()
/// exit(try AppPushApplication("com.myexample.SimplePush", delegate: app).run())
/// ```
///
/// For the bus to start it, a file `com.myexample.SimplePush.service` in
/// `$XDG_DATA_HOME/dbus-1/services` or `/usr/share/dbus-1/services` names the program (D-Bus
/// Specification, "Message Bus Starting Services").
///
/// A process has one. Everything is called in the thread that calls ``run()``, and nothing may block it:
/// wait with ``loop``.
public final class AppPushApplication {
    /// How long the bus may take to let the app in.
    private static let patience = Duration.seconds(10)

    /// The app's bundle identifier, which is its name on the bus.
    public let bundleIdentifier: String
    /// What waits for descriptors and times.
    public let loop: AppPushLoop
    /// Is told what happens to the app. Set it before ``run()``.
    public weak var delegate: (any AppPushApplicationDelegate)?

    /// The app's connection to the bus, for what else it does there.
    package let bus: Bus
    package let log: Log
    private var patience: TimerSource?
    private var calls = TakenCalls()
    private let idleness: Idleness
    private var activity: ActivityWatch?

    /// Makes the app; nothing happens before ``run()``.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: A name on a bus too: two or more elements joined by dots, none of which
    ///     starts with a digit (D-Bus Specification, "Bus names").
    ///   - delegate: Not kept alive; nil to set it later.
    ///
    /// - Throws: When the identifier is none, and where no session bus is to be found
    ///   (`DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR`).
    public init(
        _ bundleIdentifier: String, delegate: (any AppPushApplicationDelegate)?
    ) throws {
        let identifier = try BundleIdentifier(bundleIdentifier)
        self.bundleIdentifier = identifier.text
        self.delegate = delegate
        guard let address = BusAddress.session(.current) else {
            throw InvalidValue("there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set")
        }
        let events = try EventLoop()
        loop = AppPushLoop(events)
        log = .plainStandardError()
        bus = try Bus("session bus", at: address, loop: events, log: log)
        idleness = try Idleness(of: bundleIdentifier, on: bus, loop: events)
        ManagerRegistry.current.app = bundleIdentifier
        bus.offer(pushDelegate, at: identifier.objectPath)
        bus.offer(freedesktopApplication, at: identifier.objectPath)
        bus.request(name: bundleIdentifier)
        if PreferencesDomain.scopeOfThisProcess == .user { activity = ActivityWatch(on: bus) }
        activity?.told = ManagerRegistry.current.tellActive
        bus.connected = { [weak self] in
            self?.patience?.set(nil)
            self?.activity?.ask()
        }
        idleness.whenIdle = { [weak self] in self?.quit() }
        // The session is over.
        bus.lost = { [weak self] in self?.quit(1) }
        patience = try events.timer { [weak self] in
            self?.log.error("there is no session bus")
            self?.quit(1)
        }
    }

    /// Runs the app until ``quit(_:)`` is called or the session ends. Everything is called meanwhile, in
    /// this thread.
    ///
    /// - Returns: The exit status for the program: that of ``quit(_:)``, or 1 when the session is over or
    ///   its bus does not let the app in within 10 s.
    /// - Throws: When the loop fails (sd-event(3)).
    public func run() throws -> Int32 {
        delegate?.applicationDidFinishLaunching(self)
        patience?.set(after: Self.patience)
        bus.connect()
        return try loop.events.run()
    }

    /// How long the app stays when it ``isBusy`` no more and nothing comes in; nil, as at first, for ever.
    ///
    /// For an app that the bus starts: it gives back its name before it ends, so that whatever comes then
    /// starts it anew.
    public var idleTime: Duration? {
        get { idleness.patience }
        set { idleness.patience = newValue }
    }

    /// Whether the app has something to do, such as a call that rings; false at first.
    public var isBusy: Bool {
        get { idleness.isBusy }
        set { idleness.isBusy = newValue }
    }

    /// Lets ``run()`` return, once the current handler has returned.
    public func quit(_ exitStatus: Int32 = 0) { loop.events.exit(exitStatus) }

    // MARK: Calls

    private var pushDelegate: BusInterface {
        BusInterface(
            "org.localpush1.AppPushDelegate",
            methods: [
                .init(
                    "DidReceiveIncomingCall",
                    arguments: [.init("profile", "s"), .init("id", "s"), .init("userInfo", "s")]
                ) { [weak self] in self?.take($0) }
            ])
    }

    private func take(_ call: BusCall) {
        idleness.touch()
        let texts = call.arguments.compactMap(\.text)
        guard texts.count == 3, let userInfo = PropertyList(jsonText: texts[2]) else {
            return call.fail(BusError(BusError.invalidArguments, "userInfo is no JSON object"))
        }
        let (profile, id) = (texts[0], texts[1])
        guard !calls.contains(profile, id) else { return call.reply() }
        if ManagerRegistry.current.manager(ofProfile: profile) == nil {
            delegate?.application(self, lacksDelegateForProfile: profile)
        }
        guard let manager = ManagerRegistry.current.manager(ofProfile: profile),
            let delegate = manager.delegate
        else {
            let message = "no delegate takes calls of the profile \(SafeText.quoted(profile))"
            return call.fail(BusError(BusError.failed, message))
        }
        calls.insert(profile, id)
        delegate.appPushManager(manager, didReceiveIncomingCallWithUserInfo: userInfo)
        call.reply()
    }

    // MARK: org.freedesktop.Application

    private var freedesktopApplication: BusInterface {
        let platform = BusInterface.Parameter("platform_data", "a{sv}")
        return BusInterface(
            "org.freedesktop.Application",
            methods: [
                .init("Activate", arguments: [platform]) { [weak self] in
                    self?.activate($0)
                },
                .init(
                    "ActivateAction",
                    arguments: [.init("action_name", "s"), .init("parameter", "av"), platform]
                ) { [weak self] in self?.activateAction($0) },
                .init("Open", arguments: [.init("uris", "as"), platform]) { [weak self] in
                    self?.open($0)
                },
            ])
    }

    private func activate(_ call: BusCall) {
        idleness.touch()
        delegate?.applicationDidActivate(self)
        call.reply()
    }

    private func activateAction(_ call: BusCall) {
        idleness.touch()
        guard let action = call.arguments.first?.text else {
            return call.fail(BusError(BusError.invalidArguments, "there is no action"))
        }
        var parameter: String?
        if case .array(let values, _)? = call.arguments.dropFirst().first,
            case .variant(let value)? = values.first
        {
            parameter = value.text
        }
        delegate?.application(self, didActivateAction: action, parameter: parameter)
        call.reply()
    }

    private func open(_ call: BusCall) {
        idleness.touch()
        if case .array(let values, _)? = call.arguments.first {
            delegate?.application(self, open: values.compactMap(\.text))
        }
        call.reply()
    }
}

/// The calls that an app has taken, as far back as one may be reported again.
private struct TakenCalls {
    private struct Key: Hashable {
        /// As bytes: two texts that look alike are two identifiers.
        let profile: [UInt8]
        let id: [UInt8]

        init(_ profile: String, _ id: String) {
            self.profile = Array(profile.utf8)
            self.id = Array(id.utf8)
        }
    }

    private static let most = 1024
    private var keys: Set<Key> = []
    /// The same, the oldest first.
    private var order: [Key] = []

    func contains(_ profile: String, _ id: String) -> Bool { keys.contains(Key(profile, id)) }

    mutating func insert(_ profile: String, _ id: String) {
        let key = Key(profile, id)
        keys.insert(key)
        order.append(key)
        if order.count > Self.most { keys.remove(order.removeFirst()) }
    }
}
