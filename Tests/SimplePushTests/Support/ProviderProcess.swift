import Glibc
import LinuxSystem
import LocalPushModel
import StrictJSON
import TestSupport

@testable import SimplePush

/// `simplepush provider`, the real program, spoken to as the service speaks to it. Killed with the last
/// reference.
final class ProviderProcess {
    private let process: ChildProcess
    private let input: FileDescriptor
    private let output: FileDescriptor
    private var text = ""
    private var isOver = false

    /// Starts the program and tells it to start for the profile of an enrolled device.
    ///
    /// - Parameters:
    ///   - environment: what it gets besides its state folder.
    ///   - trace: where strace writes down how it waits for the disk; nil to run it as it is.
    init(
        _ server: MailServer, _ device: String, environment: Environment = [:],
        tracedTo trace: String? = nil
    ) throws {
        let down = try FileDescriptor.pipe()
        let up = try FileDescriptor.pipe()
        let log = try FileDescriptor.open(
            server.folder("provider.log"), O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        var environment = environment
        environment["XDG_STATE_HOME"] = server.folder("state")
        let program = Repository.program("simplepush")
        var command = [program, "provider"]
        if let trace {
            command =
                ["/usr/bin/strace", "-f", "-e", "trace=fsync,fdatasync", "-o", trace] + command
        }
        var description = ProcessDescription(
            executable: command[0], arguments: command, environment: environment)
        description.descriptors = [down.first.raw, up.second.raw, log.raw]
        process = try ChildProcess.spawn(description)
        input = down.keepingSecond()
        output = up.keepingFirst()
        let path = server.folder("keys/\(device).profile.json")
        let profile = try Profile(JSONFile.read(path, limit: 1 << 16).root)
        try say([
            "start": [
                "protocol": 1, "profile": .string(profile.name.text),
                "providerConfiguration": .object(profile.providerConfiguration),
                "network": [
                    "ssid": "Ship", "ssidHex": "53686970", "interface": "lo", "protected": true,
                ],
            ]
        ])
    }

    deinit {
        try? process.handle.send(signal: SIGKILL)
        var status: Int32 = 0
        if !isOver { unsafe waitpid(process.pid, &status, 0) }
    }

    /// Tells the program something.
    func say(_ message: JSONValue) throws {
        try input.writeAll(Array((message.compactText + "\n").utf8))
    }

    /// Reads until a line has `text` in it; returns the line, nil when none comes.
    func line(with text: String, within patience: Duration = .seconds(20)) throws -> String? {
        let deadline = MonotonicClock.now + patience
        while true {
            while let end = self.text.firstIndex(of: "\n") {
                let line = String(self.text[..<end])
                self.text = String(self.text[self.text.index(after: end)...])
                if line.contains(text) { return line }
            }
            let interest = Poller.Interest(output.raw)
            guard try !Poller.wait(for: [interest], until: deadline).isEmpty,
                case .bytes(let bytes) = try output.read(upTo: 4096)
            else { return nil }
            self.text += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits for the end of the program.
    func wait() throws -> WaitStatus {
        var status: Int32 = 0
        unsafe waitpid(process.pid, &status, 0)
        isOver = true
        return WaitStatus(waitStatus: status)
    }
}
