import Glibc
import LinuxSystem
import TestSupport

/// The program itself at a terminal, and somebody who types there.
struct RealTerminal {
    let folder: TemporaryFolder
    var environment: Environment
    var columns = 80

    /// A terminal with a home, a store and a path of its own; `localpush` is found on the path.
    init() throws {
        folder = try TemporaryFolder()
        try FileSystem.makeFolders(folder("bin"), mode: 0o755)
        environment = [
            "HOME": folder.path, "LOCALPUSH_STORE": folder("preferences.json"),
            "PATH": "\(folder("bin")):/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8",
            "TMPDIR": folder.path, "XDG_RUNTIME_DIR": folder("run"),
            // Python, which holds the terminal, leaves the locale alone.
            "PYTHONCOERCECLOCALE": "0",
        ]
        try folder.write(
            "bin/localpush", "#!/bin/sh\nexec '\(Repository.program("localpush"))' \"$@\"\n",
            mode: 0o755)
    }

    /// What came of it.
    struct Outcome {
        let status: WaitStatus
        /// All that the terminal showed.
        let shown: String

        /// The same by lines, without what ends them.
        var lines: [String] {
            shown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { line in
                    let isEnded = line.last == UInt8(ascii: "\r")
                    return String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self)
                }
        }
    }

    /// Runs a command; whenever it shows the next text of `steps`, what goes with that is typed.
    func run(_ command: [String], steps: [(expect: String, type: String)] = []) throws -> Outcome {
        let script = steps.map { "[\(Self.quoted($0.expect)), \(Self.quoted($0.type))]" }
        let output = try FileDescriptor.open(
            folder("shown"), O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
        var description = ProcessDescription(
            executable: "/usr/bin/python3",
            arguments: [
                "python3", Repository.path("Tests/Fixtures/terminal.py"), "\(columns)",
                "[\(script.joined(separator: ", "))]", "--",
            ] + command,
            environment: environment)
        description.descriptors = [0, output.raw, 2]
        let status = try ChildProcess.spawn(description).wait()
        let bytes = try FileSystem.read(folder("shown"), limit: 1 << 24)
        return Outcome(status: status, shown: String(decoding: bytes, as: UTF8.self))
    }

    /// Runs `localpush` with these words.
    func localpush(
        _ words: String..., steps: [(expect: String, type: String)] = []
    ) throws -> Outcome {
        try run(["localpush"] + words, steps: steps)
    }

    /// A JSON string; no test types what would have to be escaped otherwise.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{3}": "\\u0003"
            default: "\(scalar)"
            }
        }
        return "\"\(escaped.joined())\""
    }
}
