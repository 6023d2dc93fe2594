package import DesktopNotifications
package import LinuxSystem
package import LocalPushModel
import PushPayload
import StrictJSON
import SystemdSupport

/// What an app says about its notifications: its name and icon, the actions of its categories, its texts
/// in the languages it speaks.
///
/// Read from `BUNDLE-ID.json`, the first of `$XDG_DATA_HOME/localpush/apps`, `/etc/localpush/apps.d` and
/// `/usr/share/localpush/apps` that has one:
///
///     { "name": "SimplePush", "icon": "mail-unread",
///       "categories": {"MEAL": [{"id": "come", "title": "I come"}]},
///       "strings": {"de": {"LUNCH": "%@ ist fertig"}} }
package struct AppDescription: Hashable, Sendable {
    /// The app's name for people.
    package var name: String
    /// A name from the icon theme, or a file's absolute path.
    package var icon: String?
    /// The actions that notifications of a category offer, by the category.
    package var categories: [String: [DesktopNotification.Action]] = [:]
    /// Formats by their keys, for the language that is spoken.
    package var strings: [String: String] = [:]

    /// An app that says nothing but its name.
    package init(name: String) { self.name = name }

    /// The description of an app that is installed; of one without, the last part of its identifier is
    /// its name. Throws when there is a file that cannot be used.
    package init(
        of app: BundleIdentifier, environment: Environment
    ) throws {
        for folder in Self.folders(environment) {
            let path = "\(folder)/\(app).json"
            do {
                let bytes = try FileSystem.read(path, limit: 1 << 20)
                do throws(DocumentError) {
                    self = try AppDescription(
                        bytes, of: app, languages: Self.languages(environment))
                    return
                } catch { throw error.inFile(path) }
            } catch let error as SystemError where error.isMissing { continue }
        }
        self.init(name: Self.usualName(app))
    }

    /// The same; a description that cannot be used is told of, and as good as none.
    init(of app: BundleIdentifier, environment: Environment, log: Log) {
        do { try self.init(of: app, environment: environment) } catch {
            log.warning("the app's description: \(SafeText.escaped("\(error)"))")
            self.init(name: Self.usualName(app))
        }
    }

    private static func usualName(_ app: BundleIdentifier) -> String {
        app.text.split(separator: ".").last.map(String.init) ?? app.text
    }

    private static func folders(_ environment: Environment) -> [String] {
        let data =
            environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" }
        return [data.map { $0 + "/localpush/apps" }].compactMap(\.self)
            + ["/etc/localpush/apps.d", "/usr/share/localpush/apps"]
    }

    /// What the user speaks, the best first: "de_AT", "de", and at last "en".
    private static func languages(_ environment: Environment) -> [String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let place = locale.prefix { $0 != "." && $0 != "@" }
        let language = place.prefix { $0 != "_" }
        return [String(place), String(language), "en"]
    }
}

extension AppDescription {
    /// Reads a description, in the first of `languages` that it has.
    package init(
        _ bytes: [UInt8], of app: BundleIdentifier, languages: [String]
    ) throws(DocumentError) {
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
        let reader = try ObjectReader(root, keys: ["name", "icon", "categories", "strings"])
        name = try reader.optionalString("name") ?? Self.usualName(app)
        icon = try reader.optionalString("icon")
        for (key, value) in try Self.object(reader.optional("categories")) {
            categories[try key.text()] = try Self.actions(value)
        }
        var spoken: [String: JSONNode] = [:]
        for (key, value) in try Self.object(reader.optional("strings")) {
            spoken[try key.text()] = value
        }
        let best = languages.lazy.compactMap { spoken[$0] }.first
        for (key, value) in try Self.object(best) { strings[try key.text()] = try value.text() }
    }

    private static func object(
        _ node: JSONNode?
    ) throws(DocumentError) -> [(key: JSONNode, value: JSONNode)] {
        guard let node else { return [] }
        guard node.kind == .object else { throw .expected("an object", found: node) }
        return Array(node.members)
    }

    private static func actions(
        _ node: JSONNode
    ) throws(DocumentError) -> [DesktopNotification.Action] {
        guard node.kind == .array else { throw .expected("an array", found: node) }
        var actions: [DesktopNotification.Action] = []
        for element in node.elements {
            let reader = try ObjectReader(element, keys: ["id", "title"])
            let id = try reader.string("id")
            guard id != DesktopNotification.Action.usual, !id.isEmpty else {
                throw DocumentError(at: element, "this id means a click on the notification")
            }
            actions.append(.init(id: id, label: try reader.string("title")))
        }
        return actions
    }
}
