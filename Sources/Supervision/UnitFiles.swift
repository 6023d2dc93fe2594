import Glibc
import LinuxSystem
import LocalPushModel
import StrictJSON

/// The files that tell a unit its network and its configuration, in the service's runtime folder:
/// `units/NAME.env` for `EnvironmentFile=` and `units/NAME.json` for `LoadCredential=`, both only
/// root's, or the user's, to read. They also tell the next service which units this one has started.
struct UnitFiles {
    private static let suffix = ".env"

    /// The unit's name.
    let unit: String
    private let environment: String
    private let configuration: String

    init(of unit: String, in runtimeFolder: String) {
        self.unit = unit
        environment = "\(Self.folder(in: runtimeFolder))/\(unit)\(Self.suffix)"
        configuration = "\(Self.folder(in: runtimeFolder))/\(unit).json"
    }

    private static func folder(in runtimeFolder: String) -> String { runtimeFolder + "/units" }

    /// The files of units that an earlier service started and did not see end.
    static func left(in runtimeFolder: String) -> [UnitFiles] {
        let names = (try? FileSystem.names(in: folder(in: runtimeFolder))) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map {
            UnitFiles(of: String($0.dropLast(suffix.count)), in: runtimeFolder)
        }
    }

    /// Writes the files for a network and a configuration.
    func write(_ ssid: SSID, _ object: JSONObject, runtimeFolder: String) throws(SystemError) {
        try FileSystem.makeFolder(Self.folder(in: runtimeFolder), mode: 0o700)
        var bytes: [UInt8] = []
        JSONValue.object(object).write(into: &bytes, pretty: true)
        try Self.write(bytes + [UInt8(ascii: "\n")], to: configuration)
        let lines = "LOCALPUSH_SSID_HEX=\(ssid.hex)\nLOCALPUSH_CONFIGURATION=\(configuration)\n"
        try Self.write(Array(lines.utf8), to: environment)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try? FileSystem.remove(path)
        try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).writeAll(bytes)
    }

    /// Removes the files: nothing of the unit runs.
    func remove() {
        try? FileSystem.remove(environment)
        try? FileSystem.remove(configuration)
    }
}
