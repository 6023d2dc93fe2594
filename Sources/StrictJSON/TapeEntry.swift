/// One value, or one key, of a document. The entries of a document lie in one array in file order;
/// an object is followed by its keys and values in turn, an array by its elements.
///
/// Offsets are 32 bits wide to keep an entry at 16 bytes; ``JSONScanner`` refuses longer texts.
struct TapeEntry {
    let kind: JSONNode.Kind

    /// For a string: whether it holds a backslash, so that its bytes are not its value.
    var hasEscapes = false

    /// Where the value's text starts and ends, the quotes of a string included.
    let start: UInt32
    var end: UInt32

    /// The index of the entry that follows this one and all that is inside it.
    var next: UInt32

    /// The value's text.
    var range: Range<Int> { Int(start)..<Int(end) }

    /// For a string: the text between its quotes.
    var contents: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
