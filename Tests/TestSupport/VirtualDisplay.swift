import LinuxSystem

/// An X server without a screen, one for all tests of a process.
package final class VirtualDisplay: Sendable {
    /// What `DISPLAY` has to be.
    package let name: String
    private let server: GuardedProcess

    private static let shared = Result { try VirtualDisplay() }

    /// The display; starts it where it is not running.
    package static func start() throws -> VirtualDisplay { try shared.get() }

    private init() throws {
        let folder = try TemporaryFolder()
        server = try GuardedProcess(
            [
                "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten",
                "tcp", "-noreset",
            ], environment: ["PATH": "/usr/bin:/bin"], output: folder("out"))
        var number = ""
        _ = try eventually {
            let lines = try FileSystem.read(folder("out"), limit: 1 << 16).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            number =
                lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
                .last { Int($0) != nil } ?? ""
            return !number.isEmpty
        }
        guard !number.isEmpty else { throw SystemError("start Xvfb", errno: 110) }
        name = ":\(number)"
    }
}
