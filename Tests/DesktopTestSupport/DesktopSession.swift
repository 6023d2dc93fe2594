package import LinuxSystem
package import TestSupport

/// A session: a bus, and a screen on which notification servers come and go.
package final class DesktopSession {
    /// The session's bus.
    package let bus: PrivateBus
    private let folder: TemporaryFolder

    /// - Parameter policy: see ``PrivateBus``; nil for its usual one.
    package init(policy: String? = nil) throws {
        bus = try policy.map { try PrivateBus(policy: $0) } ?? PrivateBus()
        folder = try TemporaryFolder()
    }

    /// What programs of the session find in their environment.
    package var environment: Environment {
        get throws {
            [
                "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
                "LANG": "C.UTF-8", "DISPLAY": try VirtualDisplay.start().name,
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "GSETTINGS_BACKEND": "memory",
            ]
        }
    }

    /// Starts a notification server.
    package func start(_ command: [String]) throws -> GuardedProcess {
        try GuardedProcess(command, environment: environment, output: folder("server"))
    }

    /// Starts dunst, which prints what it shows.
    package func startDunst(markup: Bool = true) throws -> GuardedProcess {
        let configuration = """
            [global]
            markup = \(markup ? "full" : "no")
            history_length = 100
            """
        try folder.write("dunstrc", configuration)
        return try start(["/usr/bin/dunst", "-conf", folder("dunstrc"), "-print"])
    }

    /// What the servers have printed.
    package func output() throws -> String {
        let bytes = try FileSystem.read(folder("server"), limit: 1 << 22)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The latest notification that dunst has shown and that `isWanted`.
    package func shown(where isWanted: ([String: String]) -> Bool) throws -> [String: String]? {
        try output().blocks.map(\.fields).last(where: isWanted)
    }

    /// Tells dunst something, as a person at the screen would; returns what it says.
    @discardableResult
    package func control(_ words: [String]) throws -> String {
        var description = ProcessDescription(
            executable: "/usr/bin/dunstctl", arguments: ["dunstctl"] + words,
            environment: try environment)
        let null = try FileDescriptor.open("/dev/null", 2)
        let pipe = try FileDescriptor.pipe()
        description.descriptors = [null.raw, pipe.second.raw, null.raw]
        let child = try ChildProcess.spawn(description)
        let output = pipe.keepingFirst()
        let said = try output.readToEnd(limit: 1 << 20)
        guard try child.wait() == .exited(0) else { throw NotShown(output: "dunstctl failed") }
        return String(decoding: said, as: UTF8.self)
    }
}

/// What should have been shown was not; with what the servers said.
package struct NotShown: Error {
    package let output: String

    package init(output: String) { self.output = output }
}

extension String {
    /// What dunst prints, one notification each.
    fileprivate var blocks: [Substring] {
        split(separator: "\n}\n", omittingEmptySubsequences: true)
    }
}

extension Substring {
    /// The fields of a notification as dunst prints it, without quotes around them.
    fileprivate var fields: [String: String] {
        var fields: [String: String] = [:]
        for line in split(separator: "\n\t") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            let isQuoted = value.hasPrefix("'") && value.hasSuffix("'") && value.count > 1
            fields[String(line[..<colon])] = String(
                isQuoted ? value.dropFirst().dropLast() : value)
        }
        return fields
    }
}
