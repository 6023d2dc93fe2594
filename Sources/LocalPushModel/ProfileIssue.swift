/// What an administrator says of a profile that is given to many devices: which one it is, in which
/// version, when it may be installed, and where.
///
/// It counts when the profile is brought to a device. Once it is there, nothing of this stops an agent.
package struct ProfileIssue: Hashable, Sendable {
    /// What stays the same from version to version; none where the profile's name does.
    package var identifier: String?
    /// Counts up; of two, a device takes no older one than it has.
    package var version: Int
    /// Before which it may not be installed.
    package var notBefore: Timestamp?
    /// After which it may not be installed.
    package var notAfter: Timestamp?
    /// The devices that it is for, by machine identifier (machine-id(5)) or host name; empty for all.
    package var target: ProfileTarget

    /// A version of a profile, for any device, at any time, unless said otherwise.
    package init(
        identifier: String? = nil, version: Int = 0, notBefore: Timestamp? = nil,
        notAfter: Timestamp? = nil, target: ProfileTarget = ProfileTarget()
    ) {
        self.identifier = identifier
        self.version = version
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.target = target
    }
}

/// The devices that something is for.
package struct ProfileTarget: Hashable, Sendable {
    /// Machine identifiers, 32 lower-case hexadecimal digits each.
    package var machineIdentifiers: [String]
    /// Host names, in which `*` stands for any characters and `?` for one, in either case.
    package var hostNames: [String]

    /// All devices, unless some are named.
    package init(machineIdentifiers: [String] = [], hostNames: [String] = []) {
        self.machineIdentifiers = machineIdentifiers
        self.hostNames = hostNames
    }

    /// Whether `device` is one of them: one of the names is enough.
    package func includes(_ device: DeviceIdentity) -> Bool {
        if machineIdentifiers.isEmpty, hostNames.isEmpty { return true }
        let name = Array(device.hostName.lowercased().utf8)[...]
        return machineIdentifiers.contains(device.machineIdentifier ?? "")
            || hostNames.contains { Self.matches(name, Array($0.lowercased().utf8)[...]) }
    }

    private static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        // Where the last star was, and what it has taken so far: enough, since a later star can always
        // take what an earlier one could.
        var (text, pattern) = (text, pattern)
        var star: (text: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>)?
        while let character = text.first {
            if pattern.first == UInt8(ascii: "*") {
                pattern = pattern.dropFirst()
                star = (text, pattern)
            } else if pattern.first == character || pattern.first == UInt8(ascii: "?") {
                (text, pattern) = (text.dropFirst(), pattern.dropFirst())
            } else if let last = star {
                star = (last.text.dropFirst(), last.pattern)
                (text, pattern) = (last.text.dropFirst(), last.pattern)
            } else {
                return false
            }
        }
        return pattern.allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

/// Which device this is.
package struct DeviceIdentity: Hashable, Sendable {
    /// The machine identifier; nil where there is none.
    package let machineIdentifier: String?
    /// The host name.
    package let hostName: String

    package init(machineIdentifier: String?, hostName: String) {
        self.machineIdentifier = machineIdentifier
        self.hostName = hostName
    }
}
