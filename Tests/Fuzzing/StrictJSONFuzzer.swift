import StrictJSON

/// Any bytes are either refused with a place inside them, or mean something that can be walked,
/// written and read again without change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    do {
        check(try JSONDocument(parsing: bytes).root)
    } catch {
        precondition((0...count).contains(error.offset))
        precondition(error.position.line >= 1 && error.position.column >= 1)
    }
    return 0
}

private func check(_ root: JSONNode) {
    visit(root)
    let value = JSONValue(root)
    for text in [value.compactText, value.prettyText] {
        guard let again = try? JSONValue(parsing: [UInt8](text.utf8)) else {
            preconditionFailure("what was written cannot be read: \(text)")
        }
        precondition(again == value)
        precondition(again.compactText == value.compactText)
    }
}

private func visit(_ node: JSONNode) {
    precondition(
        JSONNumber(text: String(decoding: node.bytes, as: UTF8.self))?.text == node.numberText)
    for element in node.elements { visit(element) }
    for (key, value) in node.members {
        guard let name = key.string else { preconditionFailure("a key is no string") }
        precondition(node[name]?.offset == value.offset)
        visit(value)
    }
}
