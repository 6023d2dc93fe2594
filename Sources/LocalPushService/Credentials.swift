import LinuxSystem
import LocalPushModel
import StrictJSON

/// The secrets that systemd gives the service (systemd.exec(5), "Credentials"): each is a file in a
/// folder that only the service may read. They stay the same as long as the service runs; nothing of
/// them is kept, they are read whenever an agent is told its configuration.
struct Credentials {
    /// The most bytes that a credential may have: well below what fits into a message to an agent.
    static let sizeLimit = 64 << 10

    /// The folder; nil when the service has no credentials.
    private let folder: String?
    private let scope: Scope

    init(_ settings: ServiceSettings) {
        folder = settings.credentials
        scope = settings.scope
    }

    /// Why a credential cannot be used, in words that never hold any of it.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// What an agent is told: `configuration` with every credential in its place.
    func resolve(_ configuration: JSONObject) throws(Problem) -> JSONObject {
        if configuration.credentialNames.isEmpty { return configuration }
        return try configuration.resolvingCredentials(secret)
    }

    /// What stands in the way of resolving `configuration`; nil when nothing does.
    func problem(in configuration: JSONObject) -> String? {
        do throws(Problem) {
            for name in configuration.credentialNames { _ = try secret(name) }
            return nil
        } catch {
            return error.description
        }
    }

    /// The text of a credential: UTF-8, without the line feed that an editor leaves at its end.
    private func secret(_ name: CredentialName) throws(Problem) -> String {
        guard let text = String(validating: try contents(name), as: UTF8.self) else {
            throw Problem(description: "the credential \(name) is not UTF-8")
        }
        let line =
            text.utf8.last == UInt8(ascii: "\n") ? String(text.unicodeScalars.dropLast()) : text
        guard !line.isEmpty else { throw Problem(description: "the credential \(name) is empty") }
        return line
    }

    private func contents(_ name: CredentialName) throws(Problem) -> [UInt8] {
        guard let folder else { throw missing(name) }
        do {
            return try FileSystem.read("\(folder)/\(name)", limit: Self.sizeLimit)
        } catch {
            if error.isMissing { throw missing(name) }
            throw Problem(
                description: "the credential \(name) cannot be used: \(error.reason)"
                    + (error.isTooLarge ? "; it may have \(Self.sizeLimit) bytes" : ""))
        }
    }

    private func missing(_ name: CredentialName) -> Problem {
        let manager = scope == .system ? "systemctl" : "systemctl --user"
        return Problem(
            description: "the service has no credential \(name); give it one with `\(manager) edit "
                + "localpush`, a line LoadCredential=\(name):FILE under [Service], and `\(manager) "
                + "restart localpush`")
    }
}
