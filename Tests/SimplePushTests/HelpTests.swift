import CommandLineKit
import LinuxSystem
import StrictJSON
import TestSupport
import Testing

@testable import SimplePush

/// What simplepush says of itself.
struct HelpTests {
    /// The words of every command, hidden ones included.
    static let paths: [[String]] = [[]] + SimplePushTree.root.spec.subcommands.map { [$0.name] }

    @Test(arguments: paths)
    func `help is on standard output, at most 80 columns wide, and the same everywhere`(
        _ words: [String]
    ) {
        let outcome = CommandOutcome.of(words + ["--help"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.output.hasPrefix("Usage: " + (["simplepush"] + words).joined(separator: " ")))
        for line in outcome.output.split(separator: "\n") {
            #expect(TextWidth.columns(String(line)) <= 80, "\(line)")
        }
        #expect(CommandOutcome.of(["help"] + words).output == outcome.output)
        let json = CommandOutcome.of(words + ["--help", "--json"]).json
        #expect(json["name"] == .string(words.last ?? "simplepush"))
    }

    @Test func `declarations follow the house's form, and every example parses`() throws {
        func check(_ spec: CommandSpec) throws {
            #expect(!spec.summary.hasSuffix("."), "\(spec.name)")
            for help in spec.options.map(\.help) + spec.operands.map(\.help) + spec.discussion {
                #expect(help.hasSuffix("."), "\(help)")
            }
            for example in spec.examples where example.command.hasPrefix("simplepush ") {
                let line = example.command.split(separator: ">")[0]
                let words = line.split(separator: "\"", omittingEmptySubsequences: false)
                    .enumerated()
                    .flatMap { index, part in
                        index % 2 == 1
                            ? [String(part)] : part.split(separator: " ").map(String.init)
                    }
                _ = try CommandParser(root: SimplePushTree.root).parse(
                    words.dropFirst().map { Argument($0) })
            }
            try spec.subcommands.forEach(check)
        }
        try check(SimplePushTree.root.spec)
    }

    @Test func `the manual page in the repository is the one that is generated`() throws {
        let page = CommandOutcome.of(["__manual"])
        #expect(page.status == 0)
        let bytes = try FileSystem.read(Repository.path("man/simplepush.1"), limit: 1 << 20)
        let isSame = page.output.utf8.elementsEqual(bytes)
        #expect(isSame, "regenerate it: simplepush __manual > man/simplepush.1")
    }

    @Test(.enabled(if: ManualPageLint.isPossible))
    func `mandoc has nothing to say against the manual page`() throws {
        #expect(try ManualPageLint.complaints(about: "simplepush.1").isEmpty)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion scripts are printed`(_ shell: String) {
        let outcome = CommandOutcome.of(["completions", shell])
        #expect(outcome.status == 0 && outcome.output.contains("__complete"))
        #expect(outcome.output.contains("simplepush") && !outcome.output.contains("localpush"))
    }

    @Test func `completion knows commands, options and enrolled devices`() throws {
        let folder = try TemporaryFolder()
        let server = ServerFolder(path: folder("localpush/simplepush-server"))
        try FileSystem.makeFolders(server.path, mode: 0o700)
        var devices = DeviceList()
        for name in ["tablet-7", "bridge"] {
            let device = try DeviceName(name)
            devices[device] = DeviceRecord(name: device, password: "secret")
        }
        try server.write(devices)
        func complete(_ words: String...) -> [Substring] {
            CommandOutcome.of(
                ["__complete", "--"] + words, environment: ["XDG_DATA_HOME": folder.path],
                user: 1000
            ).output.split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[0] }
        }
        #expect(complete("se") == ["server", "send"])
        #expect(complete("help", "enr") == ["enroll"])
        #expect(complete("send", "--colla") == ["--collapse-id"])
        #expect(Set(complete("send", "--to", "")) == ["tablet-7", "bridge"])
        #expect(complete("send", "--to=ta") == ["--to=tablet-7"])
    }
}
