import Glibc

/// Time that never jumps and stands still while the machine sleeps: CLOCK_MONOTONIC.
package enum MonotonicClock {
    /// The time since some moment before this process started, usually the machine's start.
    package static var now: Duration {
        var time = timespec()
        // The only way to fail is a clock the kernel does not have.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Duration(time)
    }
}

/// The time of day, which may be set and so may jump.
package enum WallClock {
    /// Nanoseconds since the start of 1970 in UTC.
    package static var now: Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// A time of ``now``'s kind as ISO 8601 in UTC with milliseconds: `2026-01-31T23:59:59.123Z`.
    package static func text(_ nanoseconds: Int64) -> String {
        let (days, inDay) = nanoseconds.flooredDivision(by: 86_400_000_000_000)
        let (year, month, day) = date(daysSince1970: days)
        let milliseconds = inDay / 1_000_000
        let seconds = milliseconds / 1000
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
            + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(milliseconds % 1000, 3) + "Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The Gregorian date of a day, by Howard Hinnant's days-to-civil algorithm: years start in
    /// March, so that the leap day is the last of a year.
    private static func date(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).flooredDivision(by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Duration {
    init(_ time: timespec) {
        self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The duration in whole nanoseconds, rounded down; good for 292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
