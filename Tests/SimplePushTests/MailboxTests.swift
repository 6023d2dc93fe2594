import LocalPushModel
import Testing

@testable import SimplePush

/// Names and forms that both ends of a mailbox rely on.
struct MailboxTests {
    private let mailbox: Mailbox

    init() throws { mailbox = Mailbox(device: try DeviceName("dev1")) }

    @Test func `a reply subject says which message it acknowledges`() {
        let text = "$JS.ACK.MBX_dev1.agent.2.31.17.1764489600123456789.4"
        let subject = AcknowledgementSubject(text, of: mailbox)
        #expect(subject?.text == text)
        #expect(subject?.sequence == 31)
        #expect(subject?.stored == 1_764_489_600_123_456_789)
    }

    @Test(arguments: [
        nil, "", "$JS.ACK.MBX_dev2.agent.1.1.1.1.0", "$JS.ACK.MBX_dev1.agent.1.1.1.1",
        "$JS.ACK.MBX_dev1.agent.1.1.1.1.0.0", "$JS.ACK.MBX_dev1.agent.1.-1.1.1.0",
        "$JS.ACK.MBX_dev1.agent.1.x.1.1.0", "$JS.ACK.MBX_dev1.agent.1.99999999999999999999.1.1.0",
        "$JS.ACK.MBX_dev1.other.1.1.1.1.0", "_INBOX.a", "$JS.ACK.MBX_dev1.agent.",
        "$JS.ACK.MBX_dev1.agent.1..1.1.0", "$JS.ACK.MBX_dev1.agent.1.1.1.1.",
    ])
    func `any other reply is not one of this mailbox`(reply: String?) {
        #expect(AcknowledgementSubject(reply, of: mailbox) == nil)
    }

    @Test(arguments: [
        ("abc-1_Z", "abc-1_Z"), ("a.b", "=612e62"), ("é", "=c3a9"), ("", "="), ("*", "=2a"),
    ])
    func `any text can be part of a subject`(text: String, token: String) {
        #expect(SubjectToken.encode(text) == token)
    }

    @Test(
        arguments: [
            ("", []), ("TQ==", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]),
            ("/+8=", [255, 239]),
        ] as [(String, [UInt8])])
    func `base64 is read`(text: String, bytes: [UInt8]) { #expect(Base64.bytes(text) == bytes) }

    @Test(arguments: ["T", "TQ", "TQ=", "TQ=a", "T===", "TWE!", "=", "TQ== "])
    func `what is not base64 is nothing`(text: String) { #expect(Base64.bytes(text) == nil) }
}
