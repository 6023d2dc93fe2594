package import StrictJSON

/// Who signed the file that a profile was brought by.
package struct SignatureRecord: Hashable, Sendable {
    /// The signer's name, as the certificate has it.
    package let signer: String
    /// The SHA-256 of the signer's public key, as 64 lower-case hexadecimal digits: what tells signers
    /// apart, whatever they call themselves.
    package let key: String
    /// The SHA-256 of the profile file that is inside the signed one, as 64 lower-case hexadecimal digits.
    package let digest: String
    /// Whether the profile was changed by hand since.
    package var isChanged: Bool

    package init(signer: String, key: String, digest: String, isChanged: Bool = false) {
        self.signer = signer
        self.key = key
        self.digest = digest
        self.isChanged = isChanged
    }
}

extension SignatureRecord {
    /// What `node` says. Throws at the first thing that is wrong.
    package init(_ node: JSONNode) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: ["signer", "key", "digest", "isChanged"])
        self.init(
            signer: try reader.string("signer"), key: try reader.value("key", Self.digits),
            digest: try reader.value("digest", Self.digits),
            isChanged: try reader.bool("isChanged", absent: false))
    }

    private static func digits(_ text: String) throws(InvalidValue) -> String {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 32 else {
            throw InvalidValue("expected 64 hexadecimal digits")
        }
        return text
    }

    /// The record as it is stored.
    package var json: JSONValue {
        [
            "signer": .string(signer), "key": .string(key), "digest": .string(digest),
            "isChanged": .bool(isChanged),
        ]
    }
}
