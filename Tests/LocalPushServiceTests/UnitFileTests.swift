import LinuxSystem
import TestSupport
import Testing

/// The service's unit of the system, as `make install` writes it, judged by systemd itself.
struct UnitFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let template = try FileSystem.read(
            Repository.path("Packaging/systemd/localpush.service.in"), limit: 1 << 16)
        let lines = String(decoding: template, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // A program that is on every machine stands in for the one that need not be installed.
        let unit = lines.map { $0.hasPrefix("ExecStart=") ? "ExecStart=/bin/true" : $0 }
            .filter { !$0.hasPrefix("Documentation=") }
        try folder.write("localpush.service", unit.joined(separator: "\n"))
    }

    @Test func `its sandbox leaves an exposure of two and a half of ten at most`() throws {
        #expect(try analyze("security --offline=true --threshold=25") == .exited(0))
    }

    @Test func `systemd understands every line of it`() throws {
        #expect(try analyze("verify") == .exited(0))
    }

    /// Succeeds when systemd-analyze does and warns of nothing.
    private func analyze(_ words: String) throws -> WaitStatus {
        let script = """
            complaints=$(systemd-analyze \(words) "$1" 2>&1 >/dev/null) && test -z "$complaints" ||
                { printf '%s\\n' "$complaints" >&2; exit 1; }
            """
        return try ChildProcess.spawn(
            ProcessDescription(
                executable: "/bin/sh",
                arguments: ["sh", "-c", script, "sh", folder("localpush.service")],
                environment: ["PATH": "/usr/bin:/bin"])
        ).wait()
    }
}
