package import StrictJSON

/// A value that travels between an app, its provider and the provider's server: what Apple's API
/// has `Any` with property-list values for.
///
/// Write one as a literal, read one with ``string``, ``bool``, ``integer``, ``double``, ``array`` and
/// ``dictionary``, each of which is nil when the value is of another kind. Nothing is converted on the
/// way: a number keeps the very text it was written with, so `1.50` stays `1.50` and
/// `12345678901234567890` loses no digit. Two values are equal when they are written alike: texts by
/// their UTF-8 bytes, numbers by their text.
///
/// It is a value without any reference, to be used in any thread.
public struct PropertyListValue: Hashable, Sendable {
    /// The value as JSON has it.
    package let json: JSONValue

    /// The value that JSON has.
    package init(_ json: JSONValue) { self.json = json }

    /// A text.
    public init(_ string: String) { json = .string(string) }

    /// A whole number.
    public init(_ integer: Int) { json = .number(JSONNumber(integer)) }

    /// A number, written with the fewest digits that stand for it; nil for infinities and what is no
    /// number, which JSON (RFC 8259, 6) does not have.
    public init?(_ double: Double) {
        guard double.isFinite, let number = JSONNumber(text: "\(double)") else { return nil }
        json = .number(number)
    }

    /// A number with exactly this text; nil unless `numberText` is a number in JSON's grammar
    /// (RFC 8259, 6).
    public init?(numberText: String) {
        guard let number = JSONNumber(text: numberText) else { return nil }
        json = .number(number)
    }

    /// A truth value.
    public init(_ bool: Bool) { json = .bool(bool) }

    /// A list of values.
    public init(_ array: [PropertyListValue]) { json = .array(array.map(\.json)) }

    /// Values with names.
    public init(_ dictionary: PropertyList) { json = .object(dictionary.json) }

    /// What JSON calls `null`. Apple's property lists have no such value; payloads do.
    public static let null = PropertyListValue(.null)

    /// Reads a JSON text (RFC 8259, strictly: no duplicate keys, at most 512 levels); nil when it is
    /// none.
    public init?(jsonText: String) {
        guard let json = try? JSONValue(parsing: Array(jsonText.utf8)) else { return nil }
        self.json = json
    }
}

extension PropertyListValue {
    /// The text; nil for another kind of value.
    public var string: String? {
        if case .string(let text) = json { text } else { nil }
    }

    /// The truth value; nil for another kind of value. A number is none.
    public var bool: Bool? {
        if case .bool(let bool) = json { bool } else { nil }
    }

    /// The number, when it is written without fraction and exponent and fits an `Int`.
    public var integer: Int? {
        if case .number(let number) = json { number.integer } else { nil }
    }

    /// The number, rounded to the nearest that a `Double` has; nil for another kind of value.
    public var double: Double? { numberText.flatMap { Double($0) } }

    /// The text of the number as it was written; nil for another kind of value.
    public var numberText: String? {
        if case .number(let number) = json { number.text } else { nil }
    }

    /// The list; nil for another kind of value.
    public var array: [PropertyListValue]? {
        if case .array(let array) = json { array.map { PropertyListValue($0) } } else { nil }
    }

    /// The values with names; nil for another kind of value.
    public var dictionary: PropertyList? {
        if case .object(let object) = json { PropertyList(object) } else { nil }
    }

    /// Whether this is ``null``.
    public var isNull: Bool { json == .null }
}

extension PropertyListValue: CustomStringConvertible {
    /// The value as JSON on one line, with sorted keys.
    public var description: String { json.compactText }
}
