package import StrictJSON

/// What two profiles of one name say differently, value by value.
package struct ProfileDifference: Sendable {
    /// A key, as a path from the top of the profile, with what stands there in either.
    package struct Line: Hashable, Sendable {
        /// The keys that lead to the value, outermost first.
        package let path: [String]
        /// The value before; nil when there was none.
        package let before: JSONValue?
        /// The value after; nil when there is none.
        package let after: JSONValue?
    }

    /// The differences, by path. Of SSIDs each that came or went is one.
    package private(set) var lines: [Line] = []

    /// What is different between the profiles; nil stands for none, which has no values.
    package init(from before: Profile?, to after: Profile?) {
        let (old, new) = (Self.values(before), Self.values(after))
        compare(old, new, at: [])
        let path = ["matchSSIDs"]
        let (left, right) = (before?.matchSSIDs ?? [], after?.matchSSIDs ?? [])
        lines += Self.missing(right, from: left).map { .init(path: path, before: $0, after: nil) }
        lines += Self.missing(left, from: right).map { .init(path: path, before: nil, after: $0) }
    }

    /// All but the name, which is the same, and the SSIDs, which have no order.
    private static func values(_ profile: Profile?) -> JSONObject {
        guard case .object(var object) = profile?.json else { return [:] }
        object["name"] = nil
        object["matchSSIDs"] = nil
        return object
    }

    private static func missing(_ some: [SSID], from all: [SSID]) -> [JSONValue] {
        let some = Set(some)
        return all.filter { !some.contains($0) }.map(\.json)
    }

    private mutating func compare(_ old: JSONObject, _ new: JSONObject, at path: [String]) {
        let keys = Set(old.map(\.key) + new.map(\.key)).sorted { $0.hasBytesBefore($1) }
        for key in keys { compare(old[key], new[key], at: path + [key]) }
    }

    private mutating func compare(_ old: JSONValue?, _ new: JSONValue?, at path: [String]) {
        if old == new { return }
        // An object with nothing in it is a value like any other.
        let (left, right) = (Self.members(old), Self.members(new))
        if let left, let right, !(left.isEmpty && right.isEmpty) {
            compare(left, right, at: path)
        } else {
            lines.append(Line(path: path, before: old, after: new))
        }
    }

    /// The members of an object, or of what is not there.
    private static func members(_ value: JSONValue?) -> JSONObject? {
        switch value {
        case .object(let object): object
        case nil: [:]
        default: nil
        }
    }
}
