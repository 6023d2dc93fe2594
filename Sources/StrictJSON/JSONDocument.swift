/// A JSON text that was read in full, with every value at hand and none of them decoded yet.
///
/// The text is RFC 8259 to the letter: one value with white space around it, in UTF-8 and without
/// a byte order mark. No object has a key twice, escapes make whole characters, and arrays and
/// objects nest at most 512 deep.
package struct JSONDocument: Sendable {
    let storage: Storage

    /// Reads `bytes`, which are to be the whole text and shorter than 4 GiB.
    ///
    /// Throws at the first byte that is not UTF-8, else at the first place where the text breaks
    /// the rules; a repeated key shows when its object ends.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        storage = Storage(bytes: bytes, tape: try JSONScanner.tape(of: bytes))
    }

    /// The one value that the text consists of.
    package var root: JSONNode { JSONNode(storage: storage, index: 0) }

    /// Where the byte at `offset` is, as people count. Takes time by the length of the text.
    package func position(of offset: Int) -> JSONPosition {
        JSONPosition(of: offset, in: storage.bytes)
    }

    /// What a document and all its nodes share.
    final class Storage: Sendable {
        let bytes: [UInt8]
        let tape: [TapeEntry]

        init(bytes: [UInt8], tape: [TapeEntry]) {
            self.bytes = bytes
            self.tape = tape
        }

        /// Whether the entry at `index` is a string whose value has the UTF-8 bytes of `text`.
        func isString(at index: Int, _ text: String) -> Bool {
            let entry = tape[index]
            guard entry.kind == .string else { return false }
            if entry.hasEscapes {
                return StringEscapes.decoded(bytes[entry.contents]).elementsEqual(text.utf8)
            }
            let (start, text) = (entry.contents.lowerBound, text.utf8.span)
            guard entry.contents.count == text.count else { return false }
            for index in text.indices where bytes[start + index] != text[index] { return false }
            return true
        }
    }
}
