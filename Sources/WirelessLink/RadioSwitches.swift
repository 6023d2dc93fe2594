import LinuxSystem

/// Whether radios are blocked, by software or by a switch (rfkill), as sysfs tells.
package struct RadioSwitches: Sendable {
    private let folder: String

    /// - Parameter folder: where network interfaces are found; another than sysfs's own is for tests.
    package init(folder: String = "/sys/class/net") {
        self.folder = folder
    }

    /// Whether the radio of the interface with this name is blocked; false when that cannot be told.
    package func isBlocked(interface: String) -> Bool {
        let radio = "\(folder)/\(interface)/phy80211"
        guard let names = try? FileSystem.names(in: radio) else { return false }
        return names.contains { name in
            name.hasPrefix("rfkill")
                && (isSet("\(radio)/\(name)/soft") || isSet("\(radio)/\(name)/hard"))
        }
    }

    private func isSet(_ path: String) -> Bool {
        (try? FileSystem.read(path, limit: 16))?.first == UInt8(ascii: "1")
    }
}
