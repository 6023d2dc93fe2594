import LocalPushModel

/// One configuration of an app: on these networks, run this provider with this configuration. The
/// counterpart of Apple's `NEAppPushManager`, and the same thing as a profile of `localpush profile`.
///
/// An app may have as many as it likes. Of several that match the network for one provider the one saved
/// last is used; the others stay as they are, and are ``isActive`` when it goes. (Apple switches them
/// off.)
///
/// All managers belong to one thread, that of the ``AppPushApplication`` where there is one. Completion
/// handlers are called before the method returns; a method that changes the store waits, at most 10 s,
/// while another program changes it.
public final class AppPushManager {
    /// The SSIDs of the networks, as text: each stands for its UTF-8 bytes, 1 to 32, compared byte for
    /// byte. With ``matchSSIDBytes`` at least one, none twice.
    public var matchSSIDs: [String] = []

    /// The SSIDs that are not UTF-8, as octets.
    public var matchSSIDBytes: [[UInt8]] = []

    /// Whether the provider is to run on Ethernet. Reserved: a configuration with true cannot be saved.
    public var matchEthernet = false

    /// The provider's bundle identifier, as `com.myexample.SimplePush.Provider`.
    public var providerBundleIdentifier: String?

    /// What the provider is given, unchanged. `host`, when there is one, has to be a host name, an IPv4 or
    /// an IPv6 address.
    public var providerConfiguration: PropertyList = [:]

    /// What people see the configuration as.
    public var localizedDescription: String?

    /// Whether the configuration takes part at all; false at first.
    public var isEnabled = false

    /// Whether the provider runs for this configuration, as the service says.
    ///
    /// It is asked when the configuration is loaded, and while an ``AppPushApplication`` runs whenever the
    /// service tells of a change on the session's bus. When the service ends its agents end, and this is
    /// false; when it is there again it is asked again. A program without an application, or one of root
    /// outside a session, has to load the configuration again to know.
    public internal(set) var isActive = false {
        didSet { if isActive != oldValue { isActiveDidChange?(isActive) } }
    }

    /// Called when ``isActive`` has changed, with the new value: before a method that loads returns, and
    /// in the thread that runs the ``AppPushApplication``. The manager has to be kept for that, as one with
    /// a ``delegate`` is.
    public var isActiveDidChange: ((_ isActive: Bool) -> Void)?

    /// Takes the calls of this configuration's provider. Not kept alive by the manager; the manager is
    /// kept alive as long as its delegate lives.
    public weak var delegate: (any AppPushDelegate)? {
        didSet { if delegate != nil { ManagerRegistry.current.add(self) } }
    }

    /// The name of the profile; nil until it is saved or loaded. See ``saveToPreferences(completionHandler:)``
    /// for how a name comes about.
    public internal(set) var profileName: String?

    /// Whether the configuration came from the administrator; such a one cannot be saved or removed.
    public internal(set) var isManaged = false

    let domain: PreferencesDomain?

    /// A configuration that is not saved yet.
    public convenience init() { self.init(in: nil) }

    /// A configuration that is not saved yet, of another domain than the process's.
    package init(in domain: PreferencesDomain?) {
        self.domain = domain
        if domain == nil { ManagerRegistry.current.note(self) }
    }

    deinit { ManagerRegistry.current.forget(self) }

    /// What the administrator who issued the profile says of it, which an app leaves as it is.
    private var issue: ProfileIssue?

    /// Takes over what a profile says.
    func take(_ installed: InstalledProfile, isActive: Bool) {
        let profile = installed.profile
        profileName = profile.name.text
        matchSSIDs = profile.matchSSIDs.compactMap(\.text)
        matchSSIDBytes = profile.matchSSIDs.filter { $0.text == nil }.map(\.bytes)
        providerBundleIdentifier = profile.providerBundleIdentifier.text
        providerConfiguration = PropertyList(profile.providerConfiguration)
        localizedDescription = profile.localizedDescription
        isEnabled = profile.isEnabled
        issue = profile.issue
        if case .managed = installed.origin { isManaged = true } else { isManaged = false }
        self.isActive = isActive
    }

    /// The configuration as a profile called `name`. Throws what is wrong with it.
    func profile(named name: ProfileName) throws(InvalidValue) -> Profile {
        guard !matchEthernet else { throw InvalidValue("matchEthernet is reserved") }
        if let host = providerConfiguration["host"] {
            guard let host = host.string else { throw InvalidValue("host has to be a text") }
            try Host.validate(host)
        }
        return Profile(
            name: name, localizedDescription: localizedDescription, matchSSIDs: try ssids(),
            providerBundleIdentifier: try BundleIdentifier(providerBundleIdentifier ?? ""),
            providerConfiguration: providerConfiguration.json, isEnabled: isEnabled,
            issue: issue)
    }

    private func ssids() throws(InvalidValue) -> [SSID] {
        var ssids: [SSID] = []
        for bytes in matchSSIDs.map({ Array($0.utf8) }) + matchSSIDBytes {
            guard let ssid = SSID(bytes: bytes) else {
                throw InvalidValue("an SSID has 1 to 32 octets, this one has \(bytes.count)")
            }
            guard !ssids.contains(ssid) else {
                throw InvalidValue("the SSID \(ssid) is listed twice")
            }
            ssids.append(ssid)
        }
        guard !ssids.isEmpty else { throw InvalidValue("at least one SSID is needed") }
        return ssids
    }
}
