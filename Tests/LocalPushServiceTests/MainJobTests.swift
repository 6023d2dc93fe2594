import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import MessageLines
import SystemdSupport
import TestSupport
import Testing

struct MainJobTests {
    @Test func `joining the network starts the agent, leaving it stops it`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        #expect(stage.state() == .waiting)
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        let profile = try #require(stage.profile())
        #expect(profile.matchedSSID == SSID(text: ServiceStage.ssid))
        #expect(profile.agent?.pid != nil)
        #expect(profile.reason == "wlan1 is on \"\(ServiceStage.ssid)\"")
        try stage.leave()
        #expect(stage.state() == .active, "the grace period runs")
        #expect(stage.service.status().networks.map(\.state) == [.leaving])
        try stage.until("the agent is gone") { stage.state() == .waiting }
        #expect(stage.log.contains { $0.contains("told stop {\"code\": 3") })
    }

    @Test func `a provider that is no longer safe is refused, though its agent was ready`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        chmod(stage.folder("session.py"), 0o777)
        try stage.joinAlone()
        try stage.until("it is refused") { stage.state() == .backoff }
        #expect(stage.profile()?.reason.contains("can no longer be used") == true)
        #expect(!stage.log.contains { $0.contains("told start") })
    }

    @Test func `a provider whose manifest has changed runs as the new one says`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        let program = try FileSystem.read(stage.folder("session.py"), limit: 1 << 20)
        let other = try stage.folder.write(
            "other.py", String(decoding: program, as: UTF8.self), mode: 0o755)
        try stage.folder.write(
            "providers/com.example.P.json",
            "{\"bundleIdentifier\": \"com.example.P\", \"executable\": [\"\(other)\"]}")
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        let pid = try #require(stage.profile()?.agent?.pid)
        let words = try FileSystem.read("/proc/\(pid)/cmdline", limit: 65536)
        #expect(String(decoding: words, as: UTF8.self).contains("other.py"))
    }

    @Test func `coming back within the grace period keeps the process`() throws {
        let stage = try ServiceStage(grace: .seconds(30))
        try stage.save()
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        let pid = stage.profile()?.agent?.pid
        try stage.leave()
        try stage.join()
        try stage.until("told of the network") {
            stage.log.contains { $0.contains("told networkChanged") }
        }
        #expect(stage.profile()?.agent?.pid == pid)
        #expect(stage.log.contains("wlan1 roamed within \"\(ServiceStage.ssid)\""))
    }

    @Test func `the reason for waiting quotes what is wanted and what is there`() throws {
        let stage = try ServiceStage()
        try stage.save(ssid: "Deck 3 ")
        try stage.start()
        try stage.join()
        #expect(
            stage.profile()?.reason
                == "it wants \"Deck 3 \"; wlan1 is on \"\(ServiceStage.ssid)\"")
    }

    @Test func `saving, disabling and removing a profile act at once while on its network`() throws
    {
        let stage = try ServiceStage()
        try stage.start()
        try stage.join()
        try stage.save()
        try stage.until("saving starts it") { stage.state() == .active }
        try stage.save(isEnabled: false)
        try stage.until("disabling stops it") { stage.state() == .disabled }
        try stage.save()
        try stage.until("enabling starts it") { stage.state() == .active }
        try stage.remove()
        try stage.until("removing stops it") { stage.log.contains { $0.contains("\"code\": 10") } }
        try stage.until("it is gone") { stage.state() == nil }
    }

    @Test func `a changed configuration reaches the running agent, which keeps its process`() throws
    {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        let pid = stage.profile()?.agent?.pid
        try stage.save(port: 2)
        try stage.until("told of it") {
            stage.log.contains {
                $0.contains("told configurationChanged") && $0.contains("\"port\": 2")
            }
        }
        #expect(stage.profile()?.agent?.pid == pid)
    }

    @Test func `a store that cannot be read leaves in force what was, and says so`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        try stage.folder.write("preferences.json", "{\"profiles\": [}")
        try stage.until("the problem is told") {
            stage.service.status().service.problems.contains { $0.contains("preferences.json:1:") }
        }
        #expect(stage.state() == .active)
        try FileSystem.remove(stage.folder("preferences.json"))
        try stage.until("the problem is over") { stage.service.status().service.problems == [] }
    }

    @Test func `a provider that is installed later makes its profile run`() throws {
        let stage = try ServiceStage()
        let manifest = stage.folder("providers/com.example.P.json")
        try FileSystem.rename(manifest, to: stage.folder("manifest"))
        try stage.save()
        try stage.start()
        try stage.join()
        #expect(stage.state() == .invalid)
        #expect(stage.profile()?.reason == "no provider com.example.P is installed")
        try FileSystem.rename(stage.folder("manifest"), to: manifest)
        try stage.until("the agent runs") { stage.state() == .active }
        try FileSystem.remove(manifest)
        try stage.until("the agent is stopped") {
            stage.log.contains { $0.contains("\"code\": 5") }
        }
    }

    @Test func `a managed profile dropped in hides the stored one, and goes when it is removed`()
        throws
    {
        let stage = try ServiceStage()
        try stage.save(ssid: "Elsewhere")
        try stage.start()
        try stage.join()
        try FileSystem.makeFolders(stage.folder("user.d"), mode: 0o755)
        let text = """
            {"name": "p", "matchSSIDs": ["\(ServiceStage.ssid)"],
             "providerBundleIdentifier": "com.example.P"}
            """
        try stage.folder.write("user.d/p.json", text)
        try stage.until("the managed one runs") {
            stage.service.status().profiles.map(\.state) == [.shadowed, .active]
        }
        try FileSystem.remove(stage.folder("user.d/p.json"))
        try stage.until("the stored one is back") {
            stage.service.status().profiles.map(\.state) == [.waiting]
        }
    }

    @Test func `stopping the service stops every agent first`() throws {
        let stage = try ServiceStage()
        try stage.save()
        try stage.start()
        try stage.join()
        try stage.until("the agent runs") { stage.state() == .active }
        stage.service.stop(.userInitiated)
        #expect(try stage.loop.run() == 0)
        #expect(stage.state() == .waiting)
        #expect(stage.log.contains { $0.contains("told stop {\"code\": 1,") })
    }
}
