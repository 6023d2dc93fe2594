import CommandLineKit
import LocalPushModel

/// Whose profiles a command is about.
struct StoreOptions {
    var scope: Scope?
    var file: String?

    /// The options as they were given, each after a space, for command lines in advice.
    var words: String {
        let scope = scope.map { " --\($0.rawValue)" } ?? ""
        return scope + (file.map { " --store \(SafeText.escaped($0))" } ?? "")
    }

    static func options<Command>(
        in path: WritableKeyPath<Command, StoreOptions>
    ) -> [Option<Command>] {
        let options: [Option<StoreOptions>] = [
            .flag("--system", choosing: .system, \.scope, "The profiles of the machine."),
            .flag("--user", choosing: .user, \.scope, "The profiles of the calling user."),
            .value("--store", \.file, .file(), "Use this store in place of the scope's own."),
        ]
        return options.map { $0.within(path) }
    }
}
