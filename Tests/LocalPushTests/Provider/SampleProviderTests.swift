import LinuxSystem
import StrictJSON
import TestSupport
import Testing

/// Apple's second sample, as a program of its own that is spoken to as the service speaks to it.
struct SampleProviderTests {
    @Test func `the provider starts, reports a call with its user info unchanged, and stops`()
        throws
    {
        let call = #"{"big":12345678901234567890,"flag":true,"from":"bridge"}"#
        let lines = [
            AppPushProviderTests.start,
            #"{"configurationChanged":{"revision":7,"providerConfiguration":{"call":\#(call)}}}"#,
            AppPushProviderTests.stop,
        ]
        let answer = try ChildProcess.converse(
            with: ProcessDescription(
                executable: Repository.program("SampleProvider"), arguments: ["SampleProvider"],
                environment: [:]),
            Array(lines.map { "\($0)\n" }.joined().utf8))
        let said = try answer.split(separator: UInt8(ascii: "\n")).map {
            try JSONValue(parsing: Array($0))
        }
        try #require(said.count == 4, "\(said)")
        #expect(said[0]["started"] != nil)
        #expect(try said[1]["incomingCall"]?["userInfo"] == JSONValue(parsing: Array(call.utf8)))
        #expect(said[2] == ["configurationAccepted": ["revision": 7]])
        #expect(said[3]["stopped"] != nil)
    }
}
