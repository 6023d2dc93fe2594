package import CommandLineKit

extension ExitStatus {
    /// Not active; for `ssid`: not connected.
    package static let notActive = ExitStatus(rawValue: 3)
    /// No such profile, provider or interface.
    package static let notFound = ExitStatus(rawValue: 4)
    /// Permission denied.
    package static let denied = ExitStatus(rawValue: 5)
    /// The store is busy or changed underneath, or the name is taken by a different profile.
    package static let conflict = ExitStatus(rawValue: 6)
    /// The store is unreadable.
    package static let storeUnreadable = ExitStatus(rawValue: 7)
    /// The service is not running.
    package static let noService = ExitStatus(rawValue: 8)
    /// Failed, where 1 is an answer.
    package static let trouble = ExitStatus(rawValue: 9)
    /// A profile file is invalid.
    package static let invalidProfile = ExitStatus(rawValue: 10)
}

extension ExitStatusSpec {
    /// The status of that name, for help.
    package static let notActive = ExitStatusSpec(.notActive, "Not active")
    /// The status of that name, for help.
    package static let noSuchProfile = ExitStatusSpec(.notFound, "No such profile")
    /// The status of that name, for help.
    package static let denied = ExitStatusSpec(.denied, "Permission denied")
    /// The status of that name, for help.
    package static let conflict = ExitStatusSpec(
        .conflict, "Conflict: the store is busy or changed underneath, or the name is taken")
    /// The status of that name, for help.
    package static let storeUnreadable = ExitStatusSpec(.storeUnreadable, "The store is unreadable")
    /// The status of that name, for help.
    package static let noService = ExitStatusSpec(.noService, "The service is not running")
    /// The status of that name, for help.
    package static let trouble = ExitStatusSpec(.trouble, "Failed")
    /// The status of that name, for help.
    package static let invalidProfile = ExitStatusSpec(.invalidProfile, "Invalid profile file")
}
