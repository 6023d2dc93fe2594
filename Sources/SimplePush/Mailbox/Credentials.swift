import LocalPushModel
import StrictJSON

/// A user of the server and its password.
struct Credentials: Hashable, Sendable {
    let user: String
    let password: String

    init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Reads `{"user": …, "password": …}`.
    init(_ node: JSONNode) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: ["user", "password"])
        user = try reader.string("user")
        password = try reader.string("password")
    }

    var json: JSONValue { ["user": .string(user), "password": .string(password)] }
}
