import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushCommands
import LocalPushModel
import PreferencesStore
import ProviderCatalog
import StrictJSON
import TestSupport
import Testing

/// A machine to run commands on: real files in a folder of its own, everything else made up. An effect
/// that a test did not provide for is recorded as a failure.
final class TestWorld {
    let folder: TemporaryFolder
    var environment: Environment = [:]
    /// The user who runs the commands; by default an ordinary one.
    var user: uid_t = 1000
    var isTerminal = false
    var wireless = FakeWireless([])
    var input = ""
    /// What somebody at the terminal answers; nil where nobody is there to be asked.
    var reply: ((Duration) -> TerminalReply)?
    /// What stands in for running a program.
    var runProgram: ((ProcessDescription) throws(SystemError) -> WaitStatus)?
    /// The programs that a command turned into.
    private(set) var became: [ProcessDescription] = []
    var programPath = "/usr/bin/localpush"
    /// The time that has passed.
    var clock: () -> Duration = { MonotonicClock.now }
    /// The time of day, in seconds since 1970.
    var time: Int64 = 0
    var device = DeviceIdentity(
        machineIdentifier: "0123456789abcdef0123456789abcdef", hostName: "tablet-7")

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command line, without the program's name.
    @discardableResult
    func run(_ words: String...) -> Outcome { run(words.map { Argument($0) }) }

    @discardableResult
    func run(_ words: [Argument]) -> Outcome {
        let output = Capture()
        let errors = Capture()
        let console = Console(
            program: Program.name,
            output: output.stream(isTerminal: isTerminal),
            errors: errors.stream(isTerminal: isTerminal), environment: environment,
            screen: { (80, 24) },
            page: { command, text in
                output.bytes += Array("[\(command)]\n".utf8) + text
            })
        let context = CommandContext(
            console: console, environment: environment, user: user, places: places,
            outside: outside)
        let status = Program.run(words, in: context)
        return Outcome(status: Int(status.rawValue), bytes: output.bytes, errors: errors.text)
    }

    // MARK: Places

    func storePath(_ scope: Scope = .user) -> String {
        folder("\(scope.rawValue)/preferences.json")
    }

    func socketPath(_ scope: Scope = .user) -> String { folder("\(scope.rawValue).sock") }

    /// Writes a managed profile of the user scope, named `name`; `lib` is the folder that goes last.
    @discardableResult
    func manage(
        _ name: String, _ contents: String, scope: Scope = .user, in place: String = ""
    ) throws -> String {
        let managed = folder("\(scope.rawValue)\(place).d")
        try FileSystem.makeFolders(managed, mode: 0o755)
        return try folder.write("\(scope.rawValue)\(place).d/\(name).json", contents)
    }

    /// Installs a provider that can be run.
    func install(_ identifier: String, scope: Scope = .user) throws {
        try FileSystem.makeFolders(folder("\(scope.rawValue)-providers"), mode: 0o755)
        let program = try folder.write("agent", "#!/bin/sh\n", mode: 0o755)
        let user = scope == .system ? #", "user": "nobody""# : ""
        try folder.write(
            "\(scope.rawValue)-providers/\(identifier).json",
            #"{"bundleIdentifier": "\#(identifier)", "executable": ["\#(program)"]\#(user)}"#)
    }

    /// The stored profiles.
    func stored(_ scope: Scope = .user) throws -> Preferences { try store(scope).load() }

    func store(_ scope: Scope = .user) -> PreferencesStore { PreferencesStore(locations(scope)) }

    private func locations(_ scope: Scope) -> StoreLocations {
        StoreLocations(
            scope: scope, preferences: storePath(scope),
            managedFolders: [folder("\(scope.rawValue).d"), folder("\(scope.rawValue)lib.d")])
    }

    private var places: CommandContext.Places {
        CommandContext.Places(
            locations: { self.locations($0) },
            providers: {
                var locations = ProviderLocations(
                    scope: $0, folders: [self.folder("\($0.rawValue)-providers")],
                    owner: ProcessIdentity.effectiveUser)
                locations.units = UnitFolders([self.folder("\($0.rawValue)-units")], scope: $0)
                return locations
            },
            controlSocket: { self.socketPath($0) },
            trustFolder: folder("trust.d"), policyFile: folder("policy.json"))
    }

    private var outside: Outside {
        Outside(
            now: { self.clock() }, wallClock: { self.time * 1_000_000_000 },
            input: { _ throws(SystemError) in Array(self.input.utf8) },
            isInteractive: { self.reply != nil },
            reply: { deadline in self.reply?(deadline) ?? .none },
            run: { description throws(SystemError) in
                if let runProgram = self.runProgram { return try runProgram(description) }
                Issue.record("\(description.executable) was run")
                return .exited(127)
            },
            converse: { description, input throws(SystemError) in
                try ChildProcess.converse(with: description, input)
            },
            device: { self.device },
            become: { description throws(SystemError) in
                self.became.append(description)
                throw SystemError("execute", description.executable, errno: ENOENT)
            },
            wireless: { self.wireless },
            programPath: { self.programPath })
    }
}

/// What came of running a command.
struct Outcome {
    let status: Int
    /// What it printed on standard output.
    let bytes: [UInt8]
    /// What it printed on standard error.
    let errors: String

    var output: String { String(decoding: bytes, as: UTF8.self) }

    /// The output, which must be one JSON document.
    var json: JSONValue {
        get throws { try JSONValue(parsing: bytes) }
    }
}

/// Keeps what is printed.
private final class Capture {
    var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func stream(isTerminal: Bool) -> OutputStream {
        OutputStream(isTerminal: isTerminal) { self.bytes += $0 }
    }
}
