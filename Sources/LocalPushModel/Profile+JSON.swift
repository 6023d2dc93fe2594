package import StrictJSON

extension Profile {
    /// The keys of a profile.
    package static let keys = [
        "name", "localizedDescription", "matchSSIDs", "providerBundleIdentifier",
        "providerConfiguration", "isEnabled", "issue", "matchEthernet",
    ]

    /// The profile that `node` describes. Throws at the first thing that is wrong.
    package init(_ node: JSONNode) throws(DocumentError) {
        var none = DocumentFaults(limit: 0)
        guard let profile = try Profile(node, &none) else {
            throw .expected("a profile", found: node)
        }
        self = profile
    }

    /// The same, where all that is wrong goes to `faults`: nil when something is.
    package init?(_ node: JSONNode, _ faults: inout DocumentFaults) throws(DocumentError) {
        let faultCount = faults.kept.count
        let reader = try ObjectReader(node, keys: Self.keys, &faults)
        try faults.value { () throws(DocumentError) in
            try reader.refuse("matchEthernet", "the key is reserved for a later version")
        }
        let name = try faults.value { () throws(DocumentError) in
            try reader.value("name") { text throws(InvalidValue) in try ProfileName(text) }
        }
        let description = try faults.value { () throws(DocumentError) in
            try reader.optionalString("localizedDescription")
        }
        let ssids = try Self.matchSSIDs(of: reader, &faults)
        let provider = try faults.value { () throws(DocumentError) in
            try reader.value("providerBundleIdentifier") { text throws(InvalidValue) in
                try BundleIdentifier(text)
            }
        }
        let configuration = try Self.providerConfiguration(of: reader, &faults)
        let isEnabled = try faults.value { () throws(DocumentError) in
            try reader.bool("isEnabled", absent: true)
        }
        let issue = try Self.issue(of: reader, &faults)
        guard faults.kept.count == faultCount, let name, let provider, let isEnabled else {
            return nil
        }
        self.init(
            name: name, localizedDescription: description ?? nil, matchSSIDs: ssids,
            providerBundleIdentifier: provider, providerConfiguration: configuration,
            isEnabled: isEnabled, issue: issue)
    }

    private static func matchSSIDs(
        of reader: ObjectReader, _ faults: inout DocumentFaults
    ) throws(DocumentError) -> [SSID] {
        let elements = try faults.value { () throws(DocumentError) in
            let array = try reader.required("matchSSIDs")
            let elements = try reader.elements("matchSSIDs")
            if elements.isEmpty { throw DocumentError(at: array, "at least one SSID is needed") }
            return elements
        }
        var ssids: [SSID] = []
        // A few are compared sooner than hashed. A million must not take a day.
        let isLong = (elements ?? []).count > 16
        var known: Set<SSID> = []
        for node in elements ?? [] {
            guard let ssid = try faults.value({ () throws(DocumentError) in try SSID(node) })
            else { continue }
            let isNew = isLong ? known.insert(ssid).inserted : !ssids.contains(ssid)
            if isNew {
                ssids.append(ssid)
            } else {
                try faults.add(DocumentError(at: node, "the SSID \(ssid) is listed twice"))
            }
        }
        return ssids
    }

    private static func providerConfiguration(
        of reader: ObjectReader, _ faults: inout DocumentFaults
    ) throws(DocumentError) -> JSONObject {
        guard let node = reader.optional("providerConfiguration") else { return [:] }
        guard case .object(let configuration) = JSONValue(node) else {
            try faults.add(.expected("an object", found: node))
            return [:]
        }
        if node["host"] != nil {
            try faults.value { () throws(DocumentError) in
                try ObjectReader(anyKeysOf: node).value("host") { text throws(InvalidValue) in
                    try Host.validate(text)
                }
            }
        }
        try CredentialReference.check(node, &faults)
        return configuration
    }

    private static func issue(
        of reader: ObjectReader, _ faults: inout DocumentFaults
    ) throws(DocumentError) -> ProfileIssue? {
        guard let node = reader.optional("issue") else { return nil }
        do { return try ProfileIssue(node, &faults) } catch {
            try faults.add(error)
            return nil
        }
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
