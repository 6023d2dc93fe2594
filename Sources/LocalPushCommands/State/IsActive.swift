import CommandConsole
import CommandLineKit
import LocalPushModel
import MessageLines
import StrictJSON

/// `is-active`: tells by the exit status whether a profile is active.
struct IsActive: Command {
    @Required var profile: ProfileName
    var isQuiet = false
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "is-active"
    static let summary = "Tell whether a profile is active"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: ["Prints the profile's state; the exit status is 0 when that is active."],
            operands: [.required(\._profile, .profileName(), "The profile.")],
            options: [.flag("--quiet", \.isQuiet, "Print nothing.")],
            StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example("localpush is-active cruise-ship && echo aboard", "Act when it is active")
            ],
            exitStatuses: [.notActive, .noSuchProfile, .noService])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let view = try StatusView(store, in: context)
        let found = view.reports.flatMap { report in
            report.profiles.filter { $0.name == profile.text }
                .map { (profile: $0, isServed: report.service.isRunning) }
        }
        // A shadowed profile has the name of the managed one that counts.
        let best = found.last { $0.profile.isActive } ?? found.last { $0.isServed } ?? found.last
        guard let best else {
            try view.requireService()
            throw Failure.noProfile(
                profile, in: view.reports.map(\.service.scope),
                among: view.profiles.compactMap { try? ProfileName($0.name) })
        }
        if !best.isServed {
            try view.requireService()
            throw Failure.noService(best.profile.scope)
        }
        try print(best.profile, context.console)
        return best.profile.isActive ? .success : .notActive
    }

    private func print(_ profile: StatusReport.Profile, _ console: Console) throws {
        if output.isJSON {
            try console.print(.object(profile.json))
        } else if !isQuiet {
            try console.print(profile.state.rawValue)
        }
    }
}

extension Failure {
    /// No service of `scope` runs.
    static func noService(_ scope: Scope) -> Failure {
        let start =
            scope == .system ? "systemctl start localpush" : "systemctl --user start localpush"
        return Failure(
            .noService, "the \(scope.rawValue) service is not running",
            advice: ["Start it: \(start), or in the foreground: localpush run --\(scope.rawValue)"])
    }
}
