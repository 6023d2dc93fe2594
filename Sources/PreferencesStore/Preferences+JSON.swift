package import LocalPushModel
import StrictJSON

extension Preferences {
    /// The version of the file's format that this program writes, and the newest that it reads.
    package static let formatVersion = 1

    /// The most bytes that a store may have: ten times what 10,000 large profiles take.
    static let sizeLimit = 64 << 20

    /// Generations are counted up to the largest integer that every JSON reader can hold, then
    /// start again from 0.
    private static let generations = 1 << 53

    /// The preferences that the file with these contents holds. Throws at the first thing that is
    /// wrong: an unknown or repeated key, a newer format, a profile that is not valid, a name that
    /// is used twice.
    package init(parsing bytes: [UInt8]) throws(DocumentError) {
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
        try self.init(root)
    }

    /// The preferences that this object holds.
    init(_ root: JSONNode) throws(DocumentError) {
        try Self.checkFormat(root)
        let reader = try ObjectReader(
            root, keys: ["applied", "formatVersion", "generation", "profiles", "signatures"])
        let profiles = try Self.profiles(reader)
        self.init(
            generation: try Self.generation(reader.required("generation")), profiles: profiles,
            applied: try Self.applied(reader, among: profiles),
            signatures: try Self.signatures(reader, among: profiles))
    }

    /// Whether these contents are of a format that is newer than this program.
    static func hasNewerFormat(_ bytes: [UInt8]) -> Bool {
        let version = try? JSONDocument(parsing: bytes).root["formatVersion"]?.integer
        return (version ?? nil) ?? 0 > formatVersion
    }

    /// Comes before all else, so that a newer format is not taken for a mistake.
    private static func checkFormat(_ root: JSONNode) throws(DocumentError) {
        let version = try ObjectReader(anyKeysOf: root).required("formatVersion")
        guard let number = version.integer, number >= 1 else {
            throw DocumentError(at: version, "expected the number \(formatVersion)")
        }
        guard number <= formatVersion else {
            throw DocumentError(
                at: version,
                "format \(number) is newer than this program, which knows format "
                    + "\(formatVersion); use a newer localpush")
        }
    }

    private static func generation(_ node: JSONNode) throws(DocumentError) -> Int {
        guard let number = node.integer, (0..<generations).contains(number) else {
            throw DocumentError(
                at: node, "expected a whole number from 0 to \(generations - 1)")
        }
        return number
    }

    private static func profiles(_ reader: ObjectReader) throws(DocumentError) -> [Profile] {
        _ = try reader.required("profiles")
        let elements = try reader.elements("profiles")
        var profiles: [Profile] = []
        var nodes: [ProfileName: JSONNode] = [:]
        profiles.reserveCapacity(elements.count)
        nodes.reserveCapacity(elements.count)
        for node in elements {
            let profile = try Profile(node)
            if let first = nodes.updateValue(node, forKey: profile.name) {
                throw DocumentError(
                    at: node, "the name \(profile.name) is used before, at \(first.position)")
            }
            profiles.append(profile)
        }
        return profiles
    }

    /// The names under `applied`. Of names that no profile has, as somebody leaves them who removes one
    /// from the file by hand, nothing is kept.
    private static func applied(
        _ reader: ObjectReader, among profiles: [Profile]
    ) throws(DocumentError) -> Set<ProfileName> {
        let elements = try reader.elements("applied")
        guard !elements.isEmpty else { return [] }
        var names: Set<ProfileName> = []
        names.reserveCapacity(elements.count)
        for node in elements {
            let text = try node.text()
            do { names.insert(try ProfileName(text)) } catch {
                throw DocumentError(at: node, error.problem)
            }
        }
        return names.intersection(profiles.map(\.name))
    }

    /// The records under `signatures`, by name; likewise.
    private static func signatures(
        _ reader: ObjectReader, among profiles: [Profile]
    ) throws(DocumentError) -> [ProfileName: SignatureRecord] {
        guard let node = reader.optional("signatures") else { return [:] }
        guard node.kind == .object else { throw .expected("an object", found: node) }
        let names = Set(profiles.map(\.name))
        var records: [ProfileName: SignatureRecord] = [:]
        for (key, value) in node.members {
            let record = try SignatureRecord(value)
            guard let name = try? ProfileName(try key.text()), names.contains(name) else {
                continue
            }
            records[name] = record
        }
        return records
    }

    /// The contents of a file that holds these preferences: the same bytes for the same profiles.
    package var fileContents: [UInt8] {
        var bytes: [UInt8] = []
        json.write(into: &bytes, pretty: true)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// The same as a value. Where nothing was ever applied, nothing is said of that.
    var json: JSONValue {
        var object: JSONObject = [
            "formatVersion": .number(JSONNumber(Self.formatVersion)),
            "generation": .number(JSONNumber(generation)),
            "profiles": .array(profiles.map(\.json)),
        ]
        if !applied.isEmpty {
            let names = applied.map(\.text).sorted { $0.hasBytesBefore($1) }
            object["applied"] = .array(names.map { .string($0) })
        }
        if !signatures.isEmpty {
            let records = signatures.map { ($0.key.text, $0.value.json) }
            object["signatures"] = .object(JSONObject(records.map { (key: $0.0, value: $0.1) }))
        }
        return .object(object)
    }

    /// What comes after this generation when the profiles of `next` are saved.
    func followed(by next: Preferences) -> Preferences {
        Preferences(
            generation: (generation + 1) % Self.generations, profiles: next.profiles,
            applied: next.applied, signatures: next.signatures)
    }
}
