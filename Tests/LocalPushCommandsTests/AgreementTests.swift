import CommandLineKit
import LocalPushCommands
import LocalPushModel
import MessageLines
import TestSupport
import Testing

/// Help, manual page and completion against the declaration that all three come from.
struct AgreementTests {
    private let world: TestWorld
    private let page: String

    init() throws {
        world = try TestWorld()
        page = try FileContents.text(Repository.path("man/localpush.1"))
    }

    /// The commands that people are told of, with the words that lead to each.
    private static var commands: [(words: [String], spec: CommandSpec)] {
        func below(_ spec: CommandSpec, _ words: [String]) -> [([String], CommandSpec)] {
            spec.subcommands.isEmpty
                ? [(words, spec)]
                : spec.visibleSubcommands.flatMap { below($0, words + [$0.name]) }
        }
        return below(CommandTree.root.spec, [])
    }

    @Test func `help, manual page and completion know the same commands and options`() throws {
        try #require(Self.commands.count > 20)
        for (words, spec) in Self.commands {
            let names = words.joined(separator: " ")
            let help = world.run(words.map { Argument($0) } + ["--help"]).output
            #expect(page.contains("\n.Cm \(names)\n"), "the manual page has \(names)")
            for option in spec.options {
                #expect(help.contains(option.name), "help of \(names) has \(option.name)")
                #expect(
                    page.contains("Fl \(option.name.dropFirst())"),
                    "the manual page has \(option.name) of \(names)")
            }
            #expect(completions(words + ["--"]) == (spec.options.map(\.name) + ["--help"]).sorted())
        }
    }

    @Test func `completion leads to every command`() {
        for (words, _) in Self.commands {
            for count in words.indices {
                let offered = completions(Array(words[..<count]) + [""])
                #expect(offered.contains(words[count]), "\(words[...count])")
            }
        }
    }

    private func completions(_ words: [String]) -> [String] {
        let asked = ["__complete", "--"] + words
        return world.run(asked.map { Argument($0) }).output.split(separator: "\n").dropFirst()
            .map { String($0.split(separator: "\t")[0]) }.sorted()
    }

    @Test func `every summary starts with a capital where people read it as a sentence`() {
        let help = world.run("--help").output
        #expect(help.contains("\nLocal push connectivity: "))
        #expect(page.contains("\n.Nd local push connectivity"))
    }
}

/// The manual pages, those that are written by hand against what they describe.
struct HandbookTests {
    private func page(_ name: String) throws -> String {
        try FileContents.text(Repository.path("man/\(name)"))
    }

    @Test(
        .enabled(if: ManualPageLint.isPossible),
        arguments: [
            "localpush.1", "localpush-profile.5", "localpush-provider.5", "localpush.8",
        ])
    func `mandoc has nothing to say against them`(_ name: String) throws {
        #expect(try ManualPageLint.complaints(about: name).isEmpty)
    }

    @Test func `the page on profiles has every key and every state`() throws {
        let page = try page("localpush-profile.5")
        let terms = Profile.keys + ProfileState.allCases.map(\.rawValue)
        for term in terms { #expect(page.contains("\n.It Va \(term)\n"), "\(term)") }
    }

    @Test func `the page on providers has every key, message and reason`() throws {
        let page = try page("localpush-provider.5")
        for key in ProviderManifest.keys { #expect(page.contains("\n.It Va \(key)\n"), "\(key)") }
        let messages = [
            "start", "configurationChanged", "networkChanged", "timer", "sleep", "wake", "stop",
            "callReported", "started", "startFailed", "stopped", "status", "incomingCall",
            "configurationAccepted",
        ]
        for name in messages { #expect(page.contains("\n.It Va \(name)"), "\(name)") }
        // Those that nothing here gives stay out.
        let unused: Set<ProviderStopReason> = [
            .none, .authenticationCanceled, .configurationFailed, .idleTimeout, .userSwitch,
            .connectionFailed, .internalError,
        ]
        for reason in ProviderStopReason.allCases where !unused.contains(reason) {
            #expect(
                page.contains("\n.It \(reason.name) Ta \(reason.rawValue) Ta "), "\(reason.name)")
        }
    }
}
