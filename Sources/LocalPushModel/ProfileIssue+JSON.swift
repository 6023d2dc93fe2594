import StrictJSON

extension ProfileIssue {
    private static let keys = ["identifier", "version", "notBefore", "notAfter", "target"]

    /// What `node` says, where all that is wrong with it goes to `faults`.
    init(_ node: JSONNode, _ faults: inout DocumentFaults) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: Self.keys, &faults)
        self.init(
            identifier: try Self.value(reader, "identifier", Self.identifier, &faults),
            version: try Self.version(reader, &faults),
            notBefore: try Self.value(reader, "notBefore", Self.time, &faults),
            notAfter: try Self.value(reader, "notAfter", Self.time, &faults),
            target: try Self.target(reader, &faults))
    }

    private static func value<Value>(
        _ reader: ObjectReader, _ key: String, _ make: (String) throws(InvalidValue) -> Value,
        _ faults: inout DocumentFaults
    ) throws(DocumentError) -> Value? {
        try faults.value { () throws(DocumentError) in
            try reader.optionalValue(key, make)
        } ?? nil
    }

    private static func target(
        _ reader: ObjectReader, _ faults: inout DocumentFaults
    ) throws(DocumentError) -> ProfileTarget {
        guard let node = reader.optional("target") else { return ProfileTarget() }
        do { return try ProfileTarget(node, &faults) } catch {
            try faults.add(error)
            return ProfileTarget()
        }
    }

    /// 1 to 128 letters, digits, dots, dashes and underscores.
    package static func identifier(_ text: String) throws(InvalidValue) -> String {
        let isValid = text.utf8.allSatisfy { $0.isLetterOrDigit || $0.isOne(of: "._-") }
        guard isValid, (1...128).contains(text.utf8.count) else {
            throw InvalidValue("an identifier is 1 to 128 letters, digits, '.', '_' and '-'")
        }
        return text
    }

    /// A time to the second: so it is written, and so it is compared.
    package static func time(_ text: String) throws(InvalidValue) -> Timestamp {
        let time = try Timestamp(text)
        return Timestamp(nanoseconds: time.nanoseconds / 1_000_000_000 * 1_000_000_000)
    }

    private static func version(
        _ reader: ObjectReader, _ faults: inout DocumentFaults
    ) throws(DocumentError) -> Int {
        guard let node = reader.optional("version") else { return 0 }
        guard let number = node.integer, (0..<1 << 53).contains(number) else {
            try faults.add(DocumentError(at: node, "expected a whole number from 0"))
            return 0
        }
        return number
    }

    /// Times are written as they were understood, in UTC.
    var json: JSONValue {
        var object: JSONObject = [:]
        object["identifier"] = identifier.map { .string($0) }
        object["version"] = .number(JSONNumber(version))
        object["notBefore"] = notBefore.map { .string($0.text) }
        object["notAfter"] = notAfter.map { .string($0.text) }
        if target != ProfileTarget() { object["target"] = target.json }
        return .object(object)
    }
}

extension ProfileTarget {
    fileprivate init(
        _ node: JSONNode, _ faults: inout DocumentFaults
    ) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: ["machineIdentifiers", "hostNames"], &faults)
        self.init(
            machineIdentifiers: try Self.texts(
                reader, "machineIdentifiers", Self.machineIdentifier, &faults),
            hostNames: try Self.texts(reader, "hostNames", Self.hostName, &faults))
    }

    /// Throws unless `text` has the form of machine-id(5).
    package static func machineIdentifier(_ text: String) throws(InvalidValue) -> String {
        let isValid = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
        }
        guard isValid, text.utf8.count == 32 else {
            throw InvalidValue("a machine identifier is 32 lower-case hexadecimal digits")
        }
        return text
    }

    /// Throws for an empty pattern, or one that no host name can match.
    package static func hostName(_ text: String) throws(InvalidValue) -> String {
        let isValid = text.utf8.allSatisfy { $0.isLetterOrDigit || $0.isOne(of: ".-_*?") }
        guard isValid, (1...253).contains(text.utf8.count) else {
            throw InvalidValue("a host name pattern is letters, digits, '.', '-', '_', '*' and '?'")
        }
        return text
    }

    private static func texts(
        _ reader: ObjectReader, _ key: String,
        _ check: (String) throws(InvalidValue) -> String, _ faults: inout DocumentFaults
    ) throws(DocumentError) -> [String] {
        let elements = try faults.value { () throws(DocumentError) in try reader.elements(key) }
        var texts: [String] = []
        for node in elements ?? [] {
            let text = try faults.value { () throws(DocumentError) in
                try node.value(check)
            }
            if let text { texts.append(text) }
        }
        return texts
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = [:]
        if !machineIdentifiers.isEmpty {
            object["machineIdentifiers"] = .array(machineIdentifiers.map { .string($0) })
        }
        if !hostNames.isEmpty { object["hostNames"] = .array(hostNames.map { .string($0) }) }
        return .object(object)
    }
}
