import StrictJSON
import SystemdSupport

extension BusValue {
    /// A JSON text that says exactly what `value` says: what no text on a bus can have is escaped.
    static func json(_ value: JSONValue) -> BusValue {
        let text = value.compactText
        guard text.unicodeScalars.contains(where: \.isUntransmissible) else {
            return .string(text)
        }
        return .string(
            text.unicodeScalars.reduce(into: "") { result, scalar in
                guard scalar.isUntransmissible else {
                    return result.unicodeScalars.append(scalar)
                }
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            })
    }
}
