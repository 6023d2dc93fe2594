import CSystemd
import Glibc

/// What systemd-logind knows of the sessions of a user; see sd_uid_get_state(3).
package enum UserSessions {
    /// Whether the user has logged out, and what the user still runs is being ended for that. False
    /// where there is no logind.
    ///
    /// - Parameter user: the user's id.
    package static func areEnding(of user: UInt32) -> Bool {
        var state: UnsafeMutablePointer<CChar>?
        guard unsafe sd_uid_get_state(user, &state) >= 0, let state = unsafe state else {
            return false
        }
        defer { unsafe free(state) }
        return unsafe String(cString: state) == "closing"
    }
}
