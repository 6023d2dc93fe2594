package import CommandLineKit
import Glibc
package import LinuxSystem
package import StrictJSON

/// What a command says: results on standard output, everything else on standard error.
package final class Console {
    private let output: OutputStream
    private let errors: OutputStream
    private let environment: Environment
    private let program: String
    private let screen: () -> (columns: Int, rows: Int)
    private let page: (String, [UInt8]) throws(SystemError) -> Void

    /// The look of text on standard output.
    package let style: TextStyle
    private let errorStyle: TextStyle

    /// - Parameters:
    ///   - program: The program's name, which stands before what it tells people.
    ///   - screen: The size of the terminal, where standard output is one.
    ///   - page: Runs a pager, given its command and what to show.
    package init(
        program: String, output: OutputStream, errors: OutputStream, environment: Environment,
        screen: @escaping () -> (columns: Int, rows: Int),
        page: @escaping (String, [UInt8]) throws(SystemError) -> Void
    ) {
        self.program = program
        self.output = output
        self.errors = errors
        self.environment = environment
        self.screen = screen
        self.page = page
        style = TextStyle(isTerminal: output.isTerminal) { environment[$0] }
        errorStyle = TextStyle(isTerminal: errors.isTerminal) { environment[$0] }
    }

    /// Whether standard output is read by people rather than by programs.
    package var isTerminal: Bool { output.isTerminal }

    /// Prints bytes as they are.
    package func write(_ bytes: some Sequence<UInt8>) throws { try output.write(bytes) }

    /// Prints a line. What came from outside must be escaped.
    package func print(_ line: String) throws {
        try output.write((style.shown(line) + "\n").utf8)
    }

    /// Prints one JSON document.
    package func print(_ value: JSONValue) throws {
        var bytes: [UInt8] = []
        value.write(into: &bytes, pretty: true)
        try output.write(bytes + [UInt8(ascii: "\n")])
    }

    /// Prints which version of the program this is.
    package func printVersion(_ version: String, isJSON: Bool) throws {
        guard isJSON else { return try print("\(program) \(version)") }
        try print(["name": .string(program), "version": .string(version)])
    }

    /// Prints a JSON value on a line of its own: one of a list that has no end of its own.
    package func printLine(_ value: JSONValue) throws {
        var bytes: [UInt8] = []
        value.write(into: &bytes, pretty: false)
        try output.write(bytes + [UInt8(ascii: "\n")])
    }

    /// Prints a JSON value on a line of its own, at once: one of a stream.
    package func printStreamed(_ value: JSONValue) throws {
        try printLine(value)
        try output.flush()
    }

    /// The columns of the terminal; nil where standard output is none.
    package var width: Int? { isTerminal ? screen().columns : nil }

    /// Prints a table, fitted to the terminal.
    package func print(_ table: TextTable) throws {
        try print(lines: table.lines(style, width: width))
    }

    /// Prints lines, on a terminal that does not hold them through a pager.
    package func print(lines: [String]) throws {
        let bytes = lines.flatMap { Array((style.shown($0) + "\n").utf8) }
        guard isTerminal else { return try output.write(bytes) }
        let pager = PagerChoice.command(
            lineCount: lines.count, screenHeight: screen().rows, isTerminal: isTerminal,
            environment: { environment[$0] })
        guard let pager else { return try output.write(bytes) }
        try output.flush()
        try page(pager, bytes)
    }

    /// Tells people something beside the result, on standard error.
    package func note(_ text: String) {
        // Nobody is left to be told when standard error fails.
        tellPeople("\(program): \(text)\n")
    }

    /// Shows people lines that belong to no result, on standard error.
    package func tell(lines: [String]) {
        try? output.flush()
        tellPeople(lines.map { $0 + "\n" }.joined())
    }

    /// Shows how far a long piece of work is, in place of what was shown so before; nil clears the line.
    /// Only people at a terminal see it.
    package func showProgress(_ text: String?) {
        guard errors.isTerminal else { return }
        // Back to the margin, and the rest of the line cleared (ECMA-48, 8.3.41).
        try? errors.write(("\r\u{1B}[K" + (text ?? "")).utf8)
        try? errors.flush()
    }

    /// Asks people on their terminal: the text stays without a line feed after it.
    package func ask(_ text: String) {
        try? output.flush()
        tellPeople(text + " ")
    }

    /// Ends the line of a question that nobody has answered.
    package func endQuestion() {
        try? errors.write("\n".utf8)
        try? errors.flush()
    }

    /// Tells why the command failed, and what to do next.
    package func report(_ failure: Failure) {
        let head = errorStyle.apply(.bad, program + ":") + " \(failure.message)\n"
        let advice = failure.advice.map { "  \($0)\n" }.joined()
        try? output.flush()
        tellPeople(head + advice)
    }

    private func tellPeople(_ text: String) {
        try? errors.write(errorStyle.shown(text).utf8)
        try? errors.flush()
    }

    /// Does the work of a command, and tells why where it fails.
    ///
    /// - Parameters:
    ///   - isJSON: Whether a failure that comes before any result is a document on standard output too.
    ///   - describe: What an error means for the caller.
    package func perform(
        isJSON: Bool, describing describe: (any Error) -> Failure, _ work: () throws -> ExitStatus
    ) -> ExitStatus {
        do {
            let status = try work()
            try flush()
            return status
        } catch {
            let failure = describe(error)
            report(failure)
            // On one line, so that it is right where a stream of objects is awaited.
            if isJSON, !output.isUsed { try? printStreamed(failure.json) }
            return failure.status
        }
    }

    /// Writes out everything that is printed.
    package func flush() throws { try output.flush() }
}

extension Console {
    /// The console of this process: its standard output and error, its terminal, its pager.
    package static func real(_ program: String, environment: Environment) -> Console {
        Console(
            program: program,
            output: .standard(STDOUT_FILENO, "standard output"),
            errors: .standard(STDERR_FILENO, "standard error"),
            environment: environment,
            screen: { Terminal.size(of: STDOUT_FILENO) ?? (80, 24) },
            page: { command, text throws(SystemError) in
                try Pager(command: command, environment: environment).show(text)
            })
    }
}
