import LocalPushModel
import StrictJSON

/// `sound`: what is heard with a notification.
package struct PushSound: Hashable, Sendable {
    /// The name of the usual sound.
    package static let usual = "default"

    /// `name`: of one of the app's sounds, or ``usual``. Not empty.
    package var name: String
    /// `critical`: whether it is heard though the device is muted.
    package var isCritical = false
    /// `volume` of a critical sound: 0 to 1.
    package var volume = 1.0

    /// Reads a string or an object; nil for an empty name, which means silence. Throws for anything
    /// else, and for members of wrong types.
    init?(_ node: JSONNode) throws(DocumentError) {
        if let text = node.string {
            name = text
        } else if node.kind == .object {
            let reader = try PayloadReader(node)
            isCritical = try reader.flag("critical")
            name = try reader.text("name") ?? Self.usual
            volume = try reader.fraction("volume") ?? 1
        } else {
            throw .expected("a string or an object", found: node)
        }
        if name.isEmpty { return nil }
    }
}
