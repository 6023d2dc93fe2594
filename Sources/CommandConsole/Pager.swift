import Glibc
import LinuxSystem

/// Shows text a screen at a time.
struct Pager {
    /// A command for the shell, as `PAGER` holds one by convention.
    let command: String
    let environment: Environment

    /// Returns when the pager ends. Throws only when there is no shell: what the pager itself says is
    /// on the terminal already.
    func show(_ text: [UInt8]) throws(SystemError) {
        var description = ProcessDescription(
            executable: "/bin/sh", arguments: ["sh", "-c", command], environment: environment)
        if environment["LESS"] == nil {
            // Colors as they are, no screen of its own, and gone when all fits one screen.
            description.environment["LESS"] = "FRX"
        }
        try Terminal.lending { () throws(SystemError) in try run(description, text) }
    }

    private func run(_ description: ProcessDescription, _ text: [UInt8]) throws(SystemError) {
        var description = description
        let ends = try FileDescriptor.pipe()
        description.descriptors = [ends.first.raw, STDOUT_FILENO, STDERR_FILENO]
        // Whoever has seen enough ends the pager before it has read all.
        signal(SIGPIPE, SIG_IGN)
        let pager = try ChildProcess.spawn(description)
        feed(text, to: ends.keepingSecond())
        _ = try pager.wait()
    }

    private func feed(_ text: [UInt8], to pipe: consuming FileDescriptor) {
        try? pipe.writeAll(text)
    }
}
