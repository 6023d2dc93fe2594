package import StrictJSON

extension ProviderManifest {
    /// The keys of a manifest.
    package static let keys = [
        "bundleIdentifier", "executable", "containingApp", "localNetworkUsageDescription",
        "bonjourServices", "user", "type", "unit",
    ]
    private static let kinds = ["session", "simple", "systemd"]

    /// The manifest that `node` describes. Throws at the first thing that is wrong.
    package init(_ node: JSONNode) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: Self.keys)
        self.init(
            bundleIdentifier: try reader.value("bundleIdentifier") { text throws(InvalidValue) in
                try BundleIdentifier(text)
            },
            kind: try Self.kind(of: reader),
            containingApp: try reader.optionalValue("containingApp") { text throws(InvalidValue) in
                try BundleIdentifier(text)
            },
            localNetworkUsageDescription: try reader.optionalString("localNetworkUsageDescription"),
            bonjourServices: try Self.bonjourServices(of: reader),
            user: try reader.optionalValue("user", Self.userName))
    }

    private static func kind(of reader: ObjectReader) throws(DocumentError) -> Kind {
        switch try reader.optionalValue("type", knownKind) {
        case nil, "session": .session(executable: try executable(of: reader))
        case "simple": .simple(executable: try executable(of: reader))
        default: .systemd(unit: try unit(of: reader))
        }
    }

    private static func knownKind(_ text: String) throws(InvalidValue) -> String {
        guard kinds.contains(text) else {
            throw InvalidValue("a type is one of \(kinds.joined(separator: ", "))")
        }
        return text
    }

    private static func executable(of reader: ObjectReader) throws(DocumentError) -> [String] {
        try reader.refuse("unit", "belongs to the type systemd")
        let array = try reader.required("executable")
        var words: [String] = []
        for node in try reader.elements("executable") {
            let word = try node.text()
            guard !word.utf8.contains(0) else { throw DocumentError(at: node, "has a NUL in it") }
            words.append(word)
        }
        guard let program = words.first, program.utf8.first == UInt8(ascii: "/") else {
            throw DocumentError(
                at: array, "needs the absolute path of a program, and then its arguments")
        }
        return words
    }

    private static func unit(of reader: ObjectReader) throws(DocumentError) -> String {
        try reader.refuse("executable", "does not go with the type systemd, which has a unit")
        return try reader.value("unit") { text throws(InvalidValue) in
            // systemd.unit(5): the characters of a unit's name.
            let isName = text.utf8.allSatisfy { $0.isLetterOrDigit || $0.isOne(of: ":-_.\\@") }
            guard isName, text.hasSuffix(".service"), text != ".service", text.utf8.count < 256
            else {
                throw InvalidValue("\(SafeText.quoted(text)) is not the name of a service unit")
            }
            return text
        }
    }

    private static func bonjourServices(of reader: ObjectReader) throws(DocumentError) -> [String] {
        var services: [String] = []
        for node in try reader.elements("bonjourServices") {
            let text = try node.text()
            guard isServiceType(text) else {
                throw DocumentError(
                    at: node, "\(SafeText.quoted(text)) is not a service type such as _name._tcp")
            }
            services.append(text)
        }
        return services
    }

    /// RFC 6763, 4.1.2 and 7: an underscore and up to 15 letters, digits and hyphens; then the
    /// protocol.
    private static func isServiceType(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, ["_tcp", "_udp"].contains(String(parts[1]) ?? "") else {
            return false
        }
        return parts[0].first == UInt8(ascii: "_") && (2...16).contains(parts[0].count)
            && parts[0].dropFirst().allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// systemd's "User/Group Name Syntax", the strict one.
    private static func userName(_ text: String) throws(InvalidValue) -> String {
        let isName =
            (1...31).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0.isOne(of: "_-") }
            && text.utf8.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } == true
        guard isName else { throw InvalidValue("\(SafeText.quoted(text)) is not a user name") }
        return text
    }
}
