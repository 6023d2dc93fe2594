import LocalPushModel
import NATSClient
import StrictJSON

/// The devices that have a mailbox on a server.
struct DeviceDirectory {
    let session: ServerSession

    /// All of them, sorted by name. The server tells a page at a time.
    func all() throws -> [DeviceName] {
        var devices: [DeviceName] = []
        var offset = 0
        while true {
            let answer = try session.call(
                "STREAM.NAMES", ["offset": .number(JSONNumber(offset))])
            guard case .array(let names)? = answer["streams"], !names.isEmpty else { break }
            offset += names.count
            devices += names.compactMap(Self.device)
            guard case .number(let total)? = answer["total"], offset < total.integer ?? 0 else {
                break
            }
        }
        return devices.sorted()
    }

    private static func device(_ stream: JSONValue) -> DeviceName? {
        guard case .string(let name) = stream, name.hasPrefix(Mailbox.streamPrefix) else {
            return nil
        }
        return try? DeviceName(String(name.dropFirst(Mailbox.streamPrefix.count)))
    }
}
