import LinuxSystem
package import LocalPush
import LocalPushModel
import SystemdSupport

/// SimplePush's agent as the service runs it: ``Agent`` between the session protocol and the desktop.
package final class SimplePushProvider: AppPushProvider {
    private var agent: Agent?
    private var configuration: AgentConfiguration?
    private var addressEvents: AddressEvents?
    private var addressSource: IOSource?
    private var bus: Bus?

    package override func start(completionHandler: @escaping ((any Error)?) -> Void) {
        do {
            try startAgent()
            completionHandler(nil)
        } catch {
            completionHandler(error)
        }
    }

    package override func stop(
        with reason: StopReason, completionHandler: @escaping () -> Void
    ) {
        agent?.stop()
        completionHandler()
    }

    package override func handleTimerEvent() {
        bus?.tryAgain()
        agent?.minute()
    }

    package override func wake() { agent?.wake() }

    package override func networkDidChange() {
        agent?.interface = network?.interface
        agent?.networkChanged()
    }

    /// Whatever is different needs an agent of its own.
    package override func providerConfigurationDidChange() -> Bool {
        guard let json = providerConfiguration?.json else { return false }
        return (try? AgentConfiguration(json)) == configuration
    }

    /// An address comes seconds after the network, and may go while the network stays.
    private func watchAddresses() throws(SystemError) {
        let events = try AddressEvents()
        addressSource = try loop.events.watch(events.descriptor.raw) { [unowned self] _ in
            addressEvents?.take()
            agent?.networkChanged()
        }
        addressEvents = consume events
    }

    private func startAgent() throws {
        let json = (providerConfiguration ?? [:]).json
        let configuration = try AgentConfiguration(json)
        let name = providerConfiguration?["app"]?.string ?? ContainingApp.identifier
        let app = try BundleIdentifier(name)
        let environment = Environment.current
        // In system scope there is no session: then messages are kept, as without a notification server.
        let address = BusAddress.session(environment) ?? BusAddress.system(environment)
        let bus = try Bus("session bus", at: address, loop: loop.events, log: log)
        let screen = try DesktopScreen(
            on: bus, for: app,
            described: AppDescription(of: app, environment: environment, log: log),
            loop: loop.events, log: log)
        let agent = try Agent(
            configuration, folder: StateFolder.path(of: configuration.mailbox.device, environment),
            screen: screen,
            loop: loop.events, log: log,
            host: Agent.Host(
                report: { [unowned self] userInfo, id, completion in
                    reportIncomingCall(
                        userInfo: PropertyList(userInfo), id: id, completionHandler: completion)
                },
                status: { [unowned self] report in
                    reportStatus(
                        report.state, detail: report.detail, delivered: report.delivered)
                }))
        agent.interface = network?.interface
        self.bus = bus
        self.agent = agent
        self.configuration = configuration
        try watchAddresses()
        bus.connect()
        agent.start()
    }
}
