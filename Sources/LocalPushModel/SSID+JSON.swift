package import StrictJSON

extension SSID {
    /// The SSID that `node` stands for: text for its UTF-8 octets, `{"hex": "…"}` for any octets.
    /// Throws for anything else.
    ///
    /// - Parameter path: The key of the SSID in its document.
    package init(_ node: JSONNode, path: String) throws(DocumentError) {
        if let text = node.string {
            guard let ssid = SSID(text: text) else {
                throw Self.length(text.utf8.count, node, path)
            }
            self = ssid
        } else if node.kind == .object {
            self = try Self.fromHex(node, path: path)
        } else {
            throw .expected("a string or {\"hex\": \"…\"}", found: node, key: path)
        }
    }

    private static func fromHex(_ node: JSONNode, path: String) throws(DocumentError) -> SSID {
        let reader = try ObjectReader(node, path: path, keys: ["hex"])
        let digits = try reader.string("hex")
        guard let octets = Hexadecimal.bytes(digits) else {
            throw DocumentError(
                position: node.position, key: reader.key("hex"),
                problem: "\(SafeText.quoted(digits)) is not pairs of hexadecimal digits")
        }
        guard let ssid = SSID(bytes: octets) else { throw length(octets.count, node, path) }
        return ssid
    }

    private static func length(_ count: Int, _ node: JSONNode, _ path: String) -> DocumentError {
        DocumentError(
            position: node.position, key: path,
            problem: "an SSID has 1 to 32 octets, this one has \(count)")
    }

    /// Text where the octets are UTF-8, otherwise `{"hex": "…"}`.
    package var json: JSONValue {
        text.map { .string($0) } ?? .object(["hex": .string(hex)])
    }
}
