import Foundation
import StrictJSON
import Testing

/// Foundation's reader as an independent opinion.
struct OracleTests {
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `generated documents mean what Foundation says`(seed: UInt64) throws {
        var documents = DocumentGenerator(seed: seed)
        let (expected, text) = documents.next()
        #expect(try value(text) == expected, "seed \(seed): \(text)")
        let theirs = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
        #expect(theirs.agrees(with: expected), "seed \(seed): \(text)")
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `what is written reads back the same, here and in Foundation`(seed: UInt64) throws {
        var documents = DocumentGenerator(seed: seed)
        let (expected, _) = documents.next()
        for text in [expected.compactText, expected.prettyText] {
            #expect(try value(text) == expected)
            let theirs = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
            #expect(theirs.agrees(with: expected), "seed \(seed): \(text)")
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `what Foundation refuses is refused`(seed: UInt64) {
        var documents = DocumentGenerator(seed: seed)
        let text = [UInt8](documents.next().text.utf8)
        for _ in 0..<20 {
            let damaged = documents.damage(text)
            guard let ours = try? JSONDocument(parsing: damaged) else { continue }
            let tame = damaged.replacingNumbers(in: ours.root)
            #expect(throws: Never.self, "seed \(seed): \(damaged)") {
                try JSONSerialization.jsonObject(with: Data(tame), options: .fragmentsAllowed)
            }
        }
    }
}

extension [UInt8] {
    /// The text with every number written as 1: Foundation refuses what a `Double` cannot hold.
    fileprivate func replacingNumbers(in node: JSONNode) -> [UInt8] {
        var text = self
        for number in node.numbers.reversed() {
            let end = number.offset + number.bytes.count
            text.replaceSubrange(number.offset..<end, with: [UInt8(ascii: "1")])
        }
        return text
    }
}

extension JSONNode {
    /// All numbers in the value, in file order.
    fileprivate var numbers: [JSONNode] {
        kind == .number
            ? [self] : elements.flatMap(\.numbers) + members.flatMap { $0.value.numbers }
    }
}

/// A value as Foundation decodes it.
private enum Decoded: Decodable {
    case object([String: Decoded])
    case array([Decoded])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let bool = try? single.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if let string = try? single.decode(String.self) {
            self = .string(string)
        } else if let array = try? single.decode([Decoded].self) {
            self = .array(array)
        } else {
            self = .object(try single.decode([String: Decoded].self))
        }
    }

    func agrees(with value: JSONValue) -> Bool {
        switch (self, value) {
        case (.object(let ours), .object(let theirs)):
            ours.count == theirs.count
                && theirs.allSatisfy { ours[$0.key]?.agrees(with: $0.value) ?? false }
        case (.array(let ours), .array(let theirs)):
            ours.count == theirs.count && zip(ours, theirs).allSatisfy { $0.agrees(with: $1) }
        case (.string(let ours), .string(let theirs)): ours.hasSameBytes(as: theirs)
        case (.number(let ours), .number(let theirs)): ours == Double(theirs.text)
        case (.bool(let ours), .bool(let theirs)): ours == theirs
        case (.null, .null): true
        default: false
        }
    }
}
