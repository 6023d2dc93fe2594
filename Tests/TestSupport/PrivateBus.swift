import Glibc
import LinuxSystem

/// A dbus-daemon of a test's own, on a socket in a folder of its own; gone with the last reference.
package final class PrivateBus {
    /// There is no dbus-daemon on this machine.
    package struct Missing: Error, CustomStringConvertible {
        package let description =
            "dbus-daemon is missing; `make prerequisites` installs it (Debian package dbus)"
    }

    /// Where it listens, as D-Bus writes it.
    package let address: String

    private static let program = "/usr/bin/dbus-daemon"
    /// Runs a program until end of file on standard input, which comes however the test ends.
    private static let guardian = "\"$@\" & daemon=$!; read -r line; kill -9 $daemon; wait"
    private let folder: TemporaryFolder
    private let socket: String
    private var daemon: ChildProcess?
    private var lifeline: FileDescriptor?

    /// Starts the bus.
    ///
    /// - Parameters:
    ///   - policy: What a bus configuration may contain besides; see dbus-daemon(1). Without it
    ///     everything is allowed.
    ///   - isRunning: Whether to start it at once.
    package init(
        policy: String = """
        <policy context="default">
          <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
        </policy>
        """, isRunning: Bool = true
    ) throws {
        guard unsafe access(Self.program, X_OK) == 0 else { throw Missing() }
        folder = try TemporaryFolder()
        // Other users may be clients too.
        _ = unsafe chmod(folder.path, 0o711)
        socket = folder("bus")
        address = "unix:path=\(socket)"
        try write(policy: policy)
        if isRunning { try start() }
    }

    /// Writes another policy, which the bus reads when it starts or is told to reload.
    package func write(policy: String) throws {
        try folder.write(
            "bus.conf",
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>\(address)</listen> <auth>EXTERNAL</auth> \(policy)
            </busconfig>
            """)
    }

    /// Starts the daemon where it is not running; returns when it can be connected to.
    package func start() throws {
        guard daemon == nil else { return }
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        let pipe = try FileDescriptor.pipe()
        var description = ProcessDescription(
            executable: "/bin/sh",
            arguments: [
                "sh", "-c", Self.guardian, "sh", Self.program,
                "--config-file=\(folder("bus.conf"))", "--nofork", "--nopidfile", "--nosyslog",
            ],
            environment: [:])
        description.descriptors = [pipe.first.raw, null.raw, null.raw]
        daemon = try ChildProcess.spawn(description)
        lifeline = pipe.keepingSecond()
        let isThere = eventually { (try? UnixSocket.connect(to: socket)) != nil }
        if !isThere { throw SystemError("connect to", socket, errno: ETIMEDOUT) }
    }

    /// Kills the daemon; all its clients lose their connection.
    package func kill() {
        lifeline = nil
        guard let guardian = daemon.take() else { return }
        _ = try? guardian.wait()
    }

    deinit { kill() }
}
