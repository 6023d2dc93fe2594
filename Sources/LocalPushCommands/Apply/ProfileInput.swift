import CommandConsole
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON

/// What files say there should be: their profiles in the order of the files, no name twice.
struct ProfileInput {
    private(set) var profiles: [Profile] = []
    /// Who signed the files of those that are signed.
    private(set) var signers: [ProfileName: SignatureRecord] = [:]
    /// The signed files as they came, by the digests of their contents.
    private(set) var originals: [String: [UInt8]] = [:]
    /// What is wrong with which of the files; there is nothing to apply unless this is empty.
    private(set) var errors: [InputError] = []
    private(set) var fileCount = 0

    /// The certificates that are trusted, once a signed file has asked for them.
    private var trusted: [TrustedFile]?
    /// Where a name was found first.
    private var places: [ProfileName: (file: String, entry: ProfileFile.Entry)] = [:]

    /// Reads files and folders, and standard input for `-`. Throws when one cannot be read.
    init(_ paths: [String], in context: CommandContext) throws {
        let files = try paths.flatMap(ProfilePaths.files)
        var progress = Progress(in: context)
        for file in files {
            progress.tell("read \(fileCount) of \(files.count) files")
            try add(try context.bytes(of: file), from: ProfileFile.title(file), in: context)
            fileCount += 1
        }
        progress.end()
    }

    private mutating func add(
        _ bytes: [UInt8], from file: String, in context: CommandContext
    ) throws {
        let source = try ProfileSource(bytes, trust: { try trust(in: context) }, in: context)
        if let refusal = source.refusal {
            errors.append(InputError(refusal, file: file))
        } else if let contents = source.contents {
            let contents = ProfileFile(examining: contents)
            errors += contents.errors(in: file)
            add(contents, from: file, source)
        }
    }

    private mutating func trust(in context: CommandContext) throws -> [TrustedFile] {
        let certificates = try trusted ?? DeviceTrust.certificates(in: context)
        trusted = certificates
        return certificates
    }

    private mutating func add(
        _ contents: ProfileFile, from file: String, _ source: ProfileSource
    ) {
        if let digest = source.signature?.digest { originals[digest] = source.original }
        for entry in contents.entries {
            let name = entry.profile.name
            if let first = places.updateValue((file, entry), forKey: name) {
                errors.append(InputError(Self.usedTwice(name, file, entry, first)))
            } else {
                profiles.append(entry.profile)
                signers[name] = source.signature
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
    /// The signed files that `preferences` refers to.
    func originals(of preferences: Preferences) -> [String: [UInt8]] {
        let digests = Set(preferences.signatures.values.map(\.digest))
        return originals.filter { digests.contains($0.key) }
    }

    /// What speaks against the profiles that are new or changed. What is there already stays, whatever
    /// its issue says by now.
    func refusals(
        of difference: PreferencesDifference, over before: Preferences,
        _ admission: ProfileAdmission
    ) -> [InputError] {
        difference.changes.compactMap { change in
            let profile: Profile
            switch change {
            case .added(let new), .changed(_, let new): profile = new
            case .moved, .signed, .unchanged, .removed: return nil
            }
            let refusal = admission.refusal(
                of: .init(profile, signature: signers[profile.name]),
                over: before.counterpart(of: profile))
            return refusal.map {
                InputError($0, file: places[profile.name]?.file ?? "", profile: profile.name)
            }
        }
    }

    /// Throws a ``Failure`` when something is wrong with the files.
    func check(_ output: OutputOptions, in context: CommandContext) throws {
        try Self.check(errors, of: fileCount, output, in: context)
    }

    /// Throws a ``Failure`` when there are errors, once each is told: to people on standard error, to
    /// programs in a document.
    static func check(
        _ errors: [InputError], of fileCount: Int, _ output: OutputOptions,
        in context: CommandContext
    ) throws {
        if errors.isEmpty { return }
        for error in errors { context.console.note(error.error.description) }
        if output.isJSON {
            try context.console.print([
                "changed": false, "errors": .array(errors.map(\.json)), "profiles": [],
            ])
        }
        let bad = Set(errors.map(\.error.file)).count
        throw Failure(
            .invalidProfile,
            "\(bad) of \(fileCount) files \(bad == 1 ? "is" : "are") not taken; nothing is changed",
            advice: errors.contains { $0.reason == nil }
                ? ["The keys and their values are explained by: man localpush-profile"] : [])
    }
}
