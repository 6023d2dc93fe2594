import StrictJSON

/// Makes up values together with one of the many ways to write them.
struct DocumentGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A value, and a text that stands for it.
    mutating func next() -> (value: JSONValue, text: String) {
        let (value, text) = make(depth: 0)
        return (value, space() + text + space())
    }

    /// `text` with one byte removed, added, changed, or cut off there.
    mutating func damage(_ text: [UInt8]) -> [UInt8] {
        var text = text
        let place = Int.random(in: text.indices, using: &random)
        let byte =
            Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random) : pick([UInt8]("{}[]\",:\\-0.eu".utf8))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.remove(at: place)
        case 1: text.insert(byte, at: place)
        case 2: text[place] = byte
        default: text.removeSubrange(place...)
        }
        return text
    }

    private mutating func make(depth: Int) -> (JSONValue, String) {
        switch Int.random(in: 0..<(depth < 4 ? 10 : 6), using: &random) {
        case 0: return (.null, "null")
        case 1: return (true, "true")
        case 2: return (false, "false")
        case 3, 4: return makeNumber()
        case 5:
            let (string, text) = makeString()
            return (.string(string), text)
        case 6, 7: return makeArray(depth: depth)
        default: return makeObject(depth: depth)
        }
    }

    private mutating func makeArray(depth: Int) -> (JSONValue, String) {
        var values: [JSONValue] = []
        var texts: [String] = []
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let (value, text) = make(depth: depth + 1)
            values.append(value)
            texts.append(space() + text + space())
        }
        return (
            .array(values), "[" + (texts.isEmpty ? space() : texts.joined(separator: ",")) + "]"
        )
    }

    private mutating func makeObject(depth: Int) -> (JSONValue, String) {
        var object = JSONObject()
        var texts: [String] = []
        let count = pick([0, 1, 2, 3, depth == 1 ? 20 : 4])
        for _ in 0..<count {
            let (key, keyText) = makeString()
            let (value, text) = make(depth: depth + 1)
            // Foundation's dictionaries compare keys by canonical equivalence; leave that out here.
            guard !object.contains(where: { $0.key == key }) else { continue }
            object[key] = value
            texts.append(space() + keyText + space() + ":" + space() + text + space())
        }
        return (
            .object(object), "{" + (texts.isEmpty ? space() : texts.joined(separator: ",")) + "}"
        )
    }

    private mutating func makeNumber() -> (JSONValue, String) {
        var text = pick(["", "-"]) + pick(["0", "7", "42", "9007199254740993", "123456"])
        text += pick(["", "", ".0", ".5", ".125000", ".1"])
        // Foundation refuses zeros that have an exponent.
        if Double(text) != 0 { text += pick(["", "", "e3", "E-7", "e+2", "e0"]) }
        return (JSONNumber(text: text).map(JSONValue.number) ?? .null, text)
    }

    private mutating func makeString() -> (String, String) {
        var scalars = String.UnicodeScalarView()
        var text = "\""
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let scalar = pick(Self.alphabet)
            scalars.append(scalar)
            text += Bool.random(using: &random) ? escape(scalar) : plain(scalar)
        }
        return (String(scalars), text + "\"")
    }

    private static let alphabet = [Unicode.Scalar](
        "abcXYZ019 {}[]:,\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}é\u{301}ß日\u{FFFD}\u{202E}😹\u{10FFFD}"
            .unicodeScalars)

    private func plain(_ scalar: Unicode.Scalar) -> String {
        scalar.value < 0x20 || scalar == "\"" || scalar == "\\" ? escape(scalar) : String(scalar)
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: unit.isMultiple(of: 2))
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private mutating func space() -> String { pick(["", "", "", " ", "\n", "\t\r\n  "]) }

    private mutating func pick<Item>(_ items: [Item]) -> Item {
        items[Int.random(in: items.indices, using: &random)]
    }
}
