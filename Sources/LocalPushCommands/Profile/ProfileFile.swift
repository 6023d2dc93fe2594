import LocalPushModel
import StrictJSON

/// A file that somebody wrote profiles into: one, an array of them, or one on each line.
struct ProfileFile {
    /// The most bytes that a file may have: what a store can have.
    static let sizeLimit = 64 << 20

    /// A profile with the place that it is written at.
    struct Entry {
        let profile: Profile
        fileprivate let node: JSONNode
        /// The lines of the file before the text that `node` is of.
        fileprivate let linesBefore: Int

        /// Where it starts. Takes time by the length of the text.
        var position: JSONPosition { node.position.moved(down: linesBefore) }
    }

    /// The profiles that are valid, no name twice.
    private(set) var entries: [Entry] = []
    /// What is wrong with the rest, as it was found.
    private(set) var faults: [DocumentError] = []
    /// How many faults are kept before one ends the reading.
    private let limit: Int

    var profiles: [Profile] { entries.map(\.profile) }

    /// What messages call the file at `path`.
    static func title(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// Reads the contents of such a file. Throws at the first thing that is wrong.
    init(parsing bytes: [UInt8]) throws(DocumentError) {
        self.init(examining: bytes, limit: 0)
        if let fault = faults.first { throw fault }
    }

    /// Reads the contents of such a file as far as it goes: what breaks the rules of JSON ends it, and so
    /// does a great number of faults, each of which takes time by the length of the text.
    init(examining bytes: [UInt8], limit: Int = 99) {
        self.limit = limit
        do {
            try read(bytes)
            try checkNames()
        } catch {
            faults.append(error)
        }
    }

    /// Whether there may be more faults than were found.
    var isCutShort: Bool { faults.count > limit }

    private mutating func read(_ bytes: [UInt8]) throws(DocumentError) {
        if let lines = Self.lines(bytes) {
            for (number, line) in lines.enumerated() where !Self.isBlank(line) {
                do { try add(try Self.root([UInt8](line)), linesBefore: number) } catch {
                    throw error.moved(down: number)
                }
            }
        } else {
            let root = try Self.root(bytes)
            for node in root.kind == .array ? [JSONNode](root.elements) : [root] { try add(node) }
        }
    }

    /// Throws one fault too many.
    private mutating func add(_ node: JSONNode, linesBefore: Int = 0) throws(DocumentError) {
        var found = DocumentFaults(limit: limit - faults.count)
        defer { faults += found.kept.map { $0.moved(down: linesBefore) } }
        do throws(DocumentError) {
            let profile = try Profile(node, &found)
            if profile.map({ Secrecy.hidesValue(in: $0.providerConfiguration) }) ?? true,
                let hidden = Secrecy.hiddenValue(in: node)
            {
                throw DocumentError(at: hidden, "it stands for a hidden value and is none itself")
            }
            guard let profile else { return }
            entries.append(Entry(profile: profile, node: node, linesBefore: linesBefore))
        } catch {
            try found.add(error)
        }
    }

    /// Leaves the first of each name.
    private mutating func checkNames() throws(DocumentError) {
        let all = entries
        entries = []
        var found = DocumentFaults(limit: limit - faults.count)
        defer { faults += found.kept }
        var first: [ProfileName: Entry] = [:]
        for entry in all {
            let name = entry.profile.name
            guard let earlier = first[name] else {
                first[name] = entry
                entries.append(entry)
                continue
            }
            try found.add(
                DocumentError(
                    position: entry.position, key: entry.node.path,
                    problem: "the name \(name) is used before, at \(earlier.position)"))
        }
    }
}

// MARK: One object a line

extension ProfileFile {
    private static func root(_ bytes: [UInt8]) throws(DocumentError) -> JSONNode {
        do { return try JSONDocument(parsing: bytes).root } catch {
            guard isTextOfSigned(bytes) else { throw DocumentError(error) }
            throw DocumentError(
                position: error.position, key: "",
                problem: "it is signed, but as PEM or S/MIME; to openssl cms say -outform DER")
        }
    }

    /// Whether the bytes start as what openssl cms writes unless told to write DER.
    private static func isTextOfSigned(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "-----BEGIN ".utf8) || bytes.starts(with: "MIME-Version: ".utf8)
    }

    /// The lines, where the first that is not blank is an object by itself and another follows.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        guard let start = bytes.firstIndex(where: { !isBlank($0) }), bytes[start] == openingBrace,
            let end = bytes[start...].firstIndex(of: lineFeed), !isBlank(bytes[end...]),
            (try? JSONDocument(parsing: [UInt8](bytes[start..<end]))) != nil
        else { return nil }
        return bytes.split(separator: lineFeed, omittingEmptySubsequences: false)
    }

    private static let openingBrace = UInt8(ascii: "{")
    private static let lineFeed = UInt8(ascii: "\n")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

    private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { isBlank($0) }
    }
}

extension JSONPosition {
    fileprivate func moved(down lines: Int) -> JSONPosition {
        JSONPosition(line: line + lines, column: column)
    }
}

extension DocumentError {
    /// The same fault in a text that so many lines come before.
    func moved(down lines: Int) -> DocumentError {
        DocumentError(
            file: file, position: position?.moved(down: lines), key: key, problem: problem)
    }
}
