import LinuxSystem
package import LocalPushModel
import StrictJSON

/// The profiles that came as files from the administrator, one profile a file, `NAME.json`.
///
/// Of files of one name in several folders only that in the first counts, good or bad, and a link to
/// `/dev/null` is no profile at all: it masks those below. A file must hold the profile that its name
/// says. Files that do not end in `.json`, or start with a dot as editors' files do, are ignored.
package struct ManagedProfiles: Sendable {
    /// The most bytes that a file may have.
    static let sizeLimit = 1 << 20

    /// The profiles with the paths of their files, sorted by file name, which is by name.
    package private(set) var profiles: [(profile: Profile, file: String)] = []
    /// The files and folders that cannot be used, and why.
    package private(set) var invalidFiles: [ProfileSet.InvalidFile] = []

    /// Reads `folders`, the one that wins first. A folder that is missing holds nothing.
    ///
    /// As root, what others could change is not used.
    package init(in folders: [String]) {
        var files: [String: String] = [:]
        for folder in folders.reversed() {
            for name in names(in: folder) { files[name] = "\(folder)/\(name)" }
        }
        for (name, file) in files.sorted(by: { $0.key.hasBytesBefore($1.key) }) {
            if !Self.isMask(file) { add(file, name: String(name.dropLast(Self.suffix.count))) }
        }
    }

    /// What the name of a profile's file ends in.
    static let suffix = ".json"

    /// Whether a file of this name is to hold a profile.
    static func isProfile(_ name: String) -> Bool {
        name.hasSuffix(suffix) && !name.hasPrefix(".")
    }

    private mutating func names(in folder: String) -> [String] {
        do throws(InvalidValue) {
            let names = try Self.list(folder)
            if !names.isEmpty { try Self.checkSafety(of: folder) }
            return names
        } catch {
            let name = FileSystem.components(folder).last ?? folder
            invalidFiles.append(.init(name: name, file: folder, problem: error.problem))
            return []
        }
    }

    private static func isMask(_ file: String) -> Bool {
        (try? FileSystem.resolve(file)) == "/dev/null"
    }

    private mutating func add(_ file: String, name: String) {
        do throws(InvalidValue) {
            profiles.append((try Self.profile(try Self.read(file), name: name), file))
        } catch {
            invalidFiles.append(.init(name: name, file: file, problem: error.problem))
        }
    }
}

// MARK: Files

extension ManagedProfiles {
    private static func list(_ folder: String) throws(InvalidValue) -> [String] {
        do throws(SystemError) {
            return try FileSystem.names(in: folder).filter(isProfile)
        } catch {
            if error.isMissing { return [] }
            throw InvalidValue(error.reason)
        }
    }

    private static func read(_ file: String) throws(InvalidValue) -> [UInt8] {
        try checkSafety(of: file)
        do { return try FileSystem.read(file, limit: sizeLimit) } catch {
            throw InvalidValue(error.reason)
        }
    }

    private static func checkSafety(of path: String) throws(InvalidValue) {
        guard ProcessIdentity.effectiveUser == 0 else { return }
        do { _ = try PathSafety().check(path) } catch {
            let remedy = error.remedy.map { "; \($0)" } ?? ""
            throw InvalidValue(SafeText.escaped("root does not use it: \(error)\(remedy)"))
        }
    }

    private static func profile(_ bytes: [UInt8], name: String) throws(InvalidValue) -> Profile {
        do throws(DocumentError) {
            let root: JSONNode
            do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
            let profile = try Profile(root)
            guard profile.name.text.hasSameBytes(as: name) else {
                throw DocumentError(
                    position: root["name"]?.position, key: "name",
                    problem: "the profile in this file must be called \(SafeText.quoted(name))")
            }
            return profile
        } catch {
            throw InvalidValue(error.description)
        }
    }
}
