import Glibc
import LinuxSystem
import StrictJSON

/// The file that tells a `simple` agent its configuration, removed when this object goes.
final class ConfigurationFile {
    /// The absolute path.
    let path: String

    /// Writes `configuration` to a new file, which only its owner may read: the agent's user.
    init(
        _ path: String, _ configuration: JSONObject, owner account: UserAccount?
    ) throws(SystemError) {
        // One that is left from before may have another owner.
        try? FileSystem.remove(path)
        let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        self.path = path
        if let account { try file.changeOwner(user: account.user, group: account.group) }
        var bytes: [UInt8] = []
        JSONValue.object(configuration).write(into: &bytes, pretty: true)
        bytes.append(UInt8(ascii: "\n"))
        try file.writeAll(bytes)
    }

    deinit { try? FileSystem.remove(path) }
}
