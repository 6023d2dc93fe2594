import LinuxSystem
import PushPayload
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// The provider as a program of its own, over the session protocol.
struct ProviderTests {
    private let server: MailServer

    init() throws {
        server = try MailServer()
        try server.enroll("dev1", options: ["--ssid", "Ship", "--host", "localhost"])
    }

    @Test func `it starts, keeps mail where nobody can show it, says so, and stops`() throws {
        server.run("send", "--to", "dev1", "--text", "hi")
        let provider = try ProviderProcess(server, "dev1")
        #expect(try provider.line(with: #"{"started":{}}"#) != nil)
        let status = try provider.line(with: "1 waiting for a notification server")
        #expect(status?.contains(#""state":"connected""#) == true)
        try provider.say(["stop": ["reason": "userInitiated", "code": 1]])
        #expect(try provider.line(with: #"{"stopped":{}}"#) != nil)
        #expect(try provider.wait() == .exited(0))
        let file = try LedgerFile(
            in: server.folder("state/localpush/simplepush/dev1"), log: Log { _ in })
        #expect(file.ledger.kept.count == 1)
    }

    @Test func `a call goes out as an incoming call, and is done with when the app has it`() throws
    {
        let provider = try ProviderProcess(server, "dev1")
        server.run("send", "--to", "dev1", "--call", "Bridge", "--id", "c1")
        let call = try provider.line(with: "incomingCall")
        #expect(call?.contains(#""id":"c1""#) == true)
        #expect(call?.contains(#""senderName":"Bridge""#) == true)
        #expect(try server.state(of: "dev1")["messages"] == 1)
        try provider.say(["callReported": ["id": "c1", "delivered": true]])
        #expect(try eventually { try server.state(of: "dev1")["messages"] == 0 })
    }

    @Test func `it starts without a server, waits, and connects when there is one`() throws {
        server.stop()
        let provider = try ProviderProcess(server, "dev1")
        #expect(try provider.line(with: #"{"started":{}}"#) != nil)
        let status = try provider.line(with: "connection refused by 127.0.0.1:\(server.port)")
        #expect(status?.contains(#""state":"waiting""#) == true)
        try server.start()
        try provider.say([
            "networkChanged": [
                "network": [
                    "ssid": "Ship", "ssidHex": "53686970", "interface": "lo", "protected": true,
                ]
            ]
        ])
        #expect(try provider.line(with: #""state":"connected""#) != nil)
    }

    @Test func `a configuration that cannot work is a start that fails, and says why`() throws {
        let path = server.folder("keys/dev1.profile.json")
        let text = try server.serverFolder.text(path)
        try server.folder.write(
            "keys/dev1.profile.json", text.split(separator: "\"ca\"").joined(separator: "\"cas\""))
        let provider = try ProviderProcess(server, "dev1")
        let failure = try provider.line(with: "startFailed")
        #expect(failure?.contains("did you mean ca?") == true, "\(failure ?? "")")
        #expect(try provider.wait() == .exited(1))
    }
}
