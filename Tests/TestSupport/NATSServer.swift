package import Glibc
package import LinuxSystem

/// A nats-server of a test's own on a port of its own of 127.0.0.1; gone with the last reference.
package final class NATSServer {
    /// There is no nats-server on this machine.
    package struct Missing: Error, CustomStringConvertible {
        package let description =
            "nats-server is missing; `make prerequisites` installs it (Debian package nats-server)"
    }

    /// Where it listens.
    package let port: UInt16
    /// The folder of its files.
    package let folder: TemporaryFolder
    /// What it said, on standard error.
    package var log: String {
        String(
            decoding: (try? FileSystem.read(folder("log"), limit: 1 << 24)) ?? [], as: UTF8.self)
    }

    private static let programs = ["/usr/sbin/nats-server", "/usr/bin/nats-server"]
    /// Runs a program until end of file on standard input, which comes however the test ends.
    private static let guardian = "\"$@\" & daemon=$!; read -r line; kill -9 $daemon; wait"
    private var guardian: ChildProcess?
    private var lifeline: FileDescriptor?

    /// Writes the server's configuration and starts it.
    ///
    /// - Parameter configuration: what it has besides the port, given the folder of its files.
    package init(isRunning: Bool = true, _ configuration: (TemporaryFolder) throws -> String) throws
    {
        folder = try TemporaryFolder()
        port = try FreePort.find()
        try configure(try configuration(folder))
        if isRunning { try start() }
    }

    /// Writes another configuration, for ``start()`` or a SIGHUP to take up.
    package func configure(_ text: String) throws {
        try folder.write(
            "server.conf",
            """
            listen: "127.0.0.1:\(port)"
            pid_file: "\(folder("pid"))"
            log_file: "\(folder("log"))"
            \(text)
            """)
    }

    /// Starts it where it does not run; returns when it listens.
    package func start() throws {
        guard guardian == nil else { return }
        guard let program = Self.programs.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw Missing()
        }
        try? FileSystem.remove(folder("pid"))
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        let pipe = try FileDescriptor.pipe()
        var description = ProcessDescription(
            executable: "/bin/sh",
            arguments: ["sh", "-c", Self.guardian, "sh", program, "-c", folder("server.conf")],
            environment: [:])
        description.descriptors = [pipe.first.raw, null.raw, null.raw]
        guardian = try ChildProcess.spawn(description)
        lifeline = pipe.keepingSecond()
        if !eventually({ FreePort.isListening(port) && pid != nil }) {
            throw SystemError("start nats-server", log, errno: ETIMEDOUT)
        }
    }

    /// The server's process; nil before it is up.
    package var pid: pid_t? {
        let text = (try? FileSystem.read(folder("pid"), limit: 32)) ?? []
        return pid_t(String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self))
    }

    /// Sends the server a signal.
    package func signal(_ number: Int32) {
        if let pid { _ = Glibc.kill(pid, number) }
    }

    /// Kills it, as a crash would.
    package func kill() {
        lifeline = nil
        guard let guardian = guardian.take() else { return }
        _ = try? guardian.wait()
    }

    deinit { kill() }
}

/// Ports of 127.0.0.1 for tests.
package enum FreePort {
    /// A port that nobody uses now.
    package static func find() throws(SystemError) -> UInt16 {
        let socket = try make()
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket.raw, $0, length) == 0
                    ? unsafe getsockname(socket.raw, $0, &length) : -1
            }
        }
        if result != 0 { throw SystemError("find a port", errno: errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Whether somebody listens there.
    package static func isListening(_ port: UInt16) -> Bool {
        guard let socket = try? make() else { return false }
        let raw = socket.raw
        let address = loopback(port)
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func make() throws(SystemError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = socket(AF_INET, type, 0)
        if raw < 0 { throw SystemError("make a socket", errno: errno) }
        return FileDescriptor(owning: raw)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
