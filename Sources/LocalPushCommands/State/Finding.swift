import CommandLineKit
import StrictJSON

/// What one check of `doctor` found.
struct Finding: Equatable {
    /// What was looked at.
    let subject: String
    /// How it is, in words.
    let statement: String
    let isTrouble: Bool
    /// What to do about it.
    let advice: [String]

    static func good(_ subject: String, _ statement: String) -> Finding {
        Finding(subject: subject, statement: statement, isTrouble: false, advice: [])
    }

    static func trouble(_ subject: String, _ statement: String, _ advice: String...) -> Finding {
        Finding(subject: subject, statement: statement, isTrouble: true, advice: advice)
    }

    /// - Parameter width: The columns of the terminal; nil where it is for none.
    func lines(_ style: TextStyle, width: Int?) -> [String] {
        let mark = isTrouble ? style.apply(.bad, "trouble") : style.apply(.good, "ok     ")
        let text = ["\(subject): \(statement)"] + advice.map { "  " + $0 }
        let margin = "         "
        let lines = text.flatMap {
            TextWrap.lines(style.shown($0), width: (width ?? .max) - margin.utf8.count)
        }
        return lines.enumerated().map { ($0 == 0 ? mark + "  " : margin) + $1 }
    }

    var json: JSONValue {
        [
            "subject": .string(subject), "statement": .string(statement),
            "ok": .bool(!isTrouble), "advice": .array(advice.map { .string($0) }),
        ]
    }
}
