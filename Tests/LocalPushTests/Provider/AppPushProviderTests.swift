import LinuxSystem
import LocalPush
import LocalPushModel
import MessageLines
import Testing

@Suite struct AppPushProviderTests {
    static let start =
        #"{"start":{"protocol":1,"profile":"p","providerConfiguration":{"n":1.50},"# + network
        + "}}"
    static let network =
        #""network":{"ssid":"Ship","ssidHex":"53686970","interface":"wlan0","protected":true}"#
    static let stop = #"{"stop":{"reason":"noNetworkAvailable","code":3}}"#

    let provider = RecordingProvider()

    @Test func `a session goes from start to stopped`() throws {
        let (status, said) = try provider.converse([Self.start, Self.stop])
        #expect(status == 0)
        #expect(said == [.started, .stopped])
        #expect(provider.heard == ["start p Ship {\"n\":1.50}", "stop noNetworkAvailable"])
        #expect(provider.logged.isEmpty)
    }

    @Test func `everything that the service tells arrives, in order`() throws {
        let (_, said) = try provider.converse([
            Self.start, #"{"timer":{}}"#, #"{"sleep":{}}"#, #"{"wake":{}}"#,
            #"{"networkChanged":{"network":{"ssid":null,"ssidHex":"ff","interface":"w","protected":false}}}"#,
            #"{"configurationChanged":{"revision":7,"providerConfiguration":{"a":[true,null]}}}"#,
            Self.stop,
        ])
        #expect(
            provider.heard.dropFirst() == [
                "timer", "sleep", "wake", "network [255]", "configuration {\"a\":[true,null]}",
                "stop noNetworkAvailable",
            ])
        #expect(said == [.started, .configurationAccepted(revision: 7), .stopped])
    }

    @Test func `a configuration that is not accepted is not answered`() throws {
        provider.acceptsConfigurations = false
        let (_, said) = try provider.converse([
            Self.start, #"{"configurationChanged":{"revision":7,"providerConfiguration":{}}}"#,
            Self.stop,
        ])
        #expect(said == [.started, .stopped])
    }

    struct NoServer: Error, CustomStringConvertible { let description = "no server" }

    @Test func `a provider that cannot start says why and ends`() throws {
        provider.onStart = { $1(NoServer()) }
        let (status, said) = try provider.converse([Self.start, Self.stop])
        #expect(status == 1)
        #expect(said == [.startFailed(message: "no server")])
    }

    @Test func `only the first completion of a start counts`() throws {
        provider.onStart = { _, completion in
            completion(nil)
            completion(nil)
            completion(NoServer())
        }
        #expect(try provider.converse([Self.start, Self.stop]).1 == [.started, .stopped])
    }

    @Test func `the end of the input stops the provider`() throws {
        let (status, said) = try provider.converse([Self.start])
        #expect(status == 0)
        #expect(said == [.started, .stopped])
        #expect(provider.heard.last == "stop none")
    }

    @Test func `lines that are no messages are logged and cost nothing`() throws {
        let long = String(repeating: "x", count: 1 << 20) + "x"
        let (status, said) = try provider.converse(["garbage", Self.start, long, "{}", Self.stop])
        #expect(status == 0)
        #expect(said == [.started, .stopped])
        #expect(provider.logged.count == 3)
    }

    @Test func `a start that cannot be understood is answered`() throws {
        let (status, said) = try provider.converse([
            #"{"start":{"protocol":2,"profile":"p","providerConfiguration":{},"#
                + Self.network + "}}"
        ])
        #expect(status == 1)
        #expect(
            said == [
                .startFailed(message: "version 2 of the protocol is not known, only 1")
            ])
        #expect(provider.heard.isEmpty)
    }

    // MARK: Reporting

    @Test func `a call is reported with its user info unchanged, and the answer is heard`() throws {
        var answers: [Bool] = []
        provider.onTimer = { provider in
            let info = PropertyList(jsonText: #"{"é":1.50,"e\u0301":12345678901234567890}"#)
            provider.reportIncomingCall(userInfo: info ?? [:], id: "a") { answers.append($0) }
            provider.reportIncomingCall(userInfo: [:], id: "b") { answers.append($0) }
        }
        let (_, said) = try provider.converse([
            Self.start, #"{"timer":{}}"#, #"{"callReported":{"id":"b","delivered":false}}"#,
            #"{"callReported":{"id":"x","delivered":true}}"#,
            #"{"callReported":{"id":"a","delivered":true}}"#, Self.stop,
        ])
        #expect(answers == [false, true])
        guard case .incomingCall("a", let userInfo)? = said.dropFirst().first else {
            Issue.record("\(said)")
            return
        }
        #expect(
            PropertyList(userInfo).description == "{\"e\u{301}\":12345678901234567890,\"é\":1.50}")
    }

    @Test func `calls without an identifier get different ones`() throws {
        provider.onTimer = { provider in
            for _ in 0..<3 { provider.reportIncomingCall(userInfo: ["call": true]) }
        }
        let (_, said) = try provider.converse([Self.start, #"{"timer":{}}"#, Self.stop])
        let ids = said.compactMap { if case .incomingCall(let id, _) = $0 { id } else { nil } }
        #expect(Set(ids).count == 3)
    }

    @Test func `what cannot be reported is not delivered`() throws {
        var answers: [Bool] = []
        provider.reportIncomingCall(userInfo: [:], id: "early") { answers.append($0) }
        provider.onTimer = { provider in
            let long = PropertyListValue(String(repeating: "x", count: 1 << 20))
            provider.reportIncomingCall(userInfo: ["x": long], id: "a") { answers.append($0) }
            provider.reportIncomingCall(userInfo: [:], id: "") { answers.append($0) }
        }
        let (_, said) = try provider.converse([Self.start, #"{"timer":{}}"#, Self.stop])
        #expect(said == [.started, .stopped])
        #expect(answers == [false, false, false])
    }

    @Test func `of many states the first and the last are told`() throws {
        provider.onTimer = { provider in
            for count in 0..<1000 {
                provider.reportStatus("connected", detail: "mail", delivered: count)
            }
        }
        // The provider takes its time to stop, as long as it takes to tell.
        provider.onStop = { [unowned provider] completion in
            provider.pauseTimer = try? provider.loop.timer { completion() }
            provider.pauseTimer?.set(after: .milliseconds(300))
        }
        let (_, said) = try provider.converse([Self.start, #"{"timer":{}}"#, Self.stop])
        let counts = said.compactMap { message -> Int? in
            if case .status(let status) = message { status.delivered } else { nil }
        }
        #expect(counts == [0, 999])
    }

    @Test func `every reason has Apple's name and number`() {
        for reason in ProviderStopReason.allCases {
            let own = AppPushProvider.StopReason(rawValue: reason.rawValue)
            #expect(own.map { "\($0)" } == reason.name)
        }
        #expect(AppPushProvider.StopReason.allCases.count == ProviderStopReason.allCases.count)
    }
}
