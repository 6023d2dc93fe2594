import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel

/// A text that is changed in the user's editor.
struct EditorDraft {
    let environment: Environment
    /// Where the editor shows itself: standard output is for the result where nobody looks at it.
    let screen: Int32
    /// Whether somebody is at a terminal, without which no editor is of use that nobody has named.
    let isInteractive: Bool
    let run: (ProcessDescription) throws(SystemError) -> WaitStatus

    /// Opens the text at `path`. Throws when there is no editor, or it fails.
    func open(_ path: String) throws {
        let editor = try editor
        // By convention the variables hold a command for the shell; the path is apart from it. Ctrl-C
        // is the editor's business, not that shell's.
        var description = ProcessDescription(
            executable: "/bin/sh",
            arguments: ["sh", "-c", "trap : INT QUIT; \(editor) \"$1\"", "sh", path],
            environment: environment)
        description.descriptors = [STDIN_FILENO, screen, STDERR_FILENO]
        switch try run(description) {
        case .exited(0): return
        case .exited:
            throw Failure(
                .failure, "the editor failed, so nothing was changed",
                advice: ["Name another one: EDITOR=nano localpush profile edit …"])
        case .signaled(let signal):
            throw Failure(
                .failure, "signal \(signal) ended the editor, so nothing was changed")
        }
    }

    private var editor: String {
        get throws {
            if let named = value("VISUAL") ?? value("EDITOR") { return named }
            if isInteractive { return "vi" }
            throw Failure(
                .failure, "there is no terminal to edit at, so nothing was changed",
                advice: ["Use localpush profile set, or localpush profile edit … --file FILE"])
        }
    }

    /// Lets the user correct the text at `path`, with its faults marked in it while the editor is open.
    func reopen(_ path: String, marking faults: [DocumentError]) throws {
        try change(path) { DraftMark.added(to: $0, faults) }
        defer { try? change(path) { DraftMark.removed(from: $0) } }
        try open(path)
    }

    /// The value of a variable; one that is empty counts as one that is not set.
    private func value(_ variable: String) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func change(_ path: String, _ change: ([UInt8]) -> [UInt8]) throws(SystemError) {
        // In one step: where there is no room, what somebody wrote stays.
        try FileReplacement.replace(
            path, with: change(try FileSystem.read(path, limit: ProfileFile.sizeLimit)))
    }

    /// Writes a file that nobody else may read, since a configuration holds secrets; returns its path.
    func write(_ text: String, name: String) throws(SystemError) -> String {
        let folder = value("TMPDIR") ?? "/tmp"
        let path = "\(folder)/localpush-\(name)-\(UInt64.random(in: 0...UInt64.max)).json"
        try FileReplacement.replace(path, with: Array(text.utf8))
        return path
    }
}
