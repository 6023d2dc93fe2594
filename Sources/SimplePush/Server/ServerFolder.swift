import Certificates
import CommandConsole
import CommandLineKit
import Glibc
import LinuxSystem
import LocalPushModel
import StrictJSON

/// The folder of one server: what it is told, its certificates, its devices, its messages. Only its
/// owner may enter it.
struct ServerFolder {
    /// Its absolute path.
    let path: String

    /// Where its files are.
    struct Files: Hashable, Sendable {
        /// The folder itself.
        let folder: String
        private var path: String { folder }

        fileprivate init(_ folder: String) { self.folder = folder }

        /// What the admin decided.
        var settings: String { path + "/settings.json" }
        /// The devices and their passwords.
        var devices: String { path + "/devices.json" }
        /// The user that senders log in as.
        var provider: String { path + "/provider.json" }
        /// What nats-server reads.
        var configuration: String { path + "/nats-server.conf" }
        /// The number of nats-server's process, which it writes itself.
        var pid: String { path + "/nats-server.pid" }
        /// The authority's certificate, which devices trust.
        var authority: String { path + "/ca.pem" }
        /// The authority's private key.
        var authorityKey: String { path + "/ca.key" }
        /// The server's certificate.
        var certificate: String { path + "/server.pem" }
        /// The server's private key.
        var key: String { path + "/server.key" }
        /// What mailboxes and claims are stored in.
        var store: String { path + "/store" }
        /// The folder that nats-server makes in it.
        var mailboxes: String { store + "/jetstream" }
        /// Held by the server for as long as it runs.
        var runningLock: String { path + "/running" }
        /// Held by whoever changes something.
        var lock: String { path + "/lock" }
    }

    /// Where the files are.
    var files: Files { Files(path) }

    /// Whether a server was ever set up here.
    var isSetUp: Bool { get throws(SystemError) { try exists(files.settings) } }

    /// Makes the folder where it is missing.
    ///
    /// As root, throws unless nobody but root can change any part of the way: whoever can exchange
    /// nats-server's configuration has it write files as root.
    func make() throws {
        try FileSystem.makeFolders(path, mode: 0o700)
        guard ProcessIdentity.effectiveUser == 0 else { return }
        do throws(PathHazard) { _ = try PathSafety().check(path) } catch {
            throw Failure(
                .storeUnreadable, SafeText.escaped("root does not use this folder: \(error)"),
                advice: error.remedy.map { [SafeText.escaped($0)] } ?? [])
        }
    }

    /// Changes something, one process at a time.
    func change<Value>(_ work: () throws -> Value) throws -> Value {
        try make()
        let lock = try FileLock(files.lock, patience: .seconds(10))
        defer { withExtendedLifetime(lock) {} }
        return try work()
    }

    /// What the admin decided.
    func settings() throws -> ServerSettings {
        try ServerSettings(document(files.settings, limit: 1 << 20).root)
    }

    /// The devices; none before the first was enrolled.
    func devices() throws -> DeviceList {
        guard try exists(files.devices) else { return DeviceList() }
        return try DeviceList(document(files.devices, limit: 1 << 26).root)
    }

    /// The user that senders log in as.
    func provider() throws -> Credentials {
        try Credentials(document(files.provider, limit: 1 << 16).root)
    }

    /// The authority's certificate as PEM.
    func authority() throws -> String { try text(files.authority) }

    /// Writes settings, in place of any that are there.
    func write(_ settings: ServerSettings) throws { try write(settings.json, to: files.settings) }

    /// Writes devices, in place of those that are there.
    func write(_ devices: DeviceList) throws { try write(devices.json, to: files.devices) }

    /// Writes the user that senders log in as.
    func write(_ provider: Credentials) throws { try write(provider.json, to: files.provider) }

    /// Writes what nats-server reads, from all that is kept here. Returns whether it changed.
    @discardableResult
    func writeConfiguration() throws -> Bool {
        let text = try configuration()
        if (try? self.text(files.configuration)) == text { return false }
        try write(text, to: files.configuration)
        return true
    }

    /// What nats-server is to read.
    func configuration() throws -> String {
        ServerConfiguration(
            settings: try settings(), files: files, provider: try provider(),
            devices: try devices().devices
        ).text
    }

    /// Replaces a file by another that only this user may read, in one step.
    func write(_ text: String, to path: String) throws {
        try FileReplacement.replace(path, with: Array(text.utf8))
        try FileSystem.synchronizeFolder(self.path)
    }

    /// Whether there is such a file. Throws where that cannot be told: what cannot be seen is not to be
    /// made anew.
    func exists(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try FileStatus(of: path)
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    /// The text of a file.
    func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(path, limit: 1 << 26), as: UTF8.self)
    }

    private func write(_ value: JSONValue, to path: String) throws {
        try write(value.prettyText + "\n", to: path)
    }

    private func document(_ path: String, limit: Int) throws -> JSONDocument {
        try JSONFile.read(path, limit: limit)
    }
}
