import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore
import StrictJSON

/// `verify`: tells whether a profile file may be installed here, and who signed it.
struct Verify: Command {
    @Required var file: String
    var trust: [String] = []
    var store = StoreOptions()
    var output = OutputOptions()

    static let name = "verify"
    static let summary = "Tell whether a profile file is signed and for this device"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                Needs no network. The reason why a file is not to be installed is one of unsigned, \
                untrusted, expired, tampered, wrongTarget and rolledBack, the last where this device has a \
                later version.
                """
            ],
            operands: [.required(\._file, .file(), "The file; - is standard input.")],
            options: [
                .repeated(
                    "--trust", \.trust, .file("PEM"),
                    "Certificates to trust in place of those in /etc/localpush/trust.d.")
            ], StoreOptions.options(in: \.store), OutputOptions.options(in: \.output),
            examples: [
                Example("localpush verify ship.p7m --trust authority.pem --json", "Check a file")
            ],
            exitStatuses: [.denied, .invalidProfile])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let policy = try DeviceTrust(in: context)
        let source = try ProfileSource(
            try context.bytes(of: file), trust: { try certificates(context) }, in: context)
        let profiles = try self.profiles(in: source)
        let refusal = source.refusal ?? refusal(of: profiles, source, policy, context)
        if output.isJSON {
            try context.console.print(json(profiles, source, refusal))
        } else {
            try context.console.print(lines: lines(profiles, source, context))
        }
        guard let refusal else { return .success }
        throw Failure(
            .invalidProfile,
            "\(SafeText.escaped(ProfileFile.title(file))): \(refusal.reason.rawValue): "
                + refusal.problem)
    }

    private func certificates(_ context: CommandContext) throws -> [TrustedFile] {
        if trust.isEmpty { return try DeviceTrust.certificates(in: context) }
        return try trust.map {
            let text = try FileSystem.read($0, limit: 1 << 20)
            return TrustedFile($0, pem: String(decoding: text, as: UTF8.self))
        }
    }

    private func profiles(in source: ProfileSource) throws -> [Profile] {
        guard let contents = source.contents else { return [] }
        do { return try ProfileFile(parsing: contents).profiles } catch {
            throw Failure(.invalidProfile, error.inFile(ProfileFile.title(file)).description)
        }
    }

    /// What speaks against one of the profiles. Whoever asks wants to know of a signature, whether or not
    /// this device needs one.
    private func refusal(
        of profiles: [Profile], _ source: ProfileSource, _ policy: DeviceTrust,
        _ context: CommandContext
    ) -> ProfileAdmission.Refusal? {
        guard source.signature != nil else { return .init(.unsigned, "nobody has signed it") }
        let stored = (try? context.store(store).load()) ?? Preferences()
        return profiles.lazy.compactMap { profile in
            policy.admission.refusal(
                of: .init(profile, signature: source.signature),
                over: stored.counterpart(of: profile))
        }.first
    }

    private func json(
        _ profiles: [Profile], _ source: ProfileSource, _ refusal: ProfileAdmission.Refusal?
    ) -> JSONValue {
        [
            "verified": .bool(refusal == nil), "file": .string(ProfileFile.title(file)),
            "reason": refusal.map { .string($0.reason.rawValue) } ?? .null,
            "problem": refusal.map { .string($0.problem) } ?? .null,
            "signer": source.signature.map { .string($0.signer) } ?? .null,
            "key": source.signature.map { .string($0.key) } ?? .null,
            "digest": source.signature.map { .string($0.digest) } ?? .null,
            "profiles": .array(profiles.map(\.json)),
        ]
    }

    private func lines(
        _ profiles: [Profile], _ source: ProfileSource, _ context: CommandContext
    ) -> [String] {
        var list = FieldList()
        list.add("Signer", source.signature.map { [SafeText.escaped($0.signer)] } ?? ["nobody"])
        if let signature = source.signature {
            list.add("Key", ["sha256:\(signature.key)"])
            list.add("Digest", ["sha256:\(signature.digest)"])
        }
        list.add(
            "Profiles", profiles.map { "\($0.name), version \($0.issue?.version ?? 0)" })
        return list.lines(context.console.style)
    }
}

extension Preferences {
    /// The profile that `profile` would take the place of, or an earlier version of it under another name.
    func counterpart(of profile: Profile) -> ProfileAdmission.Candidate? {
        let found =
            self[profile.name]
            ?? profile.issue?.identifier.flatMap { identifier in
                profiles.first { $0.issue?.identifier == identifier }
            }
        return found.map { ProfileAdmission.Candidate($0, signature: signatures[$0.name]) }
    }
}
