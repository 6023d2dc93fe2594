import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import PreferencesStore
import ProviderCatalog
import StrictJSON
import SystemdSupport
import TestSupport
import Testing
import WirelessLink
import WirelessTestSupport

/// A service in a folder of its own, with a real store, real agents and a real socket; the kernel's
/// Wi-Fi alone is played from recordings.
final class ServiceStage {
    static let ssid = "Cruise Ship Wi-Fi"

    let folder: TemporaryFolder
    let loop: EventLoop
    let service: Service
    let kernel = ReplayTransport()
    let store: PreferencesStore

    /// - Parameters:
    ///   - agent: The agent of the provider `com.example.P`, of Tests/Fixtures/agents.
    ///   - kind: The type in its manifest.
    ///   - scope: Whose service it is; in the system's no agent runs.
    ///   - bus: The address of the bus that the service is on.
    ///   - app: The provider's containing app.
    ///   - systemBus: The address of the bus that logind is on.
    ///   - hasCredentials: Whether there is a folder `credentials`.
    init(
        agent: String = "session.py", kind: String = "session", scope: Scope = .user,
        grace: Duration = .milliseconds(200), bus: String? = nil, systemBus: String? = nil,
        app: String? = nil, hasCredentials: Bool = false
    ) throws {
        folder = try TemporaryFolder()
        let providers = folder("providers")
        try FileSystem.makeFolders(providers, mode: 0o755)
        let path = Repository.path("Tests/Fixtures/agents/\(agent)")
        // The copy belongs to this user wherever the repository came from.
        let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        let program = try folder.write(agent, text, mode: 0o755)
        try folder.write(
            "providers/com.example.P.json",
            """
            {"bundleIdentifier": "com.example.P", "executable": ["\(program)"], "type": "\(kind)"
             \(app.map { ", \"containingApp\": \"\($0)\"" } ?? "")}
            """)
        if hasCredentials { try FileSystem.makeFolders(folder("credentials"), mode: 0o700) }
        let locations = StoreLocations(
            scope: scope, preferences: folder("preferences.json"),
            managedFolders: [folder("user.d"), folder("lib.d")],
            policyFile: folder("policy.json"))
        store = PreferencesStore(locations)
        try FileSystem.makeFolders(folder("run"), mode: 0o700)
        let settings = ServiceSettings(
            scope: scope, store: locations,
            providers: ProviderLocations(
                scope: scope, folders: [providers], owner: ProcessIdentity.effectiveUser),
            runtimeFolder: folder("run"), keeper: Repository.program("localpush-keeper"),
            bus: bus, systemBus: systemBus,
            credentials: hasCredentials ? folder("credentials") : nil, grace: grace)
        loop = try EventLoop()
        let sink = LogSink()
        service = try Service(settings, loop: loop, log: Log(to: .debug, sink: sink.take))
        self.sink = sink
    }

    /// Ends the service in order, with every agent: a child that is left unwaited for keeps the test
    /// library from noticing the end of processes of its own.
    deinit {
        service.stop(.userInitiated)
        let patience = try? loop.timer { [loop] in loop.exit(1) }
        patience?.set(after: .seconds(20))
        // Fails when the test has run it to its end.
        _ = try? loop.run()
    }

    private let sink: LogSink
    var log: [String] { sink.messages }

    func start() throws {
        try service.start(link: WirelessLink(transport: kernel))
    }

    // MARK: Changes

    func join() throws { try play("open") }
    func leave() throws { try play("left") }

    /// Joins, and the service hears of nothing else.
    func joinAlone() throws {
        kernel.play(try Recording("open"))
        service.lookAtNetworks()
    }

    private func play(_ recording: String) throws {
        kernel.play(try Recording(recording))
        service.lookAtEverything()
    }

    @discardableResult
    func save(
        _ name: String = "p", ssid: String = ServiceStage.ssid, port: Int = 1,
        isEnabled: Bool = true
    ) throws -> Int {
        try save([profile(name, ssid: ssid, port: port, isEnabled: isEnabled)])
    }

    @discardableResult
    func save(_ profiles: [Profile]) throws -> Int {
        var transaction = try store.begin()
        for profile in profiles { transaction.preferences.save(profile) }
        return try transaction.commit().generation
    }

    func profile(
        _ name: String, ssid: String, port: Int = 1, isEnabled: Bool = true
    ) throws -> Profile {
        Profile(
            name: try ProfileName(name), matchSSIDs: [try #require(SSID(text: ssid))],
            providerBundleIdentifier: try BundleIdentifier("com.example.P"),
            providerConfiguration: ["port": .number(.init(port))], isEnabled: isEnabled)
    }

    func remove(_ name: String = "p") throws {
        var transaction = try store.begin()
        transaction.preferences.remove(try ProfileName(name))
        _ = try transaction.commit()
    }

    // MARK: Looks

    func profile(_ name: String = "p") -> StatusReport.Profile? {
        service.status().profiles.first { $0.name == name }
    }

    func state(_ name: String = "p") -> ProfileState? { profile(name)?.state }

    /// Turns the loop until `condition` holds.
    func until(
        _ what: String, patience: Duration = .seconds(10), _ condition: () throws -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let deadline = MonotonicClock.now + patience
        while try !condition() {
            guard MonotonicClock.now < deadline else {
                Issue.record(
                    "waited in vain: \(what)\n\(service.status())\n\(log.joined(separator: "\n"))",
                    sourceLocation: sourceLocation)
                throw WaitedInVain()
            }
            _ = try loop.runOnce(patience: .milliseconds(50))
        }
    }

    struct WaitedInVain: Error {}

    private final class LogSink {
        var messages: [String] = []
        func take(_ entry: Log.Entry) { messages.append(entry.message) }
    }
}
