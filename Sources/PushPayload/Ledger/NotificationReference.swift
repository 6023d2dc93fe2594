package import StrictJSON

/// A notification on the screen.
package struct NotificationReference: Hashable, Sendable {
    /// Which run of which notification server shows it; another one knows nothing of it.
    package let server: String
    /// The server's number for it.
    package let id: UInt32

    /// A notification that a server has given this number.
    package init(server: String, id: UInt32) {
        self.server = server
        self.id = id
    }

    /// The reference as JSON, one object.
    package var json: JSONValue { ["server": .string(server), "id": .number(JSONNumber(Int(id)))] }

    /// Reads ``json``; nil when it is something else.
    package init?(_ json: JSONValue?) {
        guard let server = json?["server"]?.string,
            let id = json?["id"]?.integer.flatMap(UInt32.init(exactly:))
        else { return nil }
        self.init(server: server, id: id)
    }
}
