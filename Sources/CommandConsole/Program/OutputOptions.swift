package import CommandLineKit

/// How a command prints its result.
package struct OutputOptions {
    /// As one JSON document, rather than for people.
    package var isJSON = false

    /// A result for people.
    package init() {}

    /// The options of a command that has these as one of its properties.
    package static func options<Command>(
        in path: WritableKeyPath<Command, OutputOptions>
    ) -> [Option<Command>] {
        [Option.flag("--json", \.isJSON, "Print one JSON document.").within(path)]
    }
}
