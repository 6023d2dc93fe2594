package import Glibc
package import SystemdSupport

/// Finds out whether who calls over a bus may change things.
///
/// The bus is asked for the caller's user; a user who is not privileged by that alone is, on the
/// system bus, a matter for polkit. Nobody can have much under way at a time.
package final class BusAuthorizer {
    /// polkit's name for changing anything here; see Packaging/polkit/org.localpush1.policy.
    package static let action = "org.localpush1.manage"

    /// How long a person may take for a password.
    private static let humanPatience = Duration.seconds(120)
    private static let mostQuestions = 64
    private static let mostQuestionsOfOneSender = 4
    private static let mostPolkitQuestionsOfOneUser = 8
    private static let mostKnownUsers = 256

    private let bus: Bus
    private let asksPolkit: Bool
    private let isPrivileged: (uid_t) -> Bool
    /// The users of connections, whose names are never given to others.
    private var users: [String: uid_t] = [:]
    private var questions: [String: Int] = [:]
    private var polkitQuestions: [uid_t: Int] = [:]

    /// - Parameters:
    ///   - asksPolkit: Whether polkit decides on users who are not privileged; otherwise they may not.
    ///   - isPrivileged: Whether a user may do everything.
    package init(_ bus: Bus, asksPolkit: Bool, isPrivileged: @escaping (uid_t) -> Bool) {
        self.bus = bus
        self.asksPolkit = asksPolkit
        self.isPrivileged = isPrivileged
    }

    /// Decides whether whoever sent `call` may change things.
    ///
    /// - Parameters:
    ///   - mayAsk: Whether a person may be asked, if the caller's message allows it too.
    ///   - decided: Called once, now or later, with nil for yes, or the error for the caller.
    package func decide(
        on call: BusMessage, mayAsk: Bool = true, decided: @escaping (BusError?) -> Void
    ) {
        let sender = call.sender
        let isAllowedToAsk = mayAsk && call.allowsInteraction
        if let user = users[sender] {
            return decide(on: user, sender, isAllowedToAsk, decided)
        }
        guard questions.values.reduce(0, +) < Self.mostQuestions,
            questions[sender, default: 0] < Self.mostQuestionsOfOneSender
        else { return decided(.tooMuch) }
        questions[sender, default: 0] += 1
        let target = Bus.Target(
            Bus.itself, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixUser")
        bus.call(target, [.string(sender)]) { [weak self] result in
            self?.take(result, sender, isAllowedToAsk, decided)
        }
    }

    private func take(
        _ result: Result<BusMessage, BusError>, _ sender: String, _ isAllowedToAsk: Bool,
        _ decided: @escaping (BusError?) -> Void
    ) {
        questions[sender] = questions[sender].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard let user = try? result.get().values().first?.number else { return decided(.denied) }
        if users.count >= Self.mostKnownUsers { users = [:] }
        users[sender] = user
        decide(on: user, sender, isAllowedToAsk, decided)
    }

    private func decide(
        on user: uid_t, _ sender: String, _ isAllowedToAsk: Bool,
        _ decided: @escaping (BusError?) -> Void
    ) {
        if isPrivileged(user) { return decided(nil) }
        guard asksPolkit else { return decided(.denied) }
        guard polkitQuestions[user, default: 0] < Self.mostPolkitQuestionsOfOneUser else {
            return decided(.tooMuch)
        }
        polkitQuestions[user, default: 0] += 1
        askPolkit(about: sender, isAllowedToAsk) { [weak self] error in
            guard let self else { return }
            let others = self.polkitQuestions[user, default: 1] - 1
            self.polkitQuestions[user] = others > 0 ? others : nil
            decided(error)
        }
    }

    /// See CheckAuthorization in polkit's reference manual. The subject is the connection, which is
    /// nobody else's even if its process is replaced by another.
    private func askPolkit(
        about sender: String, _ isAllowedToAsk: Bool, answer: @escaping (BusError?) -> Void
    ) {
        let target = Bus.Target(
            "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
            "org.freedesktop.PolicyKit1.Authority", "CheckAuthorization")
        let subject = BusValue.structure([
            .string("system-bus-name"), .dictionary([("name", .string(sender))]),
        ])
        let arguments: [BusValue] = [
            subject, .string(Self.action), .array([], of: "{ss}"),
            .uint32(isAllowedToAsk ? 1 : 0), .string(""),
        ]
        bus.call(
            target, arguments, patience: isAllowedToAsk ? Self.humanPatience : .seconds(25)
        ) { result in
            // Without polkit, or with one that does not know the action, only root may.
            guard case .structure(let verdict)? = try? result.get().values().first,
                verdict.count == 3
            else { return answer(.denied) }
            if verdict[0].flag == true { return answer(nil) }
            answer(verdict[1].flag == true && !isAllowedToAsk ? .needsPerson : .denied)
        }
    }
}

extension BusError {
    fileprivate static let denied = BusError(
        BusError.accessDenied,
        "permission denied: only root, whom polkit lets, or the user whose service it is, may do this"
    )
    fileprivate static let needsPerson = BusError(
        "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired",
        "permission denied as long as nobody can be asked for a password")
    fileprivate static let tooMuch = BusError(
        BusError.limitsExceeded, "too many requests at a time; try again later")
}
