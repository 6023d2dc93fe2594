import LocalPushModel
import MessageLines
import StrictJSON

/// Any stream of bytes is cut into the same lines however it comes, and each line is either refused
/// in words or a message that means the same when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let limit = 512
    let whole = lines(of: bytes, inPiecesOf: max(1, count), limit: limit)
    let piecemeal = lines(of: bytes, inPiecesOf: 1 + count % 7, limit: limit)
    precondition(whole == piecemeal)
    for case .line(let line) in whole {
        precondition(line.count <= limit && !line.contains(UInt8(ascii: "\n")))
        check(line)
    }
    return 0
}

private func lines(
    of bytes: [UInt8], inPiecesOf size: Int, limit: Int
) -> [LineFramer.Line] {
    var framer = LineFramer(limit: limit)
    var lines: [LineFramer.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
        lines += framer.append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    return lines + framer.finish()
}

private func check(_ line: [UInt8]) {
    check { () throws(MessageError) in _ = try MessageFromAgent(line: line) }
    if let document = try? JSONDocument(parsing: line) {
        do { _ = try TimelineEntry(document.root) } catch {
            precondition(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
    }
    check { () throws(MessageError) in
        let request = try SignatureRequest(line: line)
        let again = try? SignatureRequest(line: written(try? request.line()))
        precondition(again == request)
    }
    check { () throws(MessageError) in
        let reply = try SignatureReply(line: line)
        let again = try? SignatureReply(line: written(try? reply.line()))
        precondition(again == reply)
    }
    check { () throws(MessageError) in
        let request = try ControlRequest(line: line)
        let again = try? ControlRequest(line: written(try? request.line()))
        precondition(again == request)
    }
    check { () throws(MessageError) in
        let reply = try ControlReply(line: line)
        let again = try? ControlReply(line: written(try? reply.line()))
        precondition(again == reply)
    }
}

/// A refusal is one line of printable text: nothing of a hostile line gets through to a terminal.
private func check(_ body: () throws(MessageError) -> Void) {
    do throws(MessageError) { try body() } catch {
        precondition(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
}

/// A written line without its line feed, of which there is one.
private func written(_ line: [UInt8]?) -> [UInt8] {
    guard let line else { preconditionFailure("what was read cannot be written") }
    precondition(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
    return Array(line.dropLast())
}
