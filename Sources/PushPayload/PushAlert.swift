import LocalPushModel
import StrictJSON

/// `alert`: what a notification says, still in the form that waits for the user's language.
package struct PushAlert: Hashable, Sendable {
    /// `title`, `title-loc-key` and `title-loc-args`.
    package var title: PushText?
    /// `subtitle`, `subtitle-loc-key` and `subtitle-loc-args`.
    package var subtitle: PushText?
    /// `body`, `loc-key` and `loc-args`; of an alert that is a string, the string.
    package var body: PushText?
    /// `launch-image`: the picture that the app starts with.
    package var launchImage: String?

    /// Reads a string or an object. Throws for anything else, and for members of wrong types.
    init(_ node: JSONNode) throws(DocumentError) {
        if let text = node.string {
            body = PushText(literal: text)
            return
        }
        guard node.kind == .object else { throw .expected("a string or an object", found: node) }
        let reader = try PayloadReader(node)
        title = try PushText(reader, "title", key: "title-loc-key", arguments: "title-loc-args")
        subtitle = try PushText(
            reader, "subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args")
        body = try PushText(reader, "body", key: "loc-key", arguments: "loc-args")
        launchImage = try reader.text("launch-image")
    }
}
