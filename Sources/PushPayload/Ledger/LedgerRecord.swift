package import StrictJSON

/// One change of a ledger, to be written behind the last before the message is acknowledged.
package struct LedgerRecord: Hashable, Sendable {
    enum Change: Hashable, Sendable {
        /// The identity was claimed for this agent.
        case claimed(String)
        /// A notification is gone from the screen.
        case closed(NotificationReference)
        /// The app was told of a message.
        case told(String)
        /// A message was dealt with.
        case finished(FinishedMessage)
    }

    let change: Change

    /// Whether something is done only once the record is on the disk. That a notification is gone need not
    /// outlive a power cut, which the screen does not outlive either; nor that the app was told, which then
    /// is told again.
    package var isAwaited: Bool {
        switch change {
        case .claimed, .finished: true
        case .closed, .told: false
        }
    }

    init(_ change: Change) { self.change = change }

    /// The record as JSON, one object.
    package var json: JSONValue {
        switch change {
        case .claimed(let instance): ["claimed": .string(instance)]
        case .closed(let reference): ["closed": reference.json]
        case .told(let id): ["told": .string(id)]
        case .finished(let message): ["finished": message.json]
        }
    }

    /// Reads ``json``; nil when it is something else.
    package init?(_ json: JSONValue) {
        if let instance = json["claimed"]?.string {
            change = .claimed(instance)
        } else if let reference = NotificationReference(json["closed"]) {
            change = .closed(reference)
        } else if let id = json["told"]?.string {
            change = .told(id)
        } else if let message = FinishedMessage(json["finished"]) {
            change = .finished(message)
        } else {
            return nil
        }
    }
}
