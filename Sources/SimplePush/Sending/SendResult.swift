import NATSClient
import StrictJSON

/// What became of a message for one device.
struct SendResult {
    enum Outcome {
        /// It waits in the mailbox, under this number.
        case stored(Int)
        /// It was there already.
        case duplicate(Int)
        /// The device has no mailbox.
        case unknown
        /// It was not stored, for this reason.
        case failed(String)
    }

    let device: DeviceName
    var outcome: Outcome
    /// How many older messages had to go for it.
    var dropped = 0

    /// The outcome in one word, as in `--json`.
    var status: String {
        switch outcome {
        case .stored: "stored"
        case .duplicate: "duplicate"
        case .unknown: "unknown"
        case .failed: "failed"
        }
    }

    /// One line for people.
    var text: String {
        let note = dropped > 0 ? "; the mailbox was full, \(dropped) older dropped" : ""
        return switch outcome {
        case .stored: "\(device): stored\(note)"
        case .duplicate: "\(device): stored before"
        case .unknown: "\(device): there is no such device"
        case .failed(let reason): "\(device): failed: \(reason)"
        }
    }

    var json: JSONValue {
        var object: JSONObject = [
            "device": .string(device.text), "status": .string(status),
            "dropped": .number(JSONNumber(dropped)),
        ]
        switch outcome {
        case .stored(let sequence), .duplicate(let sequence):
            object["sequence"] = .number(JSONNumber(sequence))
        case .failed(let reason): object["error"] = .string(reason)
        case .unknown: break
        }
        return .object(object)
    }
}
