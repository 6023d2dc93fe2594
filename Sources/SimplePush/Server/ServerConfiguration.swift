/// The configuration of a nats-server that serves mailboxes, as a text of its own language.
///
/// The provider's account has JetStream and everything in it. The devices' account can reach only what
/// it imports, each device only its own part of that: in one account a device could have junk stored in
/// another's mailbox, since reply subjects are not checked.
struct ServerConfiguration {
    let settings: ServerSettings
    let files: ServerFolder.Files
    let provider: Credentials
    let devices: [DeviceRecord]

    /// The text.
    var text: String {
        """
        # Written by simplepush, which writes it anew: changes are lost.
        listen: \(Self.quoted(settings.listen))
        server_name: simplepush
        pid_file: \(Self.quoted(files.pid))
        ports_file_dir: \(Self.quoted(files.folder))
        max_payload: \(Self.largestMessage)
        ping_interval: "2m"
        write_deadline: "10s"

        tls {
          cert_file: \(Self.quoted(files.certificate))
          key_file: \(Self.quoted(files.key))
          timeout: 10
        }
        # A fleet that comes back at once keeps its server busy for a while.
        authorization { timeout: 15 }

        jetstream {
          store_dir: \(Self.quoted(files.store))
          max_memory_store: 0
          max_file_store: \(settings.storage)
        }

        accounts {
          BOX {
            jetstream: enabled
            users: [ { user: \(Self.quoted(provider.user)), password: \(Self.quoted(provider.password)) } ]
            exports: [
              { service: "$JS.ACK.*.\(Mailbox.consumer).>" }
              { stream: "deliver.*" }
              { service: "claim.*" }
              { service: "$JS.API.DIRECT.GET.\(Mailbox.claims).claim.*" }
            ]
          }
          DEV {
            imports: [
              { service: { account: BOX, subject: "$JS.ACK.*.\(Mailbox.consumer).>" } }
              { stream: { account: BOX, subject: "deliver.*" } }
              { service: { account: BOX, subject: "claim.*" } }
              { service: { account: BOX, subject: "$JS.API.DIRECT.GET.\(Mailbox.claims).claim.*" } }
            ]
            users: [
        \(devices.map(Self.user).joined(separator: "\n"))
            ]
          }
        }

        """
    }

    /// The most bytes of a message on the wire: a call's payload and headers, with room.
    static let largestMessage = 64 * 1024

    /// A device's user: it may receive its mail and what other agents of its own say, acknowledge its own
    /// mail, and claim its own identity.
    static func user(_ device: DeviceRecord) -> String {
        let mailbox = Mailbox(device: device.name)
        let publish = [
            mailbox.acknowledgements + ">", mailbox.claim, mailbox.live, mailbox.latestClaim,
        ]
        let subscribe = [mailbox.inboxPrefix + ".>", mailbox.delivery, mailbox.live]
        return """
                  { user: \(quoted(device.name.text)), password: \(quoted(device.password)), permissions: {
                      publish: { allow: [\(publish.map(quoted).joined(separator: ", "))] }
                      subscribe: { allow: [\(subscribe.map(quoted).joined(separator: ", "))] } } }
            """
    }

    /// A string of nats-server's configuration language.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
