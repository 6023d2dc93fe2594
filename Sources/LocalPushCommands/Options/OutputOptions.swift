import CommandLineKit

/// How a command prints its result.
struct OutputOptions {
    var isJSON = false

    static func options<Command>(
        in path: WritableKeyPath<Command, OutputOptions>
    ) -> [Option<Command>] {
        [Option.flag("--json", \.isJSON, "Print one JSON document.").within(path)]
    }
}
