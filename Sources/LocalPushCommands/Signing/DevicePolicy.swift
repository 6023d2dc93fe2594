import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import StrictJSON

/// What profiles this device takes, and whose signature it trusts: its administrator's business, so both
/// scopes go by the same files.
struct DevicePolicy {
    private static let sizeLimit = 1 << 20

    /// Whether files that nobody signed are refused.
    let requiresSignature: Bool
    private let context: CommandContext

    /// Reads the policy; a file that is missing asks for nothing. Throws when it cannot be read or is not
    /// valid: to go on would be to take what is forbidden.
    init(in context: CommandContext) throws {
        self.context = context
        let path = context.places.policyFile
        guard let bytes = try Self.read(path) else {
            requiresSignature = false
            return
        }
        do throws(DocumentError) {
            let root: JSONNode
            do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
            let reader = try ObjectReader(root, keys: ["requireSigned"])
            requiresSignature = try reader.bool("requireSigned", absent: false)
        } catch {
            throw Failure(.failure, error.inFile(path).description)
        }
    }

    /// The certificates that are trusted, as PEM.
    func trust() throws -> [String] {
        let folder = context.places.trustFolder
        let names: [String]
        do throws(SystemError) { names = try FileSystem.names(in: folder) } catch {
            if error.isMissing { return [] }
            throw error
        }
        return try names.filter { $0.hasSuffix(".pem") && !$0.hasPrefix(".") }.compactMap {
            try Self.read("\(folder)/\($0)").map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What decides whether a profile may be brought here.
    var admission: ProfileAdmission {
        ProfileAdmission(
            device: context.outside.device(),
            now: Timestamp(nanoseconds: context.outside.wallClock()),
            requiresSignature: requiresSignature)
    }

    /// A file that only root, or the user who asks, can have written; nil when it is missing.
    private static func read(_ path: String) throws -> [UInt8]? {
        do {
            if (try? FileStatus(of: path, followingLinks: false)) == nil { return nil }
            _ = try PathSafety(trusting: ProcessIdentity.effectiveUser).check(path)
            return try FileSystem.read(path, limit: sizeLimit)
        } catch let hazard as PathHazard {
            throw Failure(.failure, SafeText.escaped("cannot go by this: \(hazard)"))
        }
    }
}
