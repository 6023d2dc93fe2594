import CommandConsole
import CommandLineKit
import LocalPushModel
import StrictJSON

/// `profile list`: lists the profiles there are.
struct ProfileList: Command {
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "list"
    static let summary = "List the profiles"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                The profiles of one scope are in the order in which they were saved, managed ones after \
                stored ones: of several of one provider on the same network, the last one runs.
                """,
                """
                --json prints them in full, each with origin, scope and isShadowed. A managed one has its \
                file. One that a signed file brought has a signature: signer; key, the SHA-256 of the \
                signer's public key; digest, that of the profile file in the signed one; isChanged, \
                whether it was changed by hand since; and file, where the signed file is kept.
                """,
            ],
            options: StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [Example("localpush profile list --system", "List the machine's profiles")],
            exitStatuses: [.denied, .storeUnreadable])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let looks = try context.looks(store)
        if output.isJSON {
            try context.console.print(.array(looks.flatMap(Self.documents)))
            return .success
        }
        var table = TextTable(["NAME", "SCOPE", "ORIGIN", "ENABLED", "PROVIDER", "SSIDS"])
        for look in looks { Self.add(look, to: &table) }
        if table.isEmpty {
            context.console.note("there are no profiles; issue one with: localpush profile add")
        } else {
            try context.console.print(table)
        }
        return .success
    }

    private static func documents(_ look: ScopeLook) -> [JSONValue] {
        let signatures = ProfileSignature.all(in: look)
        return look.profiles.profiles.map { installed in
            var object = installed.profile.json.object
            object["origin"] = .string(installed.origin.word)
            object["scope"] = .string(look.scope.rawValue)
            object["isShadowed"] = .bool(installed.isShadowed)
            switch installed.origin {
            case .stored: object["signature"] = signatures[installed.profile.name]?.json
            case .managed(let file): object["file"] = .string(file)
            }
            return .object(object)
        }
    }

    private static func add(_ look: ScopeLook, to table: inout TextTable) {
        for installed in look.profiles.profiles {
            let profile = installed.profile
            let isOn = profile.isEnabled
            let origin = installed.isShadowed ? "shadowed" : installed.origin.word
            table.add([
                .init(profile.name.text), .init(look.scope.rawValue), .init(origin),
                .init(isOn ? "yes" : "no", isOn ? .good : .faint),
                .init(profile.providerBundleIdentifier.text),
                .init(profile.matchSSIDs.map(\.description).joined(separator: ", ")),
            ])
        }
    }
}

extension JSONValue {
    /// The members of an object; none when this is something else.
    var object: JSONObject {
        if case .object(let object) = self { return object }
        return [:]
    }
}
