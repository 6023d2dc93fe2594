import CommandConsole
import LinuxSystem
import LocalPushModel
import StrictJSON

/// What files say there should be: their profiles in the order of the files, no name twice.
struct ProfileInput {
    private(set) var profiles: [Profile] = []
    /// What is wrong with which of the files; there is nothing to apply unless this is empty.
    private(set) var errors: [DocumentError] = []
    private(set) var fileCount = 0

    /// Where a name was found first.
    private var places: [ProfileName: (file: String, entry: ProfileFile.Entry)] = [:]

    /// Reads files and folders, and standard input for `-`. Throws when one cannot be read.
    init(_ paths: [String], in context: CommandContext) throws {
        let files = try paths.flatMap(ProfilePaths.files)
        var progress = Progress(in: context)
        for file in files {
            progress.tell("read \(fileCount) of \(files.count) files")
            do { add(try ProfileFile(file, in: context), from: file) } catch {
                switch error {
                case .unreadable(let failure): throw failure
                case .invalid(let problem): errors.append(problem)
                }
            }
            fileCount += 1
        }
        progress.end()
    }

    private mutating func add(_ contents: ProfileFile, from path: String) {
        let file = ProfileFile.title(path)
        for entry in contents.entries {
            let name = entry.profile.name
            if let first = places.updateValue((file, entry), forKey: name) {
                errors.append(Self.usedTwice(name, file, entry, first))
            } else {
                profiles.append(entry.profile)
            }
        }
    }

    private static func usedTwice(
        _ name: ProfileName, _ file: String, _ entry: ProfileFile.Entry,
        _ first: (file: String, entry: ProfileFile.Entry)
    ) -> DocumentError {
        let place = "\(first.file):\(first.entry.position.line):\(first.entry.position.column)"
        return DocumentError(
            file: file, position: entry.position, key: "name",
            problem: "the name \(name) is used before, at \(SafeText.escaped(place))")
    }
}

extension ProfileInput {
    /// Throws a ``Failure`` when something is wrong with the files, once each is told: to people on
    /// standard error, to programs in a document.
    func check(_ output: OutputOptions, in context: CommandContext) throws {
        if errors.isEmpty { return }
        for error in errors { context.console.note(error.description) }
        if output.isJSON {
            try context.console.print([
                "changed": false, "errors": .array(errors.map(\.json)), "profiles": [],
            ])
        }
        let bad = Set(errors.map(\.file)).count
        throw Failure(
            .invalidProfile,
            "\(bad) of \(fileCount) files \(bad == 1 ? "is" : "are") not valid; nothing is changed",
            advice: ["The keys and their values are explained by: man localpush"])
    }
}

extension DocumentError {
    /// The error for programs.
    var json: JSONValue {
        [
            "file": file.map { .string($0) } ?? .null, "key": .string(key),
            "line": position.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": position.map { .number(JSONNumber($0.column)) } ?? .null,
            "problem": .string(problem),
        ]
    }
}
