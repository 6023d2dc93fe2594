import CSystemd
import Glibc
package import LinuxSystem

extension Log {
    /// The log of a service: the journal when standard error leads there, else standard error.
    ///
    /// - Parameters:
    ///   - identifier: what the journal shows before each message.
    ///   - environment: tells whether standard error leads to the journal (`JOURNAL_STREAM`; see
    ///     systemd.exec(5)).
    package static func service(
        _ identifier: String, to leastUrgent: Priority = .info, environment: Environment = .current
    ) -> Log {
        if leadsToJournal(STDERR_FILENO, environment) {
            return Log(to: leastUrgent) { sendToJournal($0, identifier) }
        }
        return standardError(identifier, to: leastUrgent)
    }

    /// A log on standard error: for people on a terminal, with syslog's prefixes anywhere else, so
    /// that whatever collects the lines knows how urgent they are (sd-daemon(3)).
    package static func standardError(_ identifier: String, to leastUrgent: Priority) -> Log {
        let isTerminal = ProcessIdentity.isTerminal(STDERR_FILENO)
        return Log(to: leastUrgent) { entry in
            let start =
                isTerminal
                ? "\(identifier): \(entry.priority.label)" : "<\(entry.priority.rawValue)>"
            writeToStandardError(start + entry.message + "\n")
        }
    }

    /// A log on standard error, each entry a line as it is: for an agent, whose lines the service takes
    /// into its own log.
    package static func plainStandardError(to leastUrgent: Priority = .info) -> Log {
        Log(to: leastUrgent) { writeToStandardError($0.priority.label + $0.message + "\n") }
    }

    private static func leadsToJournal(_ descriptor: Int32, _ environment: Environment) -> Bool {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], unsafe fstat(descriptor, &status) == 0
        else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    private static func sendToJournal(_ entry: Entry, _ identifier: String) {
        var fields = [
            Field("MESSAGE", entry.message), Field("PRIORITY", String(entry.priority.rawValue)),
            Field("SYSLOG_IDENTIFIER", identifier),
        ]
        fields += entry.fields
        // One buffer for all of them, and pieces of it for the call.
        let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
        var buffer = texts.flatMap(\.self)
        _ = unsafe buffer.withUnsafeMutableBytes { bytes in
            var offset = 0
            let pieces = unsafe texts.map { text in
                defer { offset += text.count }
                return unsafe iovec(
                    iov_base: bytes.baseAddress.map { unsafe $0 + offset }, iov_len: text.count)
            }
            return unsafe sd_journal_sendv(pieces, Int32(pieces.count))
        }
    }

    private static func writeToStandardError(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0 && errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}

extension Log.Priority {
    /// What people see before a message.
    fileprivate var label: String {
        switch self {
        case .error: "error: "
        case .warning: "warning: "
        case .notice, .info: ""
        case .debug: "debug: "
        }
    }
}
