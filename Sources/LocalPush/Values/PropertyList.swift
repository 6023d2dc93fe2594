package import StrictJSON

/// Values with names: what Apple's API has `[String: Any]` and `[AnyHashable: Any]` for, as in
/// `providerConfiguration` and `userInfo`.
///
/// Used like a dictionary, it is a collection of pairs in the order of the names' UTF-8 bytes. Names
/// are told apart by those bytes, unlike the keys of a Swift dictionary, for which a composed and
/// a decomposed letter are the same: what a server sent arrives as it is.
///
/// It is a value without any reference, to be used in any thread.
public struct PropertyList: Hashable, Sendable {
    /// The values as JSON has them.
    package private(set) var json: JSONObject

    /// The values that JSON has.
    package init(_ json: JSONObject) { self.json = json }

    /// No values.
    public init() { json = [:] }

    /// Of a name that is given twice the last value counts.
    public init(_ elements: some Sequence<(String, PropertyListValue)>) {
        json = JSONObject(elements.map { (key: $0.0, value: $0.1.json) })
    }

    /// Reads a JSON text whose value is an object (RFC 8259, strictly: no duplicate keys, at most
    /// 512 levels); nil when it is none.
    public init?(jsonText: String) {
        guard let list = PropertyListValue(jsonText: jsonText)?.dictionary else { return nil }
        self = list
    }

    /// The value with this name; nil when there is none. Setting nil removes it.
    public subscript(_ key: String) -> PropertyListValue? {
        get { json[key].map { PropertyListValue($0) } }
        set { json[key] = newValue?.json }
    }

    /// The names, in the order of their UTF-8 bytes.
    public var keys: [String] { json.map(\.key) }
}

extension PropertyList: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { json.startIndex }

    /// The number of values.
    public var endIndex: Int { json.endIndex }

    /// The value at `index` in the order of names, with its name.
    public subscript(index: Int) -> (key: String, value: PropertyListValue) {
        let member = json[index]
        return (member.key, PropertyListValue(member.value))
    }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// Of a name that is given twice the last value counts.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) { self.init(elements) }
}

extension PropertyList: CustomStringConvertible {
    /// The values as one JSON object on one line, with sorted keys.
    public var description: String { JSONValue.object(json).compactText }
}
