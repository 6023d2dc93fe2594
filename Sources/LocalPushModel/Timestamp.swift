/// A moment, written as ISO 8601 and RFC 3339 have it: `2026-11-30T09:00:00.250Z`, with an offset such
/// as `+01:00` in place of the `Z`, or a date alone for its first moment in UTC.
package struct Timestamp: Hashable, Sendable, Comparable {
    /// Nanoseconds since the start of 1970 in UTC.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The years that fit.
    private static let years = 1700...2200

    /// Throws when `text` is not written so, or is no moment there ever is.
    package init(_ text: String) throws(InvalidValue) {
        var rest = Array(text.utf8)[...]
        guard let time = Self.moment(&rest), rest.isEmpty else {
            throw InvalidValue(
                "\(SafeText.quoted(text)) is not a time such as 2026-11-30T09:00:00Z, nor a date")
        }
        nanoseconds = time
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    private static func moment(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2),
            take("-", &rest), let day = number(&rest, 2), years.contains(year),
            (1...12).contains(month), (1...length(of: month, year)).contains(day)
        else { return nil }
        let seconds = daysSince1970(year, month, day) * 86_400
        if rest.isEmpty { return Int64(seconds) * 1_000_000_000 }
        guard take("T", &rest) || take(" ", &rest), let inDay = timeOfDay(&rest),
            let fraction = fraction(&rest), let offset = offset(&rest)
        else { return nil }
        return Int64(seconds + inDay - offset) * 1_000_000_000 + fraction
    }

    private static func timeOfDay(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2),
            take(":", &rest), let second = number(&rest, 2), hour < 24, minute < 60, second < 61
        else { return nil }
        return (hour * 60 + minute) * 60 + second
    }

    /// Nanoseconds; digits beyond those are dropped.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard take(".", &rest) else { return 0 }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        let nine = (digits.prefix(9) + repeatElement(0x30, count: 9)).prefix(9)
        return nine.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Seconds east of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if take("Z", &rest) { return 0 }
        let isWest = take("-", &rest)
        guard isWest || take("+", &rest), let hours = number(&rest, 2), take(":", &rest),
            let minutes = number(&rest, 2), hours < 24, minutes < 60
        else { return nil }
        return (isWest ? -60 : 60) * (hours * 60 + minutes)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}

// MARK: The calendar

extension Timestamp {
    /// The time in UTC, to the second: `2026-11-30T09:00:00Z`.
    package var text: String {
        var (days, inDay) = (nanoseconds / 1_000_000_000).quotientAndRemainder(dividingBy: 86_400)
        if inDay < 0 { (days, inDay) = (days - 1, inDay + 86_400) }
        let (year, month, day) = Self.date(Int(days))
        return [
            (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (Int(inDay) / 3600, 2, ":"),
            (Int(inDay) / 60 % 60, 2, ":"), (Int(inDay) % 60, 2, "Z"),
        ].map { number, width, after in
            String(repeating: "0", count: max(0, width - String(number).count))
                + "\(number)\(after)"
        }.joined()
    }

    /// The inverse of ``daysSince1970(_:_:_:)``.
    private static func date(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + 719_468
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        let isLeap =
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// By Howard Hinnant's civil-to-days algorithm: years start in March, so that the leap day is the
    /// last of a year.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
