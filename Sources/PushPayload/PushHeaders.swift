import LocalPushModel

/// Reads the headers of a message that came from outside.
struct PushHeaders {
    /// The latest time that every JSON reader can hold, in milliseconds: the year 287,396.
    static let latest: Int64 = 1 << 53

    private let header: (String) -> String?

    init(_ header: @escaping (String) -> String?) { self.header = header }

    func missing(_ name: String) -> InvalidValue { InvalidValue("the header \(name) is missing") }

    func id(_ name: String) throws(InvalidValue) -> String? {
        guard let text = header(name) else { return nil }
        guard PushMessage.isID(text) else {
            throw InvalidValue(
                "\(name): an id has 1 to \(PushMessage.longestID) bytes, none of them a control "
                    + "character")
        }
        return text
    }

    func number(_ name: String, in range: ClosedRange<Int64>) throws(InvalidValue) -> Int64? {
        guard let text = header(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw InvalidValue(
                "\(name): \(SafeText.quoted(text)) is not a number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }

    func kind(_ name: String) throws(InvalidValue) -> PushMessage.Kind {
        guard let text = header(name) else { throw missing(name) }
        guard let kind = PushMessage.Kind(rawValue: text) else {
            throw InvalidValue("\(name): there is no kind \(SafeText.quoted(text))")
        }
        return kind
    }
}

extension PushMessage {
    /// Whether a text can be an id of a message: 1 to 64 bytes, none of a control character, and no
    /// space at an end, which headers lose.
    package static func isID(_ text: String) -> Bool {
        (1...longestID).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
    }
}
