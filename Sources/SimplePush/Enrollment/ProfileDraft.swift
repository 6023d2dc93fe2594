import CommandLineKit
import LinuxSystem
import LocalPushModel
import StrictJSON

/// What a device's profile is to say, and where the files go.
struct ProfileDraft {
    var ssids: [SSID] = []
    var name: ProfileName?
    var provider: BundleIdentifier?
    var host: String?
    var description: String?
    var credentialsFile: String?
    var output: String?

    static func options<Command>(
        in path: WritableKeyPath<Command, ProfileDraft>
    ) -> [Option<Command>] {
        let options: [Option<ProfileDraft>] = [
            .repeated("--ssid", \.ssids, .ssid, "A network that the device is reached on."),
            .repeated("--ssid-hex", \.ssids, .ssidHex, "The same, as hexadecimal digits."),
            .value(
                "--profile", \.name,
                .checked("NAME") { text throws(InvalidValue) in
                    try ProfileName(text)
                }, "What to call the profile; simplepush if not given."),
            .value(
                "--provider", \.provider,
                .checked("BUNDLE-ID") { text throws(InvalidValue) in
                    try BundleIdentifier(text)
                }, "The provider; com.myexample.SimplePush.Provider if not given."),
            .value(
                "--host", \.host, .host(),
                "Where the device finds the server; the server's first name if not given."),
            .value(
                "--description", \.description, .text("TEXT"), "What people see the profile as."),
            .value(
                "--credentials-path", \.credentialsFile, .file("PATH"),
                """
                Where the device will have its file of credentials, for the profile to name; without \
                it they are in the profile.
                """),
            .value(
                "--output", \.output, .file("FOLDER"),
                "Where to write the files; the working directory if not given."),
        ]
        return options.map { $0.within(path) }
    }

    /// Throws when what was given cannot be what the device finds.
    func validate() throws(ValueError) {
        // The agent's working directory is nobody's business.
        if let credentialsFile, credentialsFile.utf8.first != UInt8(ascii: "/") {
            throw ValueError("--credentials-path takes an absolute path")
        }
    }

    /// Writes the device's files, which only this user may read, beside where they are to be.
    func prepare(_ device: EnrolledDevice) throws -> DeviceFiles {
        if let output { try FileSystem.makeFolder(output, mode: 0o700) }
        return try DeviceFiles(
            device.device, in: output ?? ".", credentials: device.credentials.json,
            profile: ssids.isEmpty ? nil : try profile(device).json)
    }

    private func profile(_ device: EnrolledDevice) throws -> Profile {
        Profile(
            name: try name ?? ProfileName("simplepush"), localizedDescription: description,
            matchSSIDs: ssids,
            providerBundleIdentifier: try provider
                ?? BundleIdentifier("com.myexample.SimplePush.Provider"),
            providerConfiguration: device.configuration(credentialsFile: credentialsFile))
    }
}

/// Where a device's files were written.
struct WrittenDevice {
    let device: DeviceName
    let credentials: String
    let profile: String?

    var text: String {
        let files = [credentials, profile].compactMap(\.self).map { SafeText.escaped($0) }
        return "\(device): wrote \(files.joined(separator: " and "))"
    }

    var json: JSONValue {
        [
            "device": .string(device.text), "credentials": .string(credentials),
            "profile": profile.map { .string($0) } ?? .null,
        ]
    }
}

extension Conversion<SSID> {
    /// An SSID as its very bytes.
    static var ssid: Conversion {
        Conversion("SSID") { word throws(ValueError) in try checked(word.bytes) }
    }

    /// An SSID as hexadecimal digits.
    static var ssidHex: Conversion {
        .text("HEX") { text throws(ValueError) in
            guard let bytes = Hexadecimal.bytes(text) else {
                throw ValueError("it is not pairs of hexadecimal digits")
            }
            return try checked(bytes)
        }
    }

    private static func checked(_ bytes: [UInt8]) throws(ValueError) -> SSID {
        guard let ssid = SSID(bytes: bytes) else {
            throw ValueError("an SSID has 1 to 32 octets, this one has \(bytes.count)")
        }
        return ssid
    }
}
