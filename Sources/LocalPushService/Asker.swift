import MessageLines

/// Somebody who asked for something and is owed one answer.
struct Asker {
    /// Whether there is still somebody to be answered.
    let isThere: () -> Bool
    /// Gives the answer.
    let answer: (ControlReply) -> Void
}

extension ControlConnection {
    /// The client, who may leave before the answer.
    var asker: Asker {
        Asker(isThere: { [weak self] in self != nil }, answer: { [weak self] in self?.reply($0) })
    }
}
