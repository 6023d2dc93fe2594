package import StrictJSON

extension SSID {
    /// The SSID that `node` stands for: text for its UTF-8 octets, `{"hex": "…"}` for any octets.
    /// Throws for anything else.
    package init(_ node: JSONNode) throws(DocumentError) {
        let octets: [UInt8]
        if let text = node.stringBytes {
            octets = [UInt8](text)
        } else if node.kind == .object {
            octets = try Self.octets(fromHex: node)
        } else {
            throw .expected("a string or {\"hex\": \"…\"}", found: node)
        }
        guard let ssid = SSID(bytes: octets) else {
            throw DocumentError(
                at: node, "an SSID has 1 to 32 octets, this one has \(octets.count)")
        }
        self = ssid
    }

    private static func octets(fromHex node: JSONNode) throws(DocumentError) -> [UInt8] {
        let digits = try ObjectReader(node, keys: ["hex"]).required("hex")
        let text = try digits.text()
        guard let octets = Hexadecimal.bytes(text) else {
            throw DocumentError(
                at: digits, "\(SafeText.quoted(text)) is not pairs of hexadecimal digits")
        }
        return octets
    }

    /// Text where the octets are UTF-8, otherwise `{"hex": "…"}`.
    package var json: JSONValue {
        text.map { .string($0) } ?? .object(["hex": .string(hex)])
    }
}
