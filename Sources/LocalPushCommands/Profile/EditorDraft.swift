import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel

/// A text that is changed in the user's editor.
struct EditorDraft {
    private static let sizeLimit = 64 << 20

    let environment: Environment
    /// Where the editor shows itself: standard output is for the result where nobody looks at it.
    let screen: Int32
    let run: (ProcessDescription) throws(SystemError) -> WaitStatus

    /// Lets the user edit `text`; returns the path of the file it is in then. Throws when there is no
    /// editor, or it fails.
    func edit(_ text: String, name: String) throws -> String {
        let path = try write(text, name: name)
        guard try open(path) else {
            try FileSystem.remove(path)
            throw Self.failure
        }
        return path
    }

    /// Lets the user correct the text at `path`, with the error marked in it. Throws when the editor
    /// fails; the text is there still.
    func reopen(_ path: String, marking error: DocumentError) throws {
        try change(path) { DraftMark.added(to: $0, error) }
        let isEdited = try open(path)
        try change(path) { DraftMark.removed(from: $0) }
        if !isEdited { throw Self.failure }
    }

    private static var failure: Failure {
        Failure(
            .failure, "the editor failed, so nothing was changed",
            advice: ["Name another one: EDITOR=nano localpush profile edit …"])
    }

    /// Returns whether the editor ended well.
    private func open(_ path: String) throws(SystemError) -> Bool {
        let editor = value("VISUAL") ?? value("EDITOR") ?? "vi"
        // By convention the variables hold a command for the shell; the path is apart from it. Ctrl-C
        // is the editor's business, not that shell's.
        var description = ProcessDescription(
            executable: "/bin/sh",
            arguments: ["sh", "-c", "trap : INT QUIT; \(editor) \"$1\"", "sh", path],
            environment: environment)
        description.descriptors = [STDIN_FILENO, screen, STDERR_FILENO]
        return try run(description) == .exited(0)
    }

    /// The value of a variable; one that is empty counts as one that is not set.
    private func value(_ variable: String) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func change(_ path: String, _ change: ([UInt8]) -> [UInt8]) throws(SystemError) {
        let text = try FileSystem.read(path, limit: Self.sizeLimit)
        try FileDescriptor.open(path, O_WRONLY | O_TRUNC).writeAll(change(text))
    }

    /// Writes a file that nobody else may read, since a configuration holds secrets.
    private func write(_ text: String, name: String) throws(SystemError) -> String {
        let folder = value("TMPDIR") ?? "/tmp"
        while true {
            let path = "\(folder)/localpush-\(name)-\(UInt32.random(in: 0...UInt32.max)).json"
            do throws(SystemError) {
                let file = try FileDescriptor.open(
                    path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
                try file.writeAll(Array(text.utf8))
                return path
            } catch {
                if error.errno != EEXIST { throw error }
            }
        }
    }
}
