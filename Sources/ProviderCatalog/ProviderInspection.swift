import Glibc
import LinuxSystem
import LocalPushModel
import StrictJSON

/// One look at a manifest and its executable: what they are, and whether the provider may be run.
struct ProviderInspection {
    /// The most bytes that a manifest may have.
    private static let sizeLimit = 1 << 20

    private let file: String
    private let identifier: BundleIdentifier
    private let locations: ProviderLocations
    private var problems: [String] = []
    private var warnings: [String] = []
    private var manifest: ProviderManifest?
    private var fingerprint = ""
    private var evidence: [PathEvidence]

    /// - Parameter evidence: of why this manifest is the one.
    init(
        _ file: String, _ identifier: BundleIdentifier, _ locations: ProviderLocations,
        evidence: [PathEvidence] = []
    ) {
        self.file = file
        self.identifier = identifier
        self.locations = locations
        self.evidence = evidence
        guard checkSafety(of: file, "the manifest") != nil else { return }
        do throws(InvalidValue) { manifest = try read() } catch { problems.append(error.problem) }
        guard let manifest else { return }
        fingerprint += "\(manifest)"
        checkScope(manifest)
        checkProgram(manifest)
    }

    var result: InstalledProvider {
        InstalledProvider(
            bundleIdentifier: identifier, file: file, manifest: manifest, problems: problems,
            warnings: warnings, fingerprint: fingerprint, evidence: evidence)
    }

    private var safety: PathSafety { PathSafety(trusting: locations.owner) }

    private mutating func checkSafety(of path: String, _ what: String) -> FileStatus? {
        do throws(PathHazard) {
            let safe = try safety.check(path)
            evidence += safe.evidence
            return safe.status
        } catch {
            let remedy = error.remedy.map { "; \($0)" } ?? ""
            problems.append(SafeText.escaped("\(what) is not safe to use: \(error)\(remedy)"))
            return nil
        }
    }

    private func read() throws(InvalidValue) -> ProviderManifest {
        do throws(DocumentError) {
            let bytes: [UInt8]
            do { bytes = try FileSystem.read(file, limit: Self.sizeLimit) } catch {
                throw DocumentError(position: nil, key: "", problem: error.description)
            }
            let root: JSONNode
            do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
            let manifest = try ProviderManifest(root)
            guard manifest.bundleIdentifier == identifier else {
                throw DocumentError(
                    position: root["bundleIdentifier"]?.position, key: "bundleIdentifier",
                    problem: "the manifest must be named \(manifest.bundleIdentifier).json")
            }
            return manifest
        } catch {
            throw InvalidValue(error.inFile(file).description)
        }
    }

    private mutating func checkScope(_ manifest: ProviderManifest) {
        switch (locations.scope, manifest.user) {
        case (.system, nil) where manifest.executable != nil:
            problems.append("\"user\" is missing: in system scope it says whom the agent runs as")
        case (_, .some) where manifest.executable == nil:
            problems.append("\"user\" is not allowed: the unit says whom it runs as")
        case (.user, .some):
            problems.append("\"user\" is not allowed: in user scope the agent runs as the user")
        default: break
        }
        if locations.scope == .system, let user = manifest.user, !Self.isLocal(user) {
            warnings.append(
                "there is no user \(user) in /etc/passwd: where nothing else knows that user, the agent "
                    + "cannot start")
        }
        if locations.scope == .system, manifest.containingApp != nil {
            warnings.append(
                "\"containingApp\" has no effect: calls need a user's session, which a provider in "
                    + "system scope does not have")
        }
    }

    /// Whether the machine's own list has this user, as it has most. Name services are not asked: the
    /// command line is one static file.
    private static func isLocal(_ user: String) -> Bool {
        guard let list = try? FileSystem.read("/etc/passwd", limit: sizeLimit) else { return true }
        return list.split(separator: UInt8(ascii: "\n")).contains {
            $0.starts(with: Array("\(user):".utf8))
        }
    }

    private mutating func checkProgram(_ manifest: ProviderManifest) {
        if let unit = manifest.unit, let problem = locations.units?.problem(of: unit) {
            problems.append(problem)
        }
        guard let executable = manifest.executable, let program = executable.first else { return }
        guard let status = checkSafety(of: program, "the executable") else { return }
        if status.kind != .file {
            problems.append(SafeText.escaped("\(program) is not a file"))
        } else if status.permissions & 0o111 == 0 {
            problems.append(SafeText.escaped("\(program) is not executable; chmod +x it"))
        }
        fingerprint += " \(status.identity) \(status.modified) \(status.size)"
        for argument in executable.dropFirst() { checkScript(argument) }
    }

    /// A script that an interpreter is given is as good as the executable.
    private mutating func checkScript(_ argument: String) {
        guard argument.utf8.first == UInt8(ascii: "/"),
            (try? FileStatus(of: argument))?.kind == .file
        else { return }
        // No part of the fingerprint: it may as well be a file that the agent itself writes.
        do throws(PathHazard) { _ = try safety.check(argument) } catch {
            warnings.append(
                SafeText.escaped("an argument is a file that others could change: \(error)"))
        }
    }
}
