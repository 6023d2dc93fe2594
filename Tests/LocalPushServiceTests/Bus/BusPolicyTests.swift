import LinuxSystem
import LocalPushModel
import LocalPushService
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

/// The files in Packaging on a bus that allows as little by itself as a system's does, with callers
/// that are other users.
@Suite(.enabled(if: ProcessIdentity.effectiveUser == 0, "only root can be several users"))
struct BusPolicyTests {
    /// What Debian's /usr/share/dbus-1/system.conf says, in short.
    private static let systemPolicy = """
        <policy context="default">
          <allow user="*"/>
          <deny own="*"/> <deny send_type="method_call"/>
          <allow send_type="signal"/>
          <allow send_requested_reply="true" send_type="method_return"/>
          <allow send_requested_reply="true" send_type="error"/>
          <allow receive_type="method_call"/> <allow receive_type="method_return"/>
          <allow receive_type="error"/> <allow receive_type="signal"/>
          <allow send_destination="org.freedesktop.DBus"/>
        </policy>
        <policy user="root">
          <allow own="org.freedesktop.PolicyKit1"/>
          <allow send_destination="org.freedesktop.PolicyKit1"/>
        </policy>
        <include>\(Repository.path("Packaging/dbus/org.localpush1.conf"))</include>
        """

    let daemon: PrivateBus
    let stage: ServiceStage

    init() throws {
        daemon = try PrivateBus(policy: Self.systemPolicy)
        stage = try ServiceStage(scope: .system, bus: daemon.address)
        try stage.start()
        // That the service is there shows in that root is answered.
        try stage.until("the service is on the bus") {
            try call(as: 0, "Status").0 == .exited(0)
        }
    }

    /// Calls a method of the manager's as `user` does with busctl.
    private func call(
        as user: UInt32, _ method: String, _ arguments: String...
    ) throws -> (WaitStatus, String) {
        try stage.run(
            ["/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups", "/usr/bin/busctl"]
                + ["--address=\(daemon.address)", "call", "org.localpush1", "/org/localpush1"]
                + ["org.localpush1.Manager", method] + arguments)
    }

    private func profile() throws -> String {
        try stage.profile("p", ssid: "x", port: 4222).json.compactText
    }

    @Test func `everybody may read, but not what providers are given`() throws {
        #expect(try call(as: 0, "SaveProfile", "s", profile()) == (.exited(0), "t 1\n"))
        let (status, text) = try call(as: 65534, "ListProfiles")
        #expect(status == .exited(0) && text.contains("com.example.P"))
        #expect(!text.contains("4222"))
        #expect(try call(as: 0, "ListProfiles").1.contains("4222"))
        #expect(try call(as: 65534, "Status").0 == .exited(0))
    }

    @Test func `others than root change things if polkit lets them`() throws {
        let (status, text) = try call(as: 65534, "SaveProfile", "s", profile())
        #expect(status == .exited(1) && text.contains("Access denied"), "\(text)")
        let polkit = try PolkitStandIn(stage.loop, at: daemon.address)
        try stage.until("polkit is there") { polkit.bus.isConnected }
        #expect(try call(as: 65534, "SaveProfile", "s", profile()).0 == .exited(1))
        polkit.verdict.isAuthorized = true
        #expect(try call(as: 65534, "SaveProfile", "s", profile()) == (.exited(0), "t 1\n"))
        #expect(polkit.asked.count == 2)
    }

    @Test func `nobody but root can be the service`() throws {
        let (status, text) = try stage.run(
            ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", "/usr/bin/busctl"]
                + ["--address=\(daemon.address)", "call", "org.freedesktop.DBus"]
                + ["/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", "su"]
                + ["org.localpush1", "0"])
        #expect(status == .exited(1) && text.contains("Access denied"), "\(text)")
    }

    @Test func `the action that polkit is asked about is the one that is installed`() throws {
        let bytes = try FileSystem.read(
            Repository.path("Packaging/polkit/org.localpush1.policy"), limit: 1 << 16)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                .contains("<action id=\"\(BusAuthorizer.action)\">"))
    }
}
