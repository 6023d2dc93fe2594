import LinuxSystem
import LocalPushModel
import MessageLines
import PreferencesStore

/// Whose signature this device trusts, and whether it takes profiles without one: its administrator's
/// business, so both scopes go by the same files.
struct DeviceTrust {
    private let policy: DevicePolicy
    private let context: CommandContext

    /// Reads the policy. Throws what ``DevicePolicy/init(file:)`` throws.
    init(in context: CommandContext) throws(StoreError) {
        self.context = context
        policy = try DevicePolicy(file: context.places.policyFile)
    }

    /// Whether files that nobody signed are refused.
    var requiresSignature: Bool { policy.requiresSignature }

    /// The certificates that are trusted.
    static func certificates(in context: CommandContext) throws -> [TrustedFile] {
        let folder = context.places.trustFolder
        let names: [String]
        do throws(SystemError) { names = try FileSystem.names(in: folder) } catch {
            if error.isMissing { return [] }
            throw error
        }
        let files = names.filter { $0.hasSuffix(".pem") && !$0.hasPrefix(".") }
        return try files.map { "\(folder)/\($0)" }.compactMap { path in
            try DevicePolicy.read(path).map {
                TrustedFile(path, pem: String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// What decides whether a profile may be brought here.
    var admission: ProfileAdmission {
        ProfileAdmission(
            device: context.outside.device(),
            now: Timestamp(nanoseconds: context.outside.wallClock()),
            requiresSignature: requiresSignature)
    }
}
