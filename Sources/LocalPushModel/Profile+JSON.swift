package import StrictJSON

extension Profile {
    private static let keys = [
        "name", "localizedDescription", "matchSSIDs", "providerBundleIdentifier",
        "providerConfiguration", "isEnabled", "matchEthernet",
    ]

    /// The profile that `node` describes. Throws at the first thing that is wrong.
    ///
    /// - Parameter path: The key of the profile itself, empty when it is the whole document.
    package init(_ node: JSONNode, path: String = "") throws(DocumentError) {
        let reader = try ObjectReader(node, path: path, keys: Self.keys)
        if let reserved = reader.optional("matchEthernet") {
            throw DocumentError(
                position: reserved.position, key: reader.key("matchEthernet"),
                problem: "the key is reserved for a later version")
        }
        self.init(
            name: try reader.value("name") { text throws(InvalidValue) in try ProfileName(text) },
            localizedDescription: try reader.optionalString("localizedDescription"),
            matchSSIDs: try Self.matchSSIDs(of: reader),
            providerBundleIdentifier: try reader.value("providerBundleIdentifier") {
                text throws(InvalidValue) in try BundleIdentifier(text)
            },
            providerConfiguration: try Self.providerConfiguration(of: reader),
            isEnabled: try reader.bool("isEnabled", absent: true))
    }

    private static func matchSSIDs(of reader: ObjectReader) throws(DocumentError) -> [SSID] {
        let array = try reader.required("matchSSIDs")
        var ssids: [SSID] = []
        for (node, key) in try reader.elements("matchSSIDs") {
            let ssid = try SSID(node, path: key)
            guard !ssids.contains(ssid) else {
                throw DocumentError(
                    position: node.position, key: key, problem: "the SSID \(ssid) is listed twice")
            }
            ssids.append(ssid)
        }
        guard !ssids.isEmpty else {
            throw DocumentError(
                position: array.position, key: reader.key("matchSSIDs"),
                problem: "at least one SSID is needed")
        }
        return ssids
    }

    private static func providerConfiguration(
        of reader: ObjectReader
    ) throws(DocumentError) -> JSONObject {
        guard let node = reader.optional("providerConfiguration") else { return [:] }
        let key = reader.key("providerConfiguration")
        guard case .object(let configuration) = JSONValue(node) else {
            throw .expected("an object", found: node, key: key)
        }
        if node["host"] != nil {
            let reader = ObjectReader(anyKeysOf: node, path: key)
            try reader.value("host") { text throws(InvalidValue) in try Host.validate(text) }
        }
        return configuration
    }

    /// The profile as it is stored: every key, but an absent `localizedDescription`.
    package var json: JSONValue {
        var object: JSONObject = [
            "name": .string(name.text),
            "matchSSIDs": .array(matchSSIDs.map(\.json)),
            "providerBundleIdentifier": .string(providerBundleIdentifier.text),
            "providerConfiguration": .object(providerConfiguration),
            "isEnabled": .bool(isEnabled),
        ]
        if let localizedDescription {
            object["localizedDescription"] = .string(localizedDescription)
        }
        return .object(object)
    }
}
