import LinuxSystem
import LocalPushModel
import ProviderCatalog
import Testing

struct UnitFolderTests {
    private static let analyze = "/usr/bin/systemd-analyze"

    @Test(
        .enabled(if: (try? FileStatus(of: analyze)) != nil),
        arguments: [
            (Scope.system, [:]), (.user, ["HOME": "/home/x"]),
            (
                .user,
                [
                    "HOME": "/home/x", "XDG_RUNTIME_DIR": "/run/user/7", "XDG_DATA_HOME": "/data",
                    "XDG_CONFIG_HOME": "/config", "XDG_CONFIG_DIRS": "/a:/b",
                    "XDG_DATA_DIRS": "/c:/d",
                ]
            ),
        ])
    func `units are looked for where systemd looks, in its order`(
        _ scope: Scope, _ variables: [String: String]
    ) throws {
        var environment: Environment = [:]
        for (name, value) in variables { environment[name] = value }
        let description = ProcessDescription(
            executable: Self.analyze,
            arguments: ["systemd-analyze", "--\(scope.rawValue)", "unit-paths"],
            environment: environment)
        let output = try ChildProcess.converse(with: description, [])
        let theirs = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(theirs.count > 5)
        // Where /lib is a link, systemd looks there once.
        let ours = UnitFolders(of: scope, environment: environment).folders
            .filter { theirs.contains($0) || $0 != "/lib/systemd/system" }
        #expect(ours == theirs)
    }
}
