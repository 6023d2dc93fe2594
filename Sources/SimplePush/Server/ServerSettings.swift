import LinuxSystem
import LocalPushModel
import StrictJSON

/// What an admin decides about a server; kept in its folder, so that later starts need not be told
/// again.
struct ServerSettings: Hashable, Sendable {
    /// The address to listen at: "0.0.0.0".
    var address = "0.0.0.0"
    /// The port to listen at.
    var port: UInt16 = 4222
    /// What the server's certificate is made out to: host names and addresses.
    var names: [String] = []
    /// The most bytes that mailboxes may take of the disk.
    var storage = 0

    /// Address and port as nats-server takes them.
    var listen: String {
        address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
    }

    init() {}

    /// Reads what ``json`` has written.
    init(_ node: JSONNode) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: ["address", "port", "names", "storage"])
        address = try reader.string("address")
        guard let number = try reader.required("port").integer, let port = UInt16(exactly: number)
        else { throw DocumentError(at: try reader.required("port"), "expected a port") }
        self.port = port
        names = []
        for name in try reader.elements("names") {
            guard let text = name.string else { throw .expected("a string", found: name) }
            names.append(text)
        }
        guard let storage = try reader.required("storage").integer, storage > 0 else {
            throw DocumentError(at: try reader.required("storage"), "expected a number of bytes")
        }
        self.storage = storage
    }

    var json: JSONValue {
        [
            "address": .string(address), "port": .number(JSONNumber(Int(port))),
            "names": .array(names.map { .string($0) }), "storage": .number(JSONNumber(storage)),
        ]
    }
}

extension ServerSettings {
    /// Where this machine itself reaches the server.
    var ownAddress: String {
        switch address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: address
        }
    }

    /// What the server's certificate is made out to: what the admin named, or else the machine's name
    /// and addresses; and what it is called on the machine itself.
    var certificateNames: [String] {
        var result: [String] = []
        let wanted = names.isEmpty ? [Machine.hostName] + Machine.addresses() : names
        for name in wanted + [ownAddress, "localhost", "127.0.0.1"]
        where !result.contains(name) && (try? Host.validate(name)) != nil {
            result.append(name)
        }
        return result
    }
}
