import CommandConsole
import CommandLineKit
import LocalPushModel
import ProviderCatalog

/// Asks at the terminal for what `profile add` needs, and makes its command line of the answers: so
/// everything is checked as if it had been typed there.
struct ProfileInterview {
    private let context: CommandContext
    private let questions: Questions

    init(_ context: CommandContext) {
        self.context = context
        questions = Questions(context: context, undone: "nothing was saved")
    }

    /// Whether a command line asks for it: `profile add` with nothing, or nothing but a scope.
    static func isWanted(_ arguments: [Argument], in context: CommandContext) -> Bool {
        let scopes: [Argument] = ["--system", "--user"]
        return arguments.starts(with: ["profile", "add"])
            && arguments.dropFirst(2).allSatisfy(scopes.contains)
            && context.outside.isInteractive()
    }

    /// The command line `given`, completed. Throws a ``Failure`` when somebody breaks off, or does not
    /// want the profile that they are shown.
    func completing(_ given: [Argument]) throws -> [Argument] {
        var words = given
        words.append(try questions.value("Name of the profile", .profileName()))
        words += try networks()
        words.append(Self.option("--provider", try provider()))
        words += try host()
        context.console.tell(lines: try preview(words))
        guard try questions.agree("Save it?") else { throw Failure(.failure, questions.undone) }
        return words
    }

    private func networks() throws -> [Argument] {
        let joined = ((try? context.outside.wireless().look()) ?? []).compactMap(\.joinedSSID)
        var options: [Argument] = []
        // One that is no text cannot be typed; it is offered as what it is.
        if let ssid = joined.first, ssid.text == nil,
            try questions.agree("On the network \(ssid), which this device is on?")
        {
            options.append(Self.option("--ssid-hex", Argument(ssid.hex)))
        } else {
            let preset = joined.first.map { Argument(bytes: $0.bytes) }
            options.append(
                Self.option("--ssid", try questions.value("Network (SSID)", .ssid, preset: preset)))
        }
        while let more = try optional("Another network (Enter for no more)", .ssid) {
            options.append(Self.option("--ssid", more))
        }
        return options
    }

    private func provider() throws -> Argument {
        let found = ProviderSelection(scope: context.ownScope).providers(in: context)
        let names = found.filter(\.provider.isUsable).map(\.provider.bundleIdentifier.text)
        if names.count > 1 {
            context.console.tell(lines: ["Installed providers:"] + names.map { "  " + $0 })
        }
        return try questions.value(
            "Provider", .provider, preset: names.count == 1 ? Argument(names[0]) : nil)
    }

    private func host() throws -> [Argument] {
        let host = try optional("Host of its server (Enter for none)", .host)
        return host.map { [Self.option("--host", $0)] } ?? []
    }

    /// A value of that kind, or nil for Enter alone.
    private func optional<Value>(
        _ question: String, _ conversion: Conversion<Value>
    ) throws -> Argument? {
        let orNothing = Conversion("") { (word: Argument) throws(ValueError) in
            word.bytes.isEmpty ? nil : try conversion.convert(word)
        }
        let answer = try questions.value(question, orNothing)
        return answer.bytes.isEmpty ? nil : answer
    }

    /// Written so that no value is taken for an option.
    private static func option(_ name: String, _ value: Argument) -> Argument {
        Argument(bytes: Array("\(name)=".utf8) + value.bytes)
    }

    private func preview(_ words: [Argument]) throws -> [String] {
        guard case .run(let command) = try CommandParser(root: CommandTree.root).parse(words),
            let add = command as? ProfileAdd
        else { return [] }
        let text = ProfileText(
            InstalledProfile(try add.draft, origin: .stored),
            scope: add.store.scope ?? context.ownScope, showsSecrets: false)
        return [""] + text.lines(.plain) + [""]
    }
}
