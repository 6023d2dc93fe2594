import LinuxSystem
import LocalPushModel
import MessageLines
import ProviderCatalog
import Reconciliation
import StrictJSON
import Supervision
import SystemdSupport

/// The agents that run: carries out what the reconciler decides, and reports back what comes of it.
final class AgentStaff {
    /// One run of an agent.
    private struct Member {
        let profile: ProfileName
        let manifest: ProviderManifest
        let process: any RunningAgent
        var pid: Int?
        /// When it confirmed its start: ISO 8601, UTC.
        var since: String?
        var status: AgentStatus?
    }

    /// Called with what an agent does; may be called while an action is carried out.
    var report: (AgentInstance, AgentEvent) -> Void = { _, _ in }
    /// Called with what those who watch are to be told.
    var publish: (MonitorEvent.Change) -> Void = { _ in }
    /// Called when something that the status shows has changed.
    var statusChanged: () -> Void = {}
    /// Called when an agent that was ready, and is not wanted any more, is gone.
    var readyEnded: () -> Void = {}

    /// The calls that agents report, on their way to their apps.
    let calls = CallDelivery()

    private let catalog: ProviderCatalog
    private let credentials: Credentials
    private let supervisor: Supervisor
    private let log: Log
    private var members: [AgentInstance: Member] = [:]
    /// The providers that agents are to be ready for; nil when they have to be looked at again.
    private var readyFor: [BundleIdentifier]?
    /// Those of them that were found.
    private var prepared: [BundleIdentifier: InstalledProvider] = [:]

    init(_ settings: ServiceSettings, loop: EventLoop, log: Log) throws(SystemError) {
        catalog = ProviderCatalog(settings.providers)
        credentials = Credentials(settings)
        self.log = log
        supervisor = try Supervisor(
            scope: settings.scope, loop: loop, keeper: settings.keeper,
            runtimeFolder: settings.runtimeFolder, bus: settings.bus, log: log)
        supervisor.whenNotReady { [weak self] in self?.readyEnded() }
    }

    /// What there is to say of a run that was restarted so many times before.
    func report(on instance: AgentInstance, restarts: Int) -> StatusReport.Agent {
        let member = members[instance]
        return StatusReport.Agent(
            pid: member?.pid, since: member?.since, restarts: restarts, status: member?.status)
    }

    /// Carries out what the reconciler decided.
    func perform(_ action: ReconcilerAction) {
        switch action {
        case .launch(let instance, let profile, let network): launch(instance, profile, network)
        case .changeConfiguration(let instance, let revision, let configuration):
            changeConfiguration(of: instance, revision: revision, configuration)
        case .changeNetwork(let instance, let network):
            send(.networkChanged(MessageToAgent.Network(network)), to: instance)
        case .timer(let instance): send(.timer, to: instance)
        case .sleep(let instance): send(.sleep, to: instance)
        case .wake(let instance): send(.wake, to: instance)
        case .requestStop(let instance, let reason): requestStop(instance, reason)
        case .terminate(let instance): members[instance]?.process.terminate()
        case .kill(let instance): members[instance]?.process.kill()
        case .record: break
        }
    }

    // MARK: Getting ready

    /// Whether no agent is ready, or on its way out without having been launched.
    var hasNoneReady: Bool { supervisor.hasNoneReady }

    /// Has agents of these providers ready to be launched, and of no others.
    func keepReady(_ providers: [BundleIdentifier]) {
        guard providers != readyFor else { return }
        readyFor = providers
        let found = providers.compactMap(catalog.provider)
        prepared = Dictionary(found.map { ($0.bundleIdentifier, $0) }) { first, _ in first }
        supervisor.keepReady(found.compactMap(AgentProgram.init))
    }

    /// The providers may have changed: they are looked at again to see which agents can be ready.
    func providersMayHaveChanged() { readyFor = nil }

    // MARK: Starting

    private func launch(_ instance: AgentInstance, _ profile: Profile, _ network: AgentNetwork) {
        defer {
            // Only now: the log may take longer than the launch.
            log.info(
                "start the agent of \(profile.name) on \(network.ssid)", fields(profile.name))
        }
        let provider = currentProvider(profile.providerBundleIdentifier)
        guard let provider, provider.isUsable, let manifest = provider.manifest else {
            return fail(instance, "the provider can no longer be used")
        }
        do {
            let configuration = try credentials.resolve(profile.providerConfiguration)
            let process = try start(manifest, profile, configuration, network, instance) {
                [weak self] in self?.take($0, of: instance)
            }
            members[instance] = Member(
                profile: profile.name, manifest: manifest, process: process)
        } catch {
            fail(instance, "\(error)")
        }
    }

    private func start(
        _ manifest: ProviderManifest, _ profile: Profile, _ configuration: JSONObject,
        _ network: AgentNetwork, _ instance: AgentInstance,
        handler: @escaping (AgentNews) -> Void
    ) throws(LaunchError) -> any RunningAgent {
        let conversation: AgentLaunch.Conversation
        switch manifest.kind {
        case .systemd(let unit):
            let launch = UnitLaunch(unit: unit, ssid: network.ssid, configuration: configuration)
            return try supervisor.launch(launch, handler: handler)
        case .simple: conversation = .simple(network.ssid, configuration: configuration)
        case .session:
            conversation = .session(
                .start(
                    profile: profile.name.text, providerConfiguration: configuration,
                    network: MessageToAgent.Network(network)))
        }
        let launch = AgentLaunch(
            name: "\(manifest.bundleIdentifier).\(instance.number)",
            program: AgentProgram(manifest), conversation: conversation)
        return try supervisor.launch(launch, handler: handler)
    }

    /// What the provider is at this moment: it may have changed since it was decided to launch it.
    private func currentProvider(_ identifier: BundleIdentifier) -> InstalledProvider? {
        if let found = prepared[identifier], found.isStillUsable { return found }
        return catalog.provider(identifier)
    }

    private func fail(_ instance: AgentInstance, _ problem: String) {
        report(instance, .startFailed(problem))
        report(instance, .exited(problem))
    }

    // MARK: Telling

    private func changeConfiguration(
        of instance: AgentInstance, revision: Int, _ configuration: JSONObject
    ) {
        do throws(Credentials.Problem) {
            let resolved = try credentials.resolve(configuration)
            send(
                .configurationChanged(revision: revision, providerConfiguration: resolved),
                to: instance)
        } catch {
            // What it is not told it cannot accept: it is started afresh, and that is refused.
            log.warning("cannot tell an agent its configuration: \(error)")
        }
    }

    private func send(_ message: MessageToAgent, to instance: AgentInstance) {
        guard let member = members[instance] else { return }
        do throws(MessageError) {
            guard try !member.process.send(message) else { return }
            log.warning("the agent of \(member.profile) does not read what it is told")
        } catch {
            log.warning("cannot tell the agent of \(member.profile): \(error)")
        }
    }

    private func requestStop(_ instance: AgentInstance, _ reason: ProviderStopReason) {
        guard let member = members[instance] else { return }
        log.info(
            "stop the agent of \(member.profile): \(reason.name) (\(reason.rawValue))",
            fields(member.profile))
        publish(.agentStopping(profile: member.profile.text, reason: reason))
        if member.manifest.kind.understandsMessages {
            send(.stop(reason), to: instance)
        } else {
            member.process.terminate()
        }
    }

    // MARK: Hearing

    private func take(_ news: AgentNews, of instance: AgentInstance) {
        guard let member = members[instance] else { return }
        let name = member.profile
        switch news {
        case .launched(let pid):
            members[instance]?.pid = Int(pid)
            statusChanged()
        case .launchFailed(let problem): report(instance, .startFailed(problem))
        case .said(let message): take(message, of: instance, name)
        case .complaint(let problem): log.warning("the agent of \(name): \(problem)", fields(name))
        case .logged(let line):
            log.info("\(name): \(line)", fields(name))
            publish(.agentLog(profile: name.text, line: line))
        case .ended(let ending):
            log.info("the agent of \(name) is gone: \(ending)", fields(name))
            members[instance] = nil
            report(instance, .exited(ending))
        }
    }

    private func take(
        _ message: MessageFromAgent, of instance: AgentInstance, _ name: ProfileName
    ) {
        switch message {
        case .started:
            if members[instance]?.since == nil {
                members[instance]?.since = WallClock.text(WallClock.now)
            }
            report(instance, .started)
        case .startFailed(let problem):
            report(instance, .startFailed(SafeText.escaped(problem)))
        case .stopped: report(instance, .stopped)
        case .configurationAccepted(let revision):
            report(instance, .configurationAccepted(revision: revision))
        case .status(let status):
            guard members[instance]?.status != status else { return }
            members[instance]?.status = status
            statusChanged()
        case .incomingCall(let id, let userInfo): deliver(id, userInfo, of: instance)
        }
    }

    // MARK: Calls

    private func deliver(_ id: String, _ userInfo: JSONObject, of instance: AgentInstance) {
        guard let member = members[instance] else { return }
        let name = member.profile
        publish(.incomingCall(profile: name.text, id: id))
        let call = CallDelivery.Call(
            provider: member.manifest.bundleIdentifier, app: member.manifest.containingApp,
            profile: name, id: id, userInfo: userInfo)
        calls.deliver(call) { [weak self] problem in
            guard let self else { return }
            if let problem {
                log.warning(
                    "the call \(SafeText.quoted(id)) of \(name) was not delivered: \(problem)",
                    fields(name))
            } else {
                log.info("the app has the call \(SafeText.quoted(id)) of \(name)", fields(name))
            }
            publish(.callReported(profile: name.text, id: id, problem: problem))
            send(.callReported(id: id, delivered: problem == nil), to: instance)
        }
    }

    private func fields(_ profile: ProfileName) -> [Log.Field] {
        [Log.Field("LOCALPUSH_PROFILE", profile.text)]
    }
}
