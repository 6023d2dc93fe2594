import CommandLineKit
import LocalPushCommands
import LocalPushModel
import StrictJSON
import TestSupport
import Testing

struct HelpTests {
    /// The words of every command and group, hidden ones included.
    static let paths: [[String]] = paths(CommandTree.root.spec)

    private static func paths(_ spec: CommandSpec) -> [[String]] {
        [[]] + spec.subcommands.flatMap { child in paths(child).map { [child.name] + $0 } }
    }

    @Test(arguments: paths)
    func `help is on standard output and at most 80 columns wide`(_ words: [String]) throws {
        let outcome = try TestWorld().run((words + ["--help"]).map { Argument($0) })
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(
            outcome.output.hasPrefix("Usage: " + (["localpush"] + words).joined(separator: " ")))
        for line in outcome.output.split(separator: "\n") {
            #expect(TextWidth.columns(String(line)) <= 80, "\(line)")
        }
    }

    @Test(arguments: paths)
    func `the command help says the same, and JSON where it is asked for`(_ words: [String]) throws
    {
        let world = try TestWorld()
        let plain = world.run((["help"] + words).map { Argument($0) })
        #expect(plain.bytes == world.run((words + ["-h"]).map { Argument($0) }).bytes)
        let json = try world.run((words + ["--help", "--json"]).map { Argument($0) }).json
        #expect(json["name"] == .string(words.last ?? "localpush"))
    }

    @Test func `the version and a completion script are JSON where that is asked for`() throws {
        let world = try TestWorld()
        let version = try world.run("--json", "--version").json
        #expect(version["version"] == .string(Version.text))
        let script = try world.run("completions", "bash", "--json").json
        #expect(script["script"] == .string(world.run("completions", "bash").output))
    }

    @Test func `help for what does not exist is a mistake with a suggestion`() throws {
        let outcome = try TestWorld().run("help", "profile", "ad")
        #expect(outcome.status == 2)
        #expect(outcome.bytes.isEmpty)
        #expect(outcome.errors.contains("did you mean add?"))
    }

    @Test func `an option of one name takes a value everywhere or nowhere`() {
        var kinds: [String: Bool] = [:]
        func check(_ spec: CommandSpec) {
            for option in spec.options {
                let takesValue = option.value != nil
                #expect(
                    kinds.updateValue(takesValue, forKey: option.name) ?? takesValue == takesValue)
            }
            spec.subcommands.forEach(check)
        }
        check(CommandTree.root.spec)
        #expect(kinds.count > 15)
    }

    @Test func `declarations follow the house's form`() {
        func check(_ spec: CommandSpec) {
            #expect(!spec.summary.hasSuffix("."), "\(spec.name)")
            #expect(Set(spec.options.map(\.name)).count == spec.options.count, "\(spec.name)")
            for help in spec.options.map(\.help) + spec.operands.map(\.help) + spec.discussion {
                #expect(help.hasSuffix("."), "\(help)")
            }
            // Only the last operand can take all that remain.
            let repeated = spec.operands.dropLast().filter(\.isRepeated)
            #expect(repeated.isEmpty, "\(spec.name)")
            spec.subcommands.forEach(check)
        }
        check(CommandTree.root.spec)
    }

    @Test func `every example is a command line that parses`() throws {
        func check(_ spec: CommandSpec) throws {
            for example in spec.examples {
                let line = example.command.split(whereSeparator: { "|>&".contains($0) })[0]
                guard line.hasPrefix("localpush ") else { continue }
                let words = Self.words(String(line)).dropFirst().map { Argument($0) }
                _ = try CommandParser(root: CommandTree.root).parse(words)
            }
            try spec.subcommands.forEach(check)
        }
        try check(CommandTree.root.spec)
    }

    /// Splits as a shell does, as far as the examples need it.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .flatMap { index, part in
                index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
            }
    }

    @Test func `the manual page in the repository is the one that is generated`() throws {
        let page = try TestWorld().run("__manual")
        #expect(page.status == 0)
        let path = Repository.path("man/localpush.1")
        let isSame = try page.bytes == FileContents.read(path)
        #expect(isSame, "regenerate it: localpush __manual > man/localpush.1")
    }

    @Test func `no command is a mistake that lists the commands`() throws {
        let outcome = try TestWorld().run()
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("profile, apply, diff, sign, verify, ssid, match"))
    }

    @Test func `the version is printed`() throws {
        #expect(try TestWorld().run("--version").output == "localpush \(Version.text)\n")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion scripts are printed`(_ shell: String) throws {
        let outcome = try TestWorld().run("completions", shell)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("__complete"))
    }

    @Test func `completion knows profiles, providers, SSIDs and interfaces`() throws {
        let world = try TestWorld()
        world.add("cruise-ship", ssid: "Cruise Ship Wi-Fi")
        try world.install("com.example.P")
        world.wireless = FakeWireless([.joined(try ssid("Harbor"))])
        func complete(_ words: String...) -> [Substring] {
            world.run((["__complete", "--"] + words).map { Argument($0) }).output
                .split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[0] }
        }
        #expect(complete("profile", "show", "") == ["cruise-ship"])
        #expect(complete("profile", "add", "--provider", "com.ex") == ["com.example.P"])
        #expect(complete("match", "") == ["Cruise Ship Wi-Fi", "Harbor"])
        #expect(complete("ssid", "--interface=") == ["--interface=wlan0"])
        #expect(complete("help", "prof") == ["profile"])
        #expect(complete("profile", "enab") == ["enable"])
    }
}
