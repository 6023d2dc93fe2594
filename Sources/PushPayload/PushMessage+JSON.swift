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

extension JSONValue {
    /// The value of a string, otherwise nil.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of a whole number that an `Int` holds, otherwise nil.
    var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }

    /// The elements of an array; none of anything else.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
