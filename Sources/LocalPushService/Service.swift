package import LinuxSystem
package import LocalPushModel
import MessageLines
import PreferencesStore
import Reconciliation
package import SystemdSupport
package import WirelessLink

/// The service of one scope: brings what it looks at to the reconciler, and carries out what that
/// decides. Lives on one thread, in its event loop.
package final class Service {
    let settings: ServiceSettings
    private let loop: EventLoop
    private let log: Log
    /// When the service was started, in ``WallClock``'s time.
    let startedAt = WallClock.now

    private(set) var reconciler: Reconciler
    let staff: AgentStaff
    private var profileWatcher: ProfileWatcher?
    private var networkWatcher: NetworkWatcher?
    private var timer: TimerSource?
    private var minute: TimerSource?
    private let notifier = ServiceNotifier()

    /// The control socket; nil until the service runs.
    private(set) var server: ControlServer?
    /// The service's bus, and the device's sleep; nil where the settings name no bus.
    private var busFront: BusFront?
    private var sleepWatcher: SleepWatcher?
    private(set) var storeEditor: StoreEditor?
    private(set) var revertKeeper: RevertKeeper?
    var pendingAnswers = PendingAnswers()
    /// What clients that watch were told last.
    private var published: StatusReport?
    /// The generation of the store that is in force; nil before the first look.
    private(set) var generation: Int?
    /// Why the store cannot be read; nil when it can be.
    private(set) var storeProblem: String?
    /// What stands in the way of looking at Wi-Fi; nil when nothing does.
    private(set) var networkProblem: WirelessError?

    private var queue: [ReconcilerEvent] = []
    private var isSettling = false

    package init(_ settings: ServiceSettings, loop: EventLoop, log: Log) throws(SystemError) {
        self.settings = settings
        self.loop = loop
        self.log = log
        var periods = ReconcilerSettings()
        periods.grace = settings.grace
        reconciler = Reconciler(
            settings: periods, seed: UInt64(bitPattern: WallClock.now ^ Int64(ProcessIdentity.pid)))
        staff = try AgentStaff(settings, loop: loop, log: log)
    }

    // MARK: Life

    /// Starts to watch, decide and serve, from the loop's next turn on.
    package func start(
        link: WirelessLink = WirelessLink(), events: WirelessEvents = WirelessEvents()
    ) throws(SystemError) {
        timer = try loop.timer { [weak self] in self?.timePassed() }
        minute = try loop.timer(accuracy: .seconds(1)) { [weak self] in self?.minutePassed() }
        staff.report = { [weak self] in self?.post(.agent($0, $1)) }
        staff.publish = { [weak self] in self?.publish($0) }
        staff.statusChanged = { [weak self] in self?.publishChanges() }
        staff.readyEnded = { [weak self] in self?.post(.time) }
        profileWatcher = try ProfileWatcher(settings, loop, log) { [weak self] in self?.take($0) }
        networkWatcher = try NetworkWatcher(loop, link: link, events: events) { [weak self] in
            self?.take($0)
        }
        server = try ControlServer(
            loop, path: "\(settings.runtimeFolder)/control", mode: 0o666, desk: self)
        let store = PreferencesStore(settings.store)
        storeEditor = try StoreEditor(store, loop: loop, log: log)
        revertKeeper = try RevertKeeper(store, loop: loop, log: log) { [weak self] in
            self?.lookAtProfiles()
        }
        profileWatcher?.look()
        networkWatcher?.look()
        try connectToBuses()
        minute?.set(after: .seconds(60))
        notifier.ready(status: "ready")
    }

    private func connectToBuses() throws(SystemError) {
        if let address = settings.bus {
            busFront = try BusFront(self, at: address, loop: loop, log: log)
            staff.calls.bus = busFront?.bus
        }
        if let address = settings.systemBus {
            sleepWatcher = try SleepWatcher(loop, at: address, log: log) { [weak self] in
                self?.take($0)
            }
        }
    }

    /// Stops every agent for this reason; the loop ends when all are gone.
    package func stop(_ reason: ProviderStopReason) {
        notifier.stopping(status: "stopping")
        publish(.serviceStopping)
        post(.shutdown(reason))
    }

    /// Looks at profiles, providers and networks again, now.
    package func lookAtEverything() {
        profileWatcher?.look()
        networkWatcher?.look()
    }

    /// Looks at profiles and providers again, now.
    func lookAtProfiles() { profileWatcher?.look() }

    /// Looks at networks again, now.
    package func lookAtNetworks() { networkWatcher?.look() }

    // MARK: What comes in

    private func take(_ look: ProfileWatcher.Look) {
        if generation != look.generation { publish(.store(generation: look.generation)) }
        generation = look.generation
        storeProblem = look.problem
        revertKeeper?.look()
        staff.providersMayHaveChanged()
        post(.profiles(look.profiles), .providers(look.providers))
    }

    private func take(_ look: NetworkWatcher.Look) {
        switch look {
        case .success(let networks):
            networkProblem = nil
            post(.networks(networks))
        case .failure(let problem):
            if networkProblem != problem { log.warning("cannot look at Wi-Fi: \(problem)") }
            networkProblem = problem
            // What the last look found still holds, unless there is no Wi-Fi at all any more.
            post(problem == .noWirelessSupport ? .networks([]) : .time)
        }
    }

    private func minutePassed() {
        minute?.set(after: .seconds(60))
        busFront?.tryAgain()
        sleepWatcher?.tryAgain()
        lookAtNetworks()
        // After a sleep the time may be over.
        revertKeeper?.look()
        post(.minute)
    }

    private func timePassed() {
        post(.time)
    }

    // MARK: Settling

    /// Has the reconciler take in `events`, now or after what it is taking in already.
    func post(_ events: ReconcilerEvent...) {
        queue += events
        guard !isSettling else { return }
        isSettling = true
        while !queue.isEmpty {
            for action in reconciler.handle(queue.removeFirst(), at: MonotonicClock.now) {
                perform(action)
            }
        }
        isSettling = false
        settled()
    }

    private func settled() {
        let now = MonotonicClock.now
        for (asker, reply) in pendingAnswers.due(at: now) { asker.answer(reply) }
        publishChanges()
        if let sleepWatcher, sleepWatcher.isWaitedFor, reconciler.isReadyForSleep {
            sleepWatcher.letSleep()
        }
        let deadlines = [reconciler.nextDeadline, pendingAnswers.nextDeadline]
        timer?.set(deadlines.compactMap(\.self).min())
        staff.keepReady(reconciler.idleProviders)
        if reconciler.isShuttingDown, reconciler.isDrained, staff.hasNoneReady { loop.exit(0) }
    }

    private func perform(_ action: ReconcilerAction) {
        switch action {
        case .record(let occurrence): record(occurrence)
        default: staff.perform(action)
        }
    }

    // MARK: What goes out

    private func record(_ occurrence: Occurrence) {
        switch occurrence {
        case .roamed(let interface, let ssid, let from, let to):
            log.info("\(SafeText.escaped(interface)) roamed within \(ssid)")
            publish(.roamed(interface: interface, ssid: ssid, from: from, to: to))
        case .agentFailed(let profile, let problem, let pause):
            log.warning("the agent of \(profile) failed: \(problem)")
            publish(
                .agentFailed(
                    profile: profile.text, problem: problem,
                    pauseMilliseconds: Int(pause.nanoseconds / 1_000_000)))
        }
    }

    /// Tells all who watch.
    func publish(_ change: MonitorEvent.Change) {
        busFront?.tell(change)
        tellMonitors(change)
    }

    private func tellMonitors(_ change: MonitorEvent.Change) {
        guard let server, server.hasMonitors else { return }
        server.publish(MonitorEvent(time: WallClock.text(WallClock.now), change))
    }

    private func publishChanges() {
        guard hasMonitors || busFront?.isConnected ?? false else { return published = nil }
        let report = status()
        busFront?.tell(report)
        guard hasMonitors else { return published = nil }
        for change in StatusDifference.changes(from: published ?? report, to: report) {
            tellMonitors(change)
        }
        published = report
    }

    /// A client begins to watch and has just been told `report`.
    func watchBegan(with report: StatusReport) {
        if published == nil { published = report }
    }
}
