import LinuxSystem
import LocalPush
import LocalPushModel
import PreferencesStore
import ProviderCatalog
import TestSupport
import Testing

@Suite struct AppPushManagerTests {
    let folder: TemporaryFolder
    let domain: PreferencesDomain

    init() throws {
        folder = try TemporaryFolder()
        let locations = StoreLocations(
            scope: .user, preferences: folder("preferences.json"),
            managedFolders: [folder("user.d")], policyFile: folder("policy.json"))
        domain = PreferencesDomain(
            store: PreferencesStore(locations),
            providers: ProviderCatalog(
                ProviderLocations(
                    scope: .user, folders: [folder("providers")],
                    owner: ProcessIdentity.effectiveUser)))
    }

    private func manager(_ description: String? = nil, ssid: String = "Ship") -> AppPushManager {
        let manager = AppPushManager(in: domain)
        manager.matchSSIDs = [ssid]
        manager.providerBundleIdentifier = "com.myexample.SimplePush.Provider"
        manager.providerConfiguration = ["host": "ship.example.com", "n": 0.5]
        manager.localizedDescription = description
        manager.isEnabled = true
        return manager
    }

    private func save(_ manager: AppPushManager) -> AppPushManagerError.Code? {
        var code: AppPushManagerError.Code?
        manager.saveToPreferences { code = ($0 as? AppPushManagerError)?.code }
        return code
    }

    private func all(in domain: PreferencesDomain? = nil) -> [AppPushManager] {
        var all: [AppPushManager] = []
        AppPushManager.loadAll(in: domain ?? self.domain) { managers, error in
            #expect(error == nil)
            all = managers
        }
        return all
    }

    @Test func `what is saved is loaded, and changed under the name it has`() throws {
        #expect(all().isEmpty)
        let manager = manager("Messages aboard: déjà vu")
        manager.matchSSIDBytes = [[0xFF, 0]]
        #expect(save(manager) == nil)
        #expect(manager.profileName == "messages-aboard-d-j-vu")
        let loaded = try #require(all().first)
        #expect(loaded.matchSSIDs == ["Ship"])
        #expect(loaded.matchSSIDBytes == [[0xFF, 0]])
        #expect(loaded.providerBundleIdentifier == "com.myexample.SimplePush.Provider")
        #expect(loaded.providerConfiguration == ["host": "ship.example.com", "n": 0.5])
        #expect(loaded.localizedDescription == "Messages aboard: déjà vu")
        #expect(loaded.isEnabled && !loaded.isActive && !loaded.isManaged)
        loaded.localizedDescription = "Another"
        #expect(save(loaded) == nil)
        #expect(all().map(\.profileName) == ["messages-aboard-d-j-vu"])
        manager.loadFromPreferences { #expect($0 == nil) }
        #expect(manager.localizedDescription == "Another")
    }

    @Test func `several configurations get names of their own, the same again none`() {
        let names = [manager(), manager(ssid: "Other"), manager(), manager("A"), manager("#")]
            .map { manager in
                #expect(save(manager) == nil)
                return manager.profileName
            }
        let base = "com.myexample.simplepush.provider"
        #expect(names == [base, "\(base)-2", base, "a", "profile"])
        #expect(all().count == 4)
    }

    @Test func `what is no configuration is not saved`() {
        let changes: [(AppPushManager) -> Void] = [
            { $0.matchSSIDs = [] }, { $0.matchSSIDs = ["a", "a"] },
            { $0.matchSSIDs = [String(repeating: "x", count: 33)] },
            { $0.providerBundleIdentifier = nil }, { $0.matchEthernet = true },
            { $0.providerConfiguration = ["host": "no host"] },
            { $0.providerConfiguration = ["host": 1] },
            { $0.providerConfiguration = ["password": ["$credential": "../x"]] },
        ]
        for change in changes {
            let manager = manager()
            change(manager)
            #expect(save(manager) == .configurationInvalid)
        }
        #expect(all().isEmpty)
    }

    @Test func `what was never saved, or is gone, cannot be loaded or removed`() {
        let manager = manager()
        var codes: [AppPushManagerError.Code?] = []
        let note = { (error: (any Error)?) in codes.append((error as? AppPushManagerError)?.code) }
        manager.loadFromPreferences(completionHandler: note)
        manager.removeFromPreferences(completionHandler: note)
        #expect(save(manager) == nil)
        manager.removeFromPreferences(completionHandler: note)
        manager.removeFromPreferences(completionHandler: note)
        let gone = AppPushManagerError.Code.configurationNotLoaded
        #expect(codes == [gone, gone, nil, gone])
        #expect(AppPushManagerError.Code.allCases.map(\.rawValue) == [1, 2, 3, 4])
    }

    @Test func `a store that cannot be read is an internal error`() throws {
        try folder.write("preferences.json", "{")
        var code: AppPushManagerError.Code?
        AppPushManager.loadAll(in: domain) { code = ($1 as? AppPushManagerError)?.code }
        #expect(code == .internalError)
        #expect(save(manager()) == .internalError)
    }

    @Test func `the administrator's configurations are read only, and their names are not taken`()
        throws
    {
        try FileSystem.makeFolders(folder("user.d"), mode: 0o755)
        try folder.write(
            "user.d/a.json",
            #"{"name":"a","matchSSIDs":["S"],"providerBundleIdentifier":"com.example.P"}"#)
        let managed = try #require(all().first)
        #expect(managed.isManaged)
        #expect(save(managed) == .configurationInvalid)
        let own = manager("A")
        #expect(save(own) == nil)
        #expect(own.profileName == "a-2")
    }

    @Test func `a device that takes signed profiles only takes no configuration from a program`()
        throws
    {
        let known = manager("Known")
        #expect(save(known) == nil)
        try folder.write("policy.json", #"{"requireSigned": true}"#)
        let new = manager("New")
        var words = ""
        new.saveToPreferences { words = $0.map { "\($0)" } ?? "" }
        #expect(words == "this device takes signed profiles only")
        #expect(save(new) == .configurationInvalid && new.profileName == nil)
        #expect(save(known) == nil, "nothing is changed")
        known.isEnabled = false
        #expect(save(known) == nil)
        known.matchSSIDs = ["Other"]
        #expect(save(known) == .configurationInvalid)
        #expect(all().map(\.matchSSIDs) == [["Ship"]])
        known.removeFromPreferences { #expect($0 == nil) }
        try folder.write("policy.json", "{")
        #expect(save(new) == .internalError)
        #expect(all().isEmpty)
    }

    @Test func `an app sees the configurations of its own providers`() throws {
        #expect(save(manager()) == nil)
        var own = domain
        own.app = "com.myexample.SimplePush"
        #expect(all(in: own).isEmpty)
        try FileSystem.makeFolders(folder("providers"), mode: 0o755)
        try folder.write(
            "providers/com.myexample.SimplePush.Provider.json",
            """
            {"bundleIdentifier": "com.myexample.SimplePush.Provider", "executable": ["/bin/true"],
             "containingApp": "com.myexample.SimplePush"}
            """)
        #expect(all(in: own).count == 1)
        own.app = "com.example.Other"
        #expect(all(in: own).isEmpty)
    }
}
