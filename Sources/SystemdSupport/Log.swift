/// Where a program writes what happens.
///
/// What comes from outside must be escaped by the caller. A control character that is still in a
/// message becomes a space, so that nobody can forge a line.
package final class Log {
    /// How much an entry matters, with syslog's numbers.
    package enum Priority: Int, Comparable, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        /// More urgent is less, as in syslog(3).
        package static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// One thing that happened.
    package struct Entry: Equatable, Sendable {
        /// How much it matters.
        package let priority: Priority
        /// What it is, on one line.
        package let message: String
        /// What journal readers can filter by, as `LOCALPUSH_PROFILE`; see systemd.journal-fields(7).
        package let fields: [Field]
    }

    /// A name, of A-Z, digits and underscores, and a value.
    package struct Field: Equatable, Sendable {
        /// The name, not starting with an underscore.
        package let name: String
        /// The value.
        package let value: String

        /// A field of an entry.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private let leastUrgent: Priority
    private let sink: (Entry) -> Void

    /// - Parameters:
    ///   - leastUrgent: what is less urgent is dropped.
    ///   - sink: what to do with the others.
    package init(to leastUrgent: Priority = .info, sink: @escaping (Entry) -> Void) {
        self.leastUrgent = leastUrgent
        self.sink = sink
    }

    /// Writes an entry.
    package func write(_ priority: Priority, _ message: String, _ fields: [Field] = []) {
        guard priority <= leastUrgent else { return }
        sink(Entry(priority: priority, message: singleLine(message), fields: fields))
    }

    /// Something failed that somebody has to see to.
    package func error(_ message: String, _ fields: [Field] = []) {
        write(.error, message, fields)
    }

    /// Something is not as it should be.
    package func warning(_ message: String, _ fields: [Field] = []) {
        write(.warning, message, fields)
    }

    /// Something that an admin may want to know of.
    package func notice(_ message: String, _ fields: [Field] = []) {
        write(.notice, message, fields)
    }

    /// Something of the normal course.
    package func info(_ message: String, _ fields: [Field] = []) {
        write(.info, message, fields)
    }

    /// Something that helps to find a fault.
    package func debug(_ message: String, _ fields: [Field] = []) {
        write(.debug, message, fields)
    }
}
