import Glibc
import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

extension ServiceStage {
    /// Runs a program to its end, while the service goes on; returns how it ended and all it wrote.
    func run(_ command: [String]) throws -> (WaitStatus, String) {
        let output = try TemporaryFolder()
        let file = try FileDescriptor.open(output("all"), O_WRONLY | O_CREAT, mode: 0o600)
        var description = ProcessDescription(
            executable: command[0], arguments: command, environment: [:])
        description.descriptors = [0, file.raw, file.raw]
        let child = try ChildProcess.spawn(description)
        var hasEnded = false
        let source = try loop.watch(child.handle.descriptor.raw) { _ in hasEnded = true }
        try until("\(command[0]) is done", patience: .seconds(30)) {
            if hasEnded { source.isEnabled = false }
            return hasEnded
        }
        let text = String(
            decoding: try FileSystem.read(output("all"), limit: 1 << 20), as: UTF8.self)
        return (try child.wait(), text)
    }
}
