import LinuxSystem
import LocalPushModel
import StrictJSON

/// A file that somebody wrote one profile into, or an array of profiles.
struct ProfileFile {
    /// The most bytes that a file may have: what a store can have.
    private static let sizeLimit = 64 << 20

    let profiles: [Profile]

    enum Problem: Error {
        case unreadable(SystemError)
        case invalid(DocumentError)
    }

    /// Reads the file at `path`, or standard input for `-`.
    init(_ path: String, in context: CommandContext) throws(Problem) {
        let bytes: [UInt8]
        do {
            bytes =
                path == "-"
                ? try context.outside.input(Self.sizeLimit)
                : try FileSystem.read(path, limit: Self.sizeLimit)
        } catch {
            throw .unreadable(error)
        }
        do { try self.init(parsing: bytes) } catch {
            throw .invalid(error.inFile(path == "-" ? "standard input" : path))
        }
    }

    /// Reads the contents of such a file.
    init(parsing bytes: [UInt8]) throws(DocumentError) {
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
        guard root.kind == .array else {
            profiles = [try Profile(root)]
            return
        }
        var profiles: [Profile] = []
        var names: Set<ProfileName> = []
        for node in root.elements {
            let profile = try Profile(node)
            guard names.insert(profile.name).inserted else {
                throw DocumentError(at: node, "the name \(profile.name) is used before")
            }
            profiles.append(profile)
        }
        self.profiles = profiles
    }
}
