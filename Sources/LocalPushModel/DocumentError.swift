package import StrictJSON

/// What is wrong with a document that somebody wrote: where it stands, at which key, and why.
///
/// Reads as `cruise-ship.json:3:17: matchSSIDs[1]: an SSID has 1 to 32 octets, this one has 40`.
package struct DocumentError: Error, Hashable, Sendable {
    /// The path of the file, when the document came from one.
    package var file: String?
    /// Where in the document; nil when the fault is in what is missing as a whole.
    package let position: JSONPosition?
    /// The key, as a path from the top of the document: `profiles[2].matchSSIDs`; empty at the top.
    package let key: String
    /// What is wrong, and what would be right.
    package let problem: String

    package init(file: String? = nil, position: JSONPosition?, key: String, problem: String) {
        self.file = file
        self.position = position
        self.key = key
        self.problem = problem
    }

    /// What is wrong with the value, or the key, `node`.
    package init(at node: JSONNode, _ problem: String) {
        self.init(position: node.position, key: node.path, problem: problem)
    }

    /// A value of the wrong kind.
    package static func expected(_ what: String, found node: JSONNode) -> DocumentError {
        DocumentError(at: node, "expected \(what), found \(node.kind)")
    }

    /// The error of a document that is not JSON at all.
    package init(_ error: JSONSyntaxError, file: String? = nil) {
        self.init(file: file, position: error.position, key: "", problem: error.problem)
    }

    /// The same fault, told of the document in `file`.
    package func inFile(_ file: String) -> DocumentError {
        DocumentError(file: file, position: position, key: key, problem: problem)
    }
}

extension DocumentError: CustomStringConvertible {
    package var description: String {
        var place = file.map { SafeText.escaped($0) + ":" } ?? ""
        if let position {
            place +=
                file == nil
                ? "line \(position.line), column \(position.column):"
                : "\(position.line):\(position.column):"
        }
        let parts = [place, key.isEmpty ? "" : SafeText.escaped(key) + ":", problem]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
