import LocalPushModel
package import StrictJSON

/// One message on a line: an object with the message's name as its only key, `{"name": {…}}`.
package struct Envelope: Equatable, Sendable {
    /// The message's name.
    package let name: String
    /// What the message says.
    package let body: JSONObject

    /// A message to be written.
    package init(_ name: String, _ body: JSONObject = [:]) {
        self.name = name
        self.body = body
    }

    /// Reads a line without its line feed.
    package init(line: [UInt8]) throws(MessageError) {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: line)
        } catch {
            throw MessageError("\(error)")
        }
        guard case .object(let object) = value, object.count == 1 else {
            throw MessageError("a message is an object with one key, its name")
        }
        let (name, content) = object[0]
        guard case .object(let body) = content else {
            throw MessageError("what \(SafeText.quoted(name)) says has to be an object")
        }
        self.init(name, body)
    }

    /// The message as a line, its line feed included. Throws when that is over `limit` bytes: the
    /// other end would skip it.
    package func line(limit: Int = LineFramer.longestLine) throws(MessageError) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONValue.object([name: .object(body)]).write(into: &bytes, pretty: false)
        guard bytes.count <= limit else {
            throw MessageError("\(SafeText.quoted(name)) has \(bytes.count) bytes, over \(limit)")
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// Why a line is no message of its protocol, in words for a log, everything in them escaped.
package struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let description: String

    /// What is wrong, escaped where it comes from outside.
    package init(_ description: String) { self.description = description }

    /// A message whose name is not known.
    package init(unknown name: String) {
        self.init("there is no message \(SafeText.quoted(name))")
    }
}
