import LinuxSystem
import LocalPushModel
import StrictJSON

/// A change that is taken back unless somebody confirms it in time, with what it is taken back to.
///
/// It lies beside the store until then, so that it outlives whoever made the change and every service.
package struct PendingRevert: Sendable {
    /// The generation that the change made. Where the store has another one, the change never came
    /// about, or somebody has changed the store since: there is nothing to take back.
    package let generation: Int
    /// When it is taken back, in ``WallClock``'s time: the one clock that goes on over a restart.
    package let deadline: Int64
    /// How long was given. A clock that was set back does not make it longer.
    package let patience: Duration
    /// What the store held before.
    let before: Preferences

    /// Starts the time that is given at `now`, in ``WallClock``'s time.
    init(of generation: Int, to before: Preferences, patience: Duration, now: Int64) {
        self.generation = generation
        self.before = before
        self.patience = patience
        deadline = now + patience.nanoseconds
    }

    /// How much time is left at `now`, in ``WallClock``'s time; zero when it is over.
    package func remaining(at now: Int64) -> Duration {
        min(patience, max(.zero, .nanoseconds(deadline - now)))
    }
}

// MARK: The file

extension PendingRevert {
    /// Twice what a store can have: it is nested one deeper, so indented more.
    static let sizeLimit = 2 * Preferences.sizeLimit

    private static let keys = ["before", "deadlineMilliseconds", "generation", "milliseconds"]

    /// What the file with these contents says.
    init(parsing bytes: [UInt8]) throws(DocumentError) {
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
        let reader = try ObjectReader(root, keys: Self.keys)
        generation = try Self.number(reader, "generation")
        deadline = try Self.time(reader, "deadlineMilliseconds")
        patience = .milliseconds(try Self.number(reader, "milliseconds"))
        before = try Preferences(reader.required("before"))
    }

    /// Nanoseconds, of a number of milliseconds.
    private static func time(_ reader: ObjectReader, _ key: String) throws(DocumentError) -> Int64 {
        let (time, isTooLate) = Int64(try number(reader, key)).multipliedReportingOverflow(
            by: 1_000_000)
        if isTooLate { throw DocumentError(at: try reader.required(key), "no time is so late") }
        return time
    }

    private static func number(
        _ reader: ObjectReader, _ key: String
    ) throws(DocumentError) -> Int {
        let node = try reader.required(key)
        guard let number = node.integer, (0..<1 << 53).contains(number) else {
            throw DocumentError(at: node, "expected a whole number from 0")
        }
        return number
    }

    var fileContents: [UInt8] {
        let value: JSONValue = [
            "before": before.json,
            "deadlineMilliseconds": .number(JSONNumber(Int(deadline / 1_000_000))),
            "generation": .number(JSONNumber(generation)),
            "milliseconds": .number(JSONNumber(Int(patience.nanoseconds / 1_000_000))),
        ]
        var bytes: [UInt8] = []
        value.write(into: &bytes, pretty: false)
        return bytes + [UInt8(ascii: "\n")]
    }
}
