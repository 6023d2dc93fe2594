import Glibc
package import LinuxSystem

/// A program that a test needs running; killed with the last reference, and with the tests, however they
/// end.
package final class GuardedProcess: Sendable {
    /// Runs a program until end of file on standard input, which comes however the test ends.
    private static let guardian = "\"$@\" </dev/null & child=$!; read -r line; kill -9 $child; wait"
    private let guardian: pid_t
    private let lifeline: FileDescriptor

    /// Starts `command`, whose first word is an absolute path.
    ///
    /// - Parameter output: the file that its standard output and error are added to.
    package init(
        _ command: [String], environment: Environment, output: String = "/dev/null"
    ) throws {
        guard let program = command.first, unsafe access(program, X_OK) == 0 else {
            throw Missing(program: command.first ?? "")
        }
        let out = try FileDescriptor.open(output, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        let pipe = try FileDescriptor.pipe()
        var description = ProcessDescription(
            executable: "/bin/sh", arguments: ["sh", "-c", Self.guardian, "sh"] + command,
            environment: environment)
        description.descriptors = [pipe.first.raw, out.raw, out.raw]
        let child = try ChildProcess.spawn(description)
        guardian = child.pid
        lifeline = pipe.keepingSecond()
    }

    deinit {
        // The guardian sees the end of file that this write stands for, should another process have
        // inherited the lifeline.
        try? lifeline.writeAll([UInt8(ascii: "\n")])
        var status: Int32 = 0
        _ = unsafe waitpid(guardian, &status, 0)
    }

    /// A program is not on this machine.
    package struct Missing: Error, CustomStringConvertible {
        package let program: String
        package var description: String {
            "\(program) is missing; `make prerequisites` installs it"
        }
    }
}
