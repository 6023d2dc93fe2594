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
}
