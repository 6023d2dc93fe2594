import LocalPushModel
import MessageLines
import StrictJSON
import Testing

@Suite struct AgentMessageTests {
    private func message(_ line: String) throws(MessageError) -> MessageFromAgent {
        try MessageFromAgent(line: Array(line.utf8))
    }

    private func problem(_ line: String) -> String? {
        do throws(MessageError) {
            _ = try message(line)
            return nil
        } catch {
            return error.description
        }
    }

    private func line(_ message: MessageToAgent) throws -> String {
        String(decoding: try message.line(), as: UTF8.self)
    }

    @Test func `what an agent says is understood`() throws {
        #expect(try message(#"{"started":{}}"#) == .started)
        #expect(try message(#"{"started":{"new":1}}"#) == .started)
        #expect(
            try message(#" {"startFailed" : {"message":"no"}} "#) == .startFailed(message: "no"))
        #expect(try message(#"{"stopped":{}}"#) == .stopped)
        #expect(
            try message(#"{"status":{"state":"connected","detail":null,"delivered":7}}"#)
                == .status(AgentStatus(state: "connected", delivered: 7)))
        #expect(
            try message(#"{"incomingCall":{"id":"1","userInfo":{"n":1.50}}}"#)
                == .incomingCall(
                    id: "1", userInfo: ["n": .number(try #require(JSONNumber(text: "1.50")))]))
        #expect(
            try message(#"{"configurationAccepted":{"revision":3}}"#)
                == .configurationAccepted(revision: 3))
    }

    @Test(arguments: [
        ("", "line 1, column 1"),
        ("garbage", "line 1, column 1"),
        (#"{"started":{}"#, "line 1, column 14"),
        (#"[]"#, "a message is an object with one key, its name"),
        (#"{}"#, "a message is an object with one key, its name"),
        (#"{"started":{},"stopped":{}}"#, "a message is an object with one key, its name"),
        (#"{"started":true}"#, #"what "started" says has to be an object"#),
        (#"{"\u001b[2J":{}}"#, #"there is no message "\x1b[2J""#),
        (#"{"startFailed":{}}"#, #""startFailed" lacks "message""#),
        (#"{"startFailed":{"message":1}}"#, #""message" of "startFailed" has to be a text"#),
        (#"{"status":{"state":"x","delivered":-1}}"#, "has to be a whole number from 0"),
        (#"{"status":{"state":"x","delivered":1.0}}"#, "has to be a whole number from 0"),
        (#"{"incomingCall":{"id":"1","userInfo":[]}}"#, "has to be an object"),
        (#"{"configurationAccepted":{"revision":99999999999999999}}"#, "has to be a whole number"),
    ]) func `what is no message is told, escaped`(line: String, expected: String) throws {
        #expect(try #require(problem(line)).contains(expected))
    }

    @Test func `texts that would only fill memory are refused`() {
        let long = String(repeating: "x", count: 256)
        #expect(
            problem(#"{"status":{"state":"\#(long)"}}"#)?.hasSuffix("at most 255 bytes") == true)
    }

    @Test func `what an agent is told is one line of its own`() throws {
        let ssid = try #require(SSID(text: "Ship \"1\""))
        let network = MessageToAgent.Network(ssid: ssid, interface: "wlan0", isProtected: true)
        #expect(
            try line(.start(profile: "p", providerConfiguration: ["a": "x\ny"], network: network))
                == #"{"start":{"network":{"interface":"wlan0","protected":true,"ssid":"Ship \"1\"","#
                + #""ssidHex":"5368697020223122"},"profile":"p","protocol":1,"#
                + #""providerConfiguration":{"a":"x\ny"}}}"# + "\n")
        #expect(try line(.timer) == "{\"timer\":{}}\n")
        #expect(try line(.sleep) == "{\"sleep\":{}}\n")
        #expect(try line(.wake) == "{\"wake\":{}}\n")
        #expect(
            try line(.stop(.noNetworkAvailable))
                == "{\"stop\":{\"code\":3,\"reason\":\"noNetworkAvailable\"}}\n")
        #expect(
            try line(.callReported(id: "1", delivered: false))
                == "{\"callReported\":{\"delivered\":false,\"id\":\"1\"}}\n")
        #expect(
            try line(.configurationChanged(revision: 2, providerConfiguration: [:]))
                == "{\"configurationChanged\":{\"providerConfiguration\":{},\"revision\":2}}\n")
    }

    @Test func `an SSID that is not UTF-8 is null as text`() throws {
        let ssid = try #require(SSID(bytes: [0xFF, 0]))
        let network = MessageToAgent.Network(ssid: ssid, interface: "wlan0", isProtected: false)
        #expect(
            try line(.networkChanged(network))
                == #"{"networkChanged":{"network":{"interface":"wlan0","protected":false,"#
                + #""ssid":null,"ssidHex":"ff00"}}}"# + "\n")
    }

    @Test func `a message too long for a line is not sent`() {
        let huge: JSONObject = ["x": .string(String(repeating: "x", count: 1 << 20))]
        #expect(throws: MessageError.self) {
            try MessageToAgent.configurationChanged(revision: 1, providerConfiguration: huge).line()
        }
    }

    // MARK: The agent's side

    @Test func `an agent reads what the service writes`() throws {
        let ssid = try #require(SSID(bytes: [0xFF, 0]))
        let network = MessageToAgent.Network(ssid: ssid, interface: "wlan0", isProtected: true)
        let messages: [MessageToAgent] = [
            .start(profile: "p", providerConfiguration: ["a": [1, "x\ny"]], network: network),
            .configurationChanged(revision: 2, providerConfiguration: ["b": .null]),
            .networkChanged(network), .timer, .sleep, .wake, .stop(.superceded),
            .callReported(id: "1", delivered: true),
        ]
        for message in messages {
            #expect(try MessageToAgent(line: try message.line().dropLast()) == message)
        }
    }

    @Test(arguments: [
        (#"{"start":{"protocol":2}}"#, "version 2 of the protocol is not known"),
        (#"{"start":{"protocol":1}}"#, #"lacks "profile""#),
        (#"{"networkChanged":{"network":{"ssidHex":"","interface":"w"}}}"#, "has to be an SSID"),
        (#"{"callReported":{"id":"1","delivered":1}}"#, "has to be true or false"),
        (#"{"dance":{}}"#, "there is no message"),
    ]) func `an agent tells what it cannot read`(line: String, expected: String) throws {
        let error = #expect(throws: MessageError.self) {
            try MessageToAgent(line: Array(line.utf8))
        }
        #expect(try #require(error).description.contains(expected))
    }

    @Test func `a reason to stop that is not known is none`() throws {
        let line = #"{"stop":{"reason":"tired","code":99}}"#
        #expect(try MessageToAgent(line: Array(line.utf8)) == .stop(.none))
    }

    @Test func `the service reads what an agent writes`() throws {
        let messages: [MessageFromAgent] = [
            .started, .startFailed(message: "no"), .stopped,
            .status(AgentStatus(state: "connected")),
            .status(AgentStatus(state: "waiting", detail: "for a server", delivered: 3)),
            .incomingCall(id: "1", userInfo: ["n": [1, .null]]),
            .configurationAccepted(revision: 4),
        ]
        for message in messages {
            #expect(try MessageFromAgent(line: try message.line().dropLast()) == message)
        }
    }

    @Test func `texts that are too long are cut between characters`() throws {
        let status = AgentStatus(state: String(repeating: "é", count: 200))
        let line = try MessageFromAgent.status(status).line().dropLast()
        #expect(
            try MessageFromAgent(line: Array(line))
                == .status(AgentStatus(state: String(repeating: "é", count: 127))))
    }
}
