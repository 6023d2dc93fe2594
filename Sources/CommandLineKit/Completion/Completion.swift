/// What a shell offers at the cursor.
package enum Completion: Equatable, Sendable {
    /// The names of files.
    case files
    case candidates([Candidate])

    /// One word to offer.
    package struct Candidate: Equatable, Sendable {
        /// The word, not quoted.
        package let word: String
        /// Shown beside the word by shells that can; may be empty.
        package let explanation: String

        /// A word with what there is to say about it.
        package init(_ word: String, _ explanation: String = "") {
            self.word = word
            self.explanation = explanation
        }
    }

    /// What the scripts read: the kind on the first line, then a candidate a line, its word and its
    /// explanation divided by a tab.
    package var text: String {
        switch self {
        case .files: return "files\n"
        case .candidates(let candidates):
            let lines = candidates.map { candidate in
                candidate.explanation.isEmpty
                    ? candidate.word : "\(candidate.word)\t\(candidate.explanation)"
            }
            return (["candidates"] + lines).joined(separator: "\n") + "\n"
        }
    }
}
