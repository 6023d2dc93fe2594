import LinuxSystem
import LocalPushModel
import StrictJSON

/// A device's files, written in full, which are not yet in the place of those that may be there. Dropped
/// before they are, they are gone.
final class DeviceFiles {
    private let written: WrittenDevice
    private var credentials: FileReplacement?
    private var profile: FileReplacement?

    /// Throws what the system says; nothing is left then.
    init(
        _ device: DeviceName, in folder: String, credentials: JSONValue, profile: JSONValue?
    ) throws(SystemError) {
        let start = "\(folder)/\(device)"
        written = WrittenDevice(
            device: device, credentials: start + ".credentials.json",
            profile: profile == nil ? nil : start + ".profile.json")
        self.credentials = try Self.file(credentials, written.credentials)
        if let profile, let path = written.profile { self.profile = try Self.file(profile, path) }
    }

    /// Gives them their names.
    func place() throws(SystemError) -> WrittenDevice {
        if let credentials = credentials.take() { try credentials.place(at: written.credentials) }
        if let profile = profile.take(), let path = written.profile {
            try profile.place(at: path)
        }
        return written
    }

    private static func file(
        _ value: JSONValue, _ path: String
    ) throws(SystemError) -> FileReplacement {
        try FileReplacement(
            writing: Array((value.prettyText + "\n").utf8), to: path + ".new", like: nil)
    }
}
