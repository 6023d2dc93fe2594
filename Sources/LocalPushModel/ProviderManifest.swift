/// What an installed provider says of itself: the file `BUNDLE-ID.json` in a provider folder.
package struct ProviderManifest: Hashable, Sendable {
    /// How the service talks to the provider's agent.
    package enum Kind: Hashable, Sendable {
        /// It speaks the session protocol on its standard input and output.
        case session(executable: [String])
        /// Any program: started is running, stop is SIGTERM.
        case simple(executable: [String])
        /// A unit that systemd starts and stops.
        case systemd(unit: String)

        /// The word for it in a manifest.
        package var word: String {
            switch self {
            case .session: "session"
            case .simple: "simple"
            case .systemd: "systemd"
            }
        }
    }

    package let bundleIdentifier: BundleIdentifier
    package let kind: Kind
    /// The app that takes the provider's calls, which is also its D-Bus name.
    package let containingApp: BundleIdentifier?
    /// What the provider uses the local network for, for people to read.
    package let localNetworkUsageDescription: String?
    /// The service types that the provider looks for, as `_simplepush._tcp`.
    package let bonjourServices: [String]
    /// The user that the agent runs as, in system scope; nil in user scope.
    package let user: String?

    package init(
        bundleIdentifier: BundleIdentifier, kind: Kind, containingApp: BundleIdentifier? = nil,
        localNetworkUsageDescription: String? = nil, bonjourServices: [String] = [],
        user: String? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.kind = kind
        self.containingApp = containingApp
        self.localNetworkUsageDescription = localNetworkUsageDescription
        self.bonjourServices = bonjourServices
        self.user = user
    }

    /// The unit that systemd runs; nil for a program.
    package var unit: String? {
        if case .systemd(let unit) = kind { unit } else { nil }
    }

    /// The program and its arguments; nil for one that systemd runs.
    package var executable: [String]? {
        switch kind {
        case .session(let executable), .simple(let executable): executable
        case .systemd: nil
        }
    }
}
