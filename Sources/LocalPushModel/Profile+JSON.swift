package import StrictJSON

extension Profile {
    /// The keys of a profile.
    package static let keys = [
        "name", "localizedDescription", "matchSSIDs", "providerBundleIdentifier",
        "providerConfiguration", "isEnabled", "issue", "matchEthernet",
    ]

    /// The profile that `node` describes. Throws at the first thing that is wrong.
    package init(_ node: JSONNode) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: Self.keys)
        if let reserved = reader.optional("matchEthernet") {
            throw DocumentError(at: reserved, "the key is reserved for a later version")
        }
        self.init(
            name: try reader.value("name") { text throws(InvalidValue) in try ProfileName(text) },
            localizedDescription: try reader.optionalString("localizedDescription"),
            matchSSIDs: try Self.matchSSIDs(of: reader),
            providerBundleIdentifier: try reader.value("providerBundleIdentifier") {
                text throws(InvalidValue) in try BundleIdentifier(text)
            },
            providerConfiguration: try Self.providerConfiguration(of: reader),
            isEnabled: try reader.bool("isEnabled", absent: true),
            issue: try reader.optional("issue").map { node throws(DocumentError) in
                try ProfileIssue(node)
            })
    }

    private static func matchSSIDs(of reader: ObjectReader) throws(DocumentError) -> [SSID] {
        let array = try reader.required("matchSSIDs")
        let elements = try reader.elements("matchSSIDs")
        var ssids: [SSID] = []
        // A few are compared sooner than hashed. A million must not take a day.
        let isLong = elements.count > 16
        var known: Set<SSID> = []
        for node in elements {
            let ssid = try SSID(node)
            let isNew = isLong ? known.insert(ssid).inserted : !ssids.contains(ssid)
            guard isNew else {
                throw DocumentError(at: node, "the SSID \(ssid) is listed twice")
            }
            ssids.append(ssid)
        }
        guard !ssids.isEmpty else { throw DocumentError(at: array, "at least one SSID is needed") }
        return ssids
    }

    private static func providerConfiguration(
        of reader: ObjectReader
    ) throws(DocumentError) -> JSONObject {
        guard let node = reader.optional("providerConfiguration") else { return [:] }
        guard case .object(let configuration) = JSONValue(node) else {
            throw .expected("an object", found: node)
        }
        if node["host"] != nil {
            let reader = ObjectReader(anyKeysOf: node)
            try reader.value("host") { text throws(InvalidValue) in try Host.validate(text) }
        }
        try CredentialReference.check(node)
        return configuration
    }

    /// The profile as it is stored: every key, but an absent `localizedDescription` or `issue`.
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
        object["issue"] = issue?.json
        return .object(object)
    }
}
