import CommandLineKit
import LocalPushModel

/// What is written into a profile about its issue.
struct IssueOptions {
    var identifier: String?
    var version: Int?
    var notBefore: Timestamp?
    var notAfter: Timestamp?
    var machineIdentifiers: [String] = []
    var hostNames: [String] = []

    static func options<Command>(
        in path: WritableKeyPath<Command, IssueOptions>
    ) -> [Option<Command>] {
        let options: [Option<IssueOptions>] = [
            .value(
                "--issue", \.identifier, .checked("IDENTIFIER", ProfileIssue.identifier),
                "Which profile it is, from version to version."),
            .value("--issue-version", \.version, .version, "Its version, a number that counts up."),
            .value(
                "--not-before", \.notBefore, .checked("TIME", ProfileIssue.time),
                "Before which it may not be installed."),
            .value(
                "--not-after", \.notAfter, .checked("TIME", ProfileIssue.time),
                "After which it may not be installed."),
            .repeated(
                "--for-machine", \.machineIdentifiers,
                .checked("MACHINE-ID", ProfileTarget.machineIdentifier),
                "A device that it is for, by its machine-id(5)."),
            .repeated(
                "--for-host", \.hostNames, .checked("PATTERN", ProfileTarget.hostName),
                "The host names of devices that it is for; * stands for any characters."),
        ]
        return options.map { $0.within(path) }
    }

    /// `profile` with what is given here written into it; what is not given stays.
    func applied(to profile: Profile) -> Profile {
        var issue = profile.issue ?? ProfileIssue()
        if let identifier { issue.identifier = identifier }
        if let version { issue.version = version }
        if let notBefore { issue.notBefore = notBefore }
        if let notAfter { issue.notAfter = notAfter }
        if !machineIdentifiers.isEmpty { issue.target.machineIdentifiers = machineIdentifiers }
        if !hostNames.isEmpty { issue.target.hostNames = hostNames }
        var copy = profile
        if issue != ProfileIssue() { copy.issue = issue }
        return copy
    }
}

extension Conversion {
    /// A text that `check` makes a value of.
    fileprivate static func checked(
        _ valueName: String, _ check: @escaping (String) throws(InvalidValue) -> Value
    ) -> Conversion {
        .text(valueName) { text throws(ValueError) in
            do throws(InvalidValue) { return try check(text) } catch { throw ValueError(error) }
        }
    }
}

extension Conversion<Int> {
    fileprivate static var version: Conversion {
        .text("N") { text throws(ValueError) in
            guard let number = Int(text), (0..<1 << 53).contains(number) else {
                throw ValueError("it is not a whole number from 0")
            }
            return number
        }
    }
}
