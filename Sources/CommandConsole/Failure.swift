package import CommandLineKit
import StrictJSON

/// Why a command did not do what it was asked: what, where, and what to do next.
package struct Failure: Error, Equatable {
    /// The program's exit status.
    package let status: ExitStatus
    /// One line without a full stop, lower case at its start. What came from outside is escaped.
    package let message: String
    /// What to do next, a line each.
    package let advice: [String]

    /// - Parameters:
    ///   - message: One line without a full stop, lower case at its start, safe to show.
    ///   - advice: What to do next, a line each.
    package init(_ status: ExitStatus, _ message: String, advice: [String] = []) {
        self.status = status
        self.message = message
        self.advice = advice
    }
}

extension Failure {
    /// The failure as the document that a program gets: `{"error": {"exitStatus", "message", "advice"}}`.
    var json: JSONValue {
        [
            "error": [
                "exitStatus": .number(JSONNumber(Int(status.rawValue))),
                "message": .string(message), "advice": .array(advice.map { .string($0) }),
            ]
        ]
    }
}
