import CommandLineKit
import LocalPushModel

extension Conversion {
    /// A value that a text can be refused as, for the reason that its type gives.
    static func checked(
        _ valueName: String, completion: CompletionKind = .none,
        _ make: @escaping (String) throws(InvalidValue) -> Value
    ) -> Conversion {
        .text(valueName, completion: completion) { text throws(ValueError) in
            do throws(InvalidValue) { return try make(text) } catch {
                throw ValueError(error.problem)
            }
        }
    }
}

extension CompletionSource {
    /// The names of devices that are enrolled.
    static let devices = CompletionSource(rawValue: "devices")
}

extension Conversion<DeviceName> {
    /// The name of a device.
    static var device: Conversion {
        .checked("DEVICE", completion: .found(.devices)) { text throws(InvalidValue) in
            try DeviceName(text)
        }
    }
}

extension Conversion<String> {
    /// A host name or an address.
    static func host(_ valueName: String = "HOST") -> Conversion {
        .checked(valueName) { text throws(InvalidValue) in
            try Host.validate(text)
            return text
        }
    }
}

extension Conversion<UInt16> {
    /// A TCP port.
    static var port: Conversion {
        .text("PORT") { text throws(ValueError) in
            guard let port = UInt16(text), port > 0 else {
                throw ValueError("a port is a number from 1 to 65535")
            }
            return port
        }
    }
}

extension Conversion<Int> {
    /// A whole number in a range.
    static func number(_ valueName: String, _ range: ClosedRange<Int>) -> Conversion {
        .text(valueName) { text throws(ValueError) in
            guard let number = Int(text), range.contains(number) else {
                throw ValueError(
                    "it is not a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }

    /// A number of bytes, with K, M or G for 1024 times as many, 1024² and 1024³.
    static var size: Conversion {
        .text("SIZE") { text throws(ValueError) in
            let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
            let unit = text.last.flatMap { units[$0] }
            let digits = unit == nil ? text : String(text.dropLast())
            guard let number = Int(digits), number > 0,
                case (let size, false) = number.multipliedReportingOverflow(by: unit ?? 1)
            else { throw ValueError("a size is a number of bytes, or one with K, M or G") }
            return size
        }
    }
}

extension Conversion<Duration> {
    /// A span of time: a number of seconds, or one with m, h or d.
    static var span: Conversion {
        .text("TIME") { text throws(ValueError) in .seconds(try TimeWords.seconds(text)) }
    }
}

extension Conversion<Int> {
    /// A span of time in seconds, in a range.
    static func seconds(_ range: ClosedRange<Int>) -> Conversion {
        .text("TIME") { text throws(ValueError) in
            let seconds = try TimeWords.seconds(text)
            guard range.contains(seconds) else {
                throw ValueError(
                    "it is not from \(range.lowerBound) to \(range.upperBound) seconds")
            }
            return seconds
        }
    }
}

/// Spans of time as people write them.
private enum TimeWords {
    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    /// Some 30 years.
    private static let most = 1_000_000_000

    static func seconds(_ text: String) throws(ValueError) -> Int {
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text : String(text.dropLast())
        guard let number = Int(digits), (0...most).contains(number), number * (unit ?? 1) <= most
        else {
            throw ValueError(
                "a time is a number of seconds, or one with s, m, h or d, of \(most / 86_400)d at most"
            )
        }
        return number * (unit ?? 1)
    }
}
