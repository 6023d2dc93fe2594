import Glibc
import LinuxSystem
import LocalPushModel
import MessageLines
import TestSupport
import Testing

/// Managed files that come, change and go while the service runs.
struct ManagedTests {
    private func text(ssid: String = ServiceStage.ssid, port: Int = 1, more: String = "") -> String
    {
        """
        {"name": "p", "matchSSIDs": ["\(ssid)"], "providerBundleIdentifier": "com.example.P",
         "providerConfiguration": {"port": \(port)}\(more)}
        """
    }

    /// A service on its network whose agent runs for the managed profile `lib.d/p.json`.
    private func stage() throws -> ServiceStage {
        let stage = try ServiceStage()
        for name in ["user.d", "lib.d"] {
            try FileSystem.makeFolders(stage.folder(name), mode: 0o755)
        }
        try stage.start()
        try stage.join()
        try stage.folder.write("lib.d/p.json", text())
        try stage.until("the agent runs") { stage.state() == .active }
        return stage
    }

    private func wasTold(_ stage: ServiceStage, _ words: String) -> Bool {
        stage.log.contains { $0.contains(words) }
    }

    @Test func `a changed file reaches the running agent`() throws {
        let stage = try stage()
        let pid = stage.profile()?.agent?.pid
        try stage.folder.write("lib.d/p.json", text(port: 2))
        try stage.until("it is told") { wasTold(stage, "told configurationChanged") }
        #expect(stage.profile()?.agent?.pid == pid)
    }

    @Test func `a mask stops the agent, and its removal brings it back`() throws {
        let stage = try stage()
        try #require(symlink("/dev/null", stage.folder("user.d/p.json")) == 0)
        try stage.until("the profile is gone") { stage.profile() == nil }
        try stage.until("the agent is stopped") { wasTold(stage, "told stop {\"code\": 10") }
        try FileSystem.remove(stage.folder("user.d/p.json"))
        try stage.until("the agent is back") { stage.state() == .active }
    }

    @Test func `a copy that is switched off in an earlier folder overrides`() throws {
        let stage = try stage()
        try stage.folder.write("user.d/p.json", text(more: #", "isEnabled": false"#))
        try stage.until("it is switched off") { stage.state() == .disabled }
        #expect(wasTold(stage, "told stop {\"code\": 9"))
        #expect(stage.profile()?.file == stage.folder("user.d/p.json"))
    }

    @Test func `a file that becomes invalid stops its agent and says why`() throws {
        let stage = try stage()
        try stage.folder.write("lib.d/p.json", "{\"name\": 1}")
        try stage.until("it is invalid") { stage.state() == .invalid }
        #expect(stage.profile()?.reason.contains("name: expected a string") == true)
        try stage.until("the agent is stopped") { wasTold(stage, "told stop {\"code\": 10") }
    }

    @Test func `a file that goes takes its agent with it`() throws {
        let stage = try stage()
        try FileSystem.remove(stage.folder("lib.d/p.json"))
        try stage.until("the agent is stopped") { wasTold(stage, "told stop {\"code\": 10") }
        try stage.until("the profile is gone") { stage.profile() == nil }
    }
}
