package import StrictJSON

/// What stands for a secret in a provider configuration, `{"$credential": "NAME"}`: the text of that
/// credential takes its place when an agent is told its configuration, and nowhere else.
package enum CredentialReference {
    /// The only key of a reference.
    package static let key = "$credential"

    /// The credential that `value` refers to; nil when it is no reference.
    package static func name(in value: JSONValue) -> CredentialName? {
        guard let text = value[key]?.string else { return nil }
        return try? CredentialName(text)
    }

    /// Checks that every reference in the configuration `node` has the form of one.
    static func check(
        _ node: JSONNode, _ faults: inout DocumentFaults
    ) throws(DocumentError) {
        guard node.mentions(key) else { return }
        if let reference = node[key] {
            try faults.add(
                DocumentError(
                    at: reference, "a credential stands for one value, not for all of them"))
        }
        try checkChildren(of: node, &faults)
    }

    private static func checkChildren(
        of node: JSONNode, _ faults: inout DocumentFaults
    ) throws(DocumentError) {
        for child in node.elements { try checkValue(child, &faults) }
        for (_, child) in node.members { try checkValue(child, &faults) }
    }

    private static func checkValue(
        _ node: JSONNode, _ faults: inout DocumentFaults
    ) throws(DocumentError) {
        guard node[key] != nil else { return try checkChildren(of: node, &faults) }
        // Says what any other key of it is doing there.
        let reader = try ObjectReader(node, keys: [key], &faults)
        try faults.value { () throws(DocumentError) in
            _ = try reader.value(key) { text throws(InvalidValue) in try CredentialName(text) }
        }
    }
}

extension JSONObject {
    /// The names of the credentials that this configuration refers to, as they stand.
    package var credentialNames: [CredentialName] {
        var names: [CredentialName] = []
        func look(at value: JSONValue) {
            switch value {
            case .object(let object):
                if let name = CredentialReference.name(in: value) { return names.append(name) }
                for member in object { look(at: member.value) }
            case .array(let elements): elements.forEach(look)
            case .string, .number, .bool, .null: break
            }
        }
        for member in self { look(at: member.value) }
        return names
    }

    /// This configuration with the text of each credential in place of the references to it. Throws
    /// what `secret` throws.
    package func resolvingCredentials<Problem>(
        _ secret: (CredentialName) throws(Problem) -> String
    ) throws(Problem) -> JSONObject {
        var object = self
        for (key, value) in self { object[key] = try value.resolvingCredentials(secret) }
        return object
    }
}

extension JSONValue {
    fileprivate func resolvingCredentials<Problem>(
        _ secret: (CredentialName) throws(Problem) -> String
    ) throws(Problem) -> JSONValue {
        switch self {
        case .object(let object):
            if let name = CredentialReference.name(in: self) { return .string(try secret(name)) }
            return .object(try object.resolvingCredentials(secret))
        case .array(let elements):
            var resolved: [JSONValue] = []
            for element in elements { resolved.append(try element.resolvingCredentials(secret)) }
            return .array(resolved)
        case .string, .number, .bool, .null: return self
        }
    }
}
