import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

/// The whole way of a call: from a provider in Python through the service to an app that the bus starts,
/// Apple's samples ported.
@Suite struct CallPathTests {
    let services: TemporaryFolder
    let bus: PrivateBus
    let stage: ServiceStage

    init() throws {
        services = try TemporaryFolder()
        bus = try PrivateBus(
            policy: """
                <servicedir>\(services.path)</servicedir>
                <policy context="default">
                  <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
                </policy>
                """)
        stage = try ServiceStage(
            agent: "calling.py", bus: bus.address, app: "com.myexample.SimplePush")
        try FileSystem.makeFolders(stage.folder("data/localpush"), mode: 0o755)
        try #require(
            symlink(
                stage.folder("providers"), stage.folder("data/localpush/providers")) == 0)
        try services.write(
            "com.myexample.SimplePush.service",
            """
            [D-BUS Service]
            Name=com.myexample.SimplePush
            Exec=/usr/bin/env HOME=\(stage.folder.path) XDG_RUNTIME_DIR=\(stage.folder("run")) \
            DBUS_SESSION_BUS_ADDRESS=\(bus.address) \
            XDG_DATA_HOME=\(stage.folder("data")) SAMPLE_APP_REPORT=\(stage.folder("report")) \
            LOCALPUSH_STORE=\(stage.folder("preferences.json")) \
            \(Repository.program("SampleApp"))
            """)
    }

    /// Has the agent report these calls.
    private func report(_ calls: JSONObject) throws {
        var profile = try stage.profile("p", ssid: ServiceStage.ssid)
        profile.providerConfiguration = ["calls": .object(calls)]
        try stage.save([profile])
        stage.service.lookAtEverything()
    }

    /// What the app wrote down.
    private var appReport: [String] {
        let bytes = (try? FileSystem.read(stage.folder("report"), limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func untilReported(_ id: String, _ isDelivered: String) throws {
        try stage.until("the agent hears of \(id)", patience: .seconds(30)) {
            stage.log.contains("p: reported \(id) \(isDelivered)")
        }
    }

    @Test func `a call starts its app, which gets it unchanged and once`() throws {
        let text = #"{"big":12345678901234567890,"flag":true,"list":[1,null,"é"],"name":"Jane"}"#
        let info = try JSONValue(parsing: Array(text.utf8))
        try report(["one": info])
        try stage.join()
        try stage.start()
        try untilReported("one", "True")
        #expect(appReport == ["call p \(text)"])
        // The next goes to the same app; what is reported again does not arrive again.
        try report(["one": info, "two": ["end": true]])
        try untilReported("two", "True")
        #expect(appReport == ["call p \(text)", #"call p {"end":true}"#])
    }

    @Test func `an app that crashes has not taken the call, and is started for the next`() throws {
        try report(["one": ["crash": true]])
        try stage.join()
        try stage.start()
        try untilReported("one", "False")
        try report(["two": ["name": "Jane"]])
        try untilReported("two", "True")
        #expect(appReport.last == #"call p {"name":"Jane"}"#)
    }

    @Test func `a service that was killed has the call reported again, and the app drops it`()
        throws
    {
        try report(["one": ["name": "Jane"]])
        try stage.join()
        try stage.start()
        try untilReported("one", "True")
        // A service that knows nothing of it.
        let connection = try Bus("bus", at: bus.address, loop: stage.loop, log: Log { _ in })
        connection.connect()
        let delivery = CallDelivery()
        delivery.bus = connection
        for id in ["one", "two"] {
            let call = CallDelivery.Call(
                provider: try BundleIdentifier("com.example.P"),
                app: try BundleIdentifier("com.myexample.SimplePush"),
                profile: try ProfileName("p"), id: id, userInfo: [:])
            var answers: [String?] = []
            delivery.deliver(call) { answers.append($0) }
            try stage.until("an answer") { !answers.isEmpty }
            #expect(answers == [nil])
        }
        #expect(appReport == [#"call p {"name":"Jane"}"#, "call p {}"])
    }
}
