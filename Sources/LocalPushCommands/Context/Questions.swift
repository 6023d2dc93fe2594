import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel

/// Asks somebody at the terminal. To be used only where ``Outside/isInteractive`` says that somebody is
/// there.
struct Questions {
    let context: CommandContext
    /// What has not been done when somebody breaks off, for the message.
    let undone: String

    /// As long as a person may take.
    private static let patience = Duration.seconds(24 * 60 * 60)

    /// The line that somebody answers. Throws a ``Failure`` when they break off.
    func answer(_ question: String) throws -> [UInt8] {
        context.console.ask(question)
        let reply = try context.outside.reply(context.outside.now() + Self.patience)
        if case .line(let line) = reply { return line }
        context.console.endQuestion()
        throw Failure(.failure, undone)
    }

    /// Whether somebody agrees; Enter alone does.
    func agree(_ question: String) throws -> Bool {
        Self.isYes(try answer(question + " [Y/n]"))
    }

    /// Whether a line is a yes; an empty one is.
    static func isYes(_ line: [UInt8]) -> Bool {
        ["", "y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased())
    }

    /// A value of that kind: asked for again until it is one.
    ///
    /// - Parameter preset: What Enter alone stands for; without it, nothing.
    func value<Value>(
        _ question: String, _ conversion: Conversion<Value>, preset: Argument? = nil
    ) throws -> Argument {
        while true {
            let line = try answer(question + Self.hint(preset) + ":")
            let argument = line.isEmpty ? preset ?? Argument(bytes: line) : Argument(bytes: line)
            do throws(ValueError) {
                _ = try conversion.convert(argument)
                return argument
            } catch {
                context.console.note("that cannot be: \(SafeText.checked(error.problem))")
            }
        }
    }

    private static func hint(_ preset: Argument?) -> String {
        preset.map { " [\(SafeText.escaped($0.bytes))]" } ?? ""
    }
}
