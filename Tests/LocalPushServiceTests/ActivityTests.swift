import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

/// An app that runs and is told whether its profiles are active: a program of its own, on a bus with a
/// real service.
@Suite struct ActivityTests {
    let home: TemporaryFolder
    let bus: PrivateBus

    init() throws {
        home = try TemporaryFolder()
        bus = try PrivateBus()
    }

    /// A service with a profile of the app's.
    private func startService(isOnBus: Bool = true) throws -> ServiceStage {
        let stage = try ServiceStage(
            bus: isOnBus ? bus.address : nil, app: "com.myexample.SimplePush")
        try stage.save()
        try stage.start()
        return stage
    }

    /// Starts an app that writes down what it is told. It looks for the private socket elsewhere: what
    /// it hears it hears over the bus.
    private func startApp(_ stage: ServiceStage) throws -> GuardedProcess {
        try FileSystem.makeFolders(home("data/localpush"), mode: 0o755)
        try #require(symlink(stage.folder("providers"), home("data/localpush/providers")) == 0)
        let app = try GuardedProcess(
            [Repository.program("SampleApp"), "observe"],
            environment: [
                "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_DATA_HOME": home("data"),
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "SAMPLE_APP_REPORT": home("report"),
                "LOCALPUSH_STORE": stage.folder("preferences.json"),
            ], output: home("output"))
        try stage.until("the app observes") { report.first == #"observes ["p false"]"# }
        return app
    }

    private var report: [String] {
        let bytes = (try? FileSystem.read(home("report"), limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs the service until the app was told these, one after the other, and nothing else.
    private func until(_ activity: [Bool], by stage: ServiceStage) throws {
        let lines = activity.map { "active p \($0)" }
        try stage.until("\(lines), not \(report)") { report.dropFirst().elementsEqual(lines) }
    }

    @Test func `a manager follows its profile while the app runs`() throws {
        let stage = try startService()
        let app = try startApp(stage)
        try stage.join()
        try until([true], by: stage)
        try stage.leave()
        try until([true, false], by: stage)
        try stage.join()
        try until([true, false, true], by: stage)
        try stage.remove()
        stage.service.lookAtEverything()
        try until([true, false, true, false], by: stage)
        withExtendedLifetime(app) {}
    }

    @Test func `without a service nothing is active, and with the next what it says`() throws {
        var stage = try startService()
        try stage.join()
        try stage.until("it is active") { stage.state() == .active }
        let app = try startApp(stage)
        try until([true], by: stage)
        // The first ends with its last reference.
        stage = try ServiceStage(bus: bus.address)
        try until([true, false], by: stage)
        try stage.save()
        try stage.start()
        try stage.join()
        try until([true, false, true], by: stage)
        withExtendedLifetime(app) {}
    }

    /// What answers on the bus in the place of a service that is not there itself; it has the bus's name.
    private func front(
        of stage: ServiceStage, asked: @escaping () -> Void = {}
    ) throws -> Bus {
        let front = try Bus("bus", at: bus.address, loop: stage.loop, log: Log { _ in })
        let status = BusInterface.Method("Status", results: [.init("document", "s")]) { call in
            asked()
            call.reply(.string(JSONValue.object(stage.service.status().json).compactText))
        }
        front.offer(
            BusInterface("org.localpush1.Manager", methods: [status]), at: "/org/localpush1")
        front.request(name: "org.localpush1")
        front.connect()
        return front
    }

    @Test func `a service that goes without a word leaves nothing active`() throws {
        let stage = try startService(isOnBus: false)
        try stage.join()
        try stage.until("it is active") { stage.state() == .active }
        var front: Bus? = try front(of: stage)
        let app = try startApp(stage)
        try until([true], by: stage)
        #expect(front != nil)
        front = nil
        try until([true, false], by: stage)
        withExtendedLifetime(app) {}
    }

    @Test func `the service is asked for a change of activity alone`() throws {
        let stage = try startService(isOnBus: false)
        try stage.join()
        try stage.until("it is active") { stage.state() == .active }
        var asked = 0
        let front = try front(of: stage) { asked += 1 }
        let app = try startApp(stage)
        try until([true], by: stage)
        try stage.leave()
        try stage.until("it is not active") { stage.state() != .active }
        let before = asked
        // All are there before anything is answered.
        for property in ["AgentDetail", "AgentState", "IsActive"] {
            front.emit(
                "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
                at: "/org/localpush1/profile/p",
                [
                    .string("org.localpush1.Profile"),
                    .dictionary([(property, .bool(false))]), .strings([]),
                ])
        }
        try until([true, false], by: stage)
        #expect(asked == before + 1)
        withExtendedLifetime(app) {}
    }
}
