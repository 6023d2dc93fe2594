import MessageLines
import Testing

@Suite struct LineFramerTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `lines come whole, however the stream was cut`() {
        let stream = bytes("one\ntwo\r\n\n  \t\r\nthree\n")
        let expected = ["one", "two\r", "three"].map { LineFramer.Line.line(bytes($0)) }
        for size in 1...stream.count {
            var framer = LineFramer()
            var lines: [LineFramer.Line] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                lines += framer.append(Array(stream[start..<min(start + size, stream.count)]))
            }
            #expect(lines == expected)
            #expect(framer.finish() == [])
        }
    }

    @Test func `a last line without a line feed counts when the stream ends`() {
        var framer = LineFramer()
        #expect(framer.append(bytes("one\ntwo")) == [.line(bytes("one"))])
        #expect(framer.finish() == [.line(bytes("two"))])
        #expect(framer.finish() == [])
    }

    @Test func `a line of exactly the limit passes, one more byte does not`() {
        var framer = LineFramer(limit: 4)
        #expect(
            framer.append(bytes("1234\n12345\n1\n")) == [
                .line(bytes("1234")), .overlong, .line(bytes("1")),
            ])
    }

    @Test func `a line without end is told once and never held`() {
        var framer = LineFramer(limit: 100)
        var lines: [LineFramer.Line] = []
        for _ in 0..<1000 { lines += framer.append([UInt8](repeating: 65, count: 64)) }
        #expect(lines == [.overlong])
        #expect(framer.append(bytes("rest\nnext\n")) == [.line(bytes("next"))])
    }
}
