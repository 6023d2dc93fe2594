import PushPayload
import StrictJSON

/// What is to be done about a call.
enum CallAction: Hashable, Sendable {
    /// Show a notification that rings, in place of ``Call/notification`` where there is one.
    case ring(Call)
    /// Take a notification off the screen.
    case close(NotificationReference)
    /// Show that it was missed.
    case tellMissed(Call)
    /// Say what has become of it.
    case say(Call)
}

/// The calls of an app, and the decision what to do when something happens to one. Pure: the app does
/// what is returned and tells how that went.
struct CallBook: Hashable, Sendable {
    /// How many calls are remembered.
    static let mostCalls = 64
    /// How many ring at a time; one more is missed at once.
    static let mostRinging = 4

    /// The oldest first.
    private(set) var calls: [Call] = []

    /// Whether somebody waits for an answer, or a person has yet to be told something.
    var isBusy: Bool { calls.contains { $0.isOpen || $0.needsScreen } }

    /// When the next call stops to ring, in milliseconds since 1970; nil when none rings.
    var deadline: Int64? { calls.filter(\.isOpen).map(\.ringEnd).min() }

    // MARK: What happens

    /// News of a call has come; of one that is known, it is news only once.
    mutating func hear(_ report: CallReport, at now: Int64) -> [CallAction] {
        guard let index = index(of: report.id) else { return begin(report, at: now) }
        switch (report.event, calls[index].state) {
        case (.answeredElsewhere, .ringing), (.answeredElsewhere, .silenced):
            return finish(index, as: .answeredElsewhere)
        case (.ended, .ringing), (.ended, .silenced): return finish(index, as: .missed)
        case (.ended, .accepted): return finish(index, as: .ended)
        default: return []
        }
    }

    /// A button of a notification was chosen.
    mutating func choose(_ state: Call.State, on reference: NotificationReference) -> [CallAction] {
        guard let index = calls.firstIndex(where: { $0.notification == reference && $0.isOpen })
        else { return [] }
        return finish(index, as: state)
    }

    /// A notification is gone from the screen. A call whose notification was put away waits in silence: its
    /// caller was told nothing.
    mutating func closed(_ reference: NotificationReference) {
        guard let index = calls.firstIndex(where: { $0.notification == reference }) else { return }
        calls[index].notification = nil
        if calls[index].state == .ringing, calls[index].isTold { calls[index].state = .silenced }
    }

    /// Time has passed.
    mutating func timePassed(_ now: Int64) -> [CallAction] {
        calls.indices.filter { calls[$0].isOpen && !calls[$0].hasTime(at: now) }
            .flatMap { finish($0, as: .missed) }
    }

    /// A notification server has appeared, perhaps another than before, or an app has started.
    mutating func screenAppeared(_ server: String, at now: Int64) -> [CallAction] {
        let late = timePassed(now)
        for index in calls.indices where calls[index].state == .ringing {
            // What another server showed is gone with it.
            if let shown = calls[index].notification, shown.server != server {
                calls[index].notification = nil
                calls[index].isTold = false
            }
        }
        return late + calls.indices.flatMap { show($0) }
    }

    /// A notification for the call `id` is on the screen; nil when it could not be shown.
    ///
    /// - Parameter isFinal: Whether there is no use in trying again.
    mutating func shown(
        _ id: String, _ state: Call.State, as reference: NotificationReference?, isFinal: Bool
    ) -> [CallAction] {
        guard let index = index(of: id), calls[index].state == state else {
            // It is over by now.
            return [reference.map(CallAction.close)].compactMap(\.self)
        }
        calls[index].isBeingShown = false
        calls[index].isTold = reference != nil || isFinal
        calls[index].notification = reference
        return []
    }

    // MARK: What follows

    private func index(of id: String) -> Int? { calls.firstIndex { $0.id.hasSameBytes(as: id) } }

    private mutating func begin(_ report: CallReport, at now: Int64) -> [CallAction] {
        let ringing = calls.count { $0.state == .ringing }
        let mayRing = report.ringEnd > now && ringing < Self.mostRinging
        var call = Call(
            id: report.id, caller: report.caller, ringEnd: report.ringEnd,
            state: mayRing ? .ringing : .missed)
        // The end came first: the agent has told of it.
        if report.event == .ended { call.state = .missed }
        if report.event == .answeredElsewhere { call.state = .answeredElsewhere }
        call.isTold = report.event != .incoming
        forgetOldest()
        calls.append(call)
        return [.say(call)] + show(calls.count - 1)
    }

    private mutating func forgetOldest() {
        guard calls.count >= Self.mostCalls, let oldest = calls.firstIndex(where: { !$0.isOpen })
        else { return }
        calls.remove(at: oldest)
    }

    private mutating func finish(_ index: Int, as state: Call.State) -> [CallAction] {
        let reference = calls[index].notification
        calls[index].state = state
        calls[index].notification = nil
        calls[index].isTold = false
        calls[index].isBeingShown = false
        return [reference.map(CallAction.close), .say(calls[index])].compactMap(\.self)
            + show(index)
    }

    /// Has a notification shown, where one is due.
    private mutating func show(_ index: Int) -> [CallAction] {
        guard calls[index].needsScreen, !calls[index].isBeingShown else { return [] }
        calls[index].isBeingShown = true
        return [calls[index].state == .ringing ? .ring(calls[index]) : .tellMissed(calls[index])]
    }
}

extension CallBook {
    /// What is kept on the disk.
    var json: JSONValue { ["formatVersion": 1, "calls": .array(calls.map(\.json))] }

    /// Reads ``json``; what is wrong in it is as if it had not been remembered.
    init(_ json: JSONValue) {
        calls = (json["calls"]?.elements ?? []).suffix(Self.mostCalls).compactMap { Call($0) }
    }
}
