import LocalPushModel
package import StrictJSON

extension PushMessage {
    /// The message as JSON: its headers by their names, its body as `body`, text.
    package var json: JSONObject {
        var object = JSONObject(headers.map { (key: $0.name, value: .string($0.value)) })
        object["body"] = .string(String(decoding: body, as: UTF8.self))
        return object
    }

    /// Reads ``json``; nil when that is something else.
    package init?(_ json: JSONValue) {
        guard case .string(let body)? = json["body"] else { return nil }
        try? self.init(header: { json[$0]?.string }, body: Array(body.utf8))
    }
}
