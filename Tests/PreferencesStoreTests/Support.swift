import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport

/// A profile that differs from others of its name by `count` in its configuration.
func profile(_ name: String, count: Int = 0) throws -> Profile {
    Profile(
        name: try ProfileName(name), matchSSIDs: [SSID(text: "Deck 3")].compactMap(\.self),
        providerBundleIdentifier: try BundleIdentifier("com.example.Provider"),
        providerConfiguration: ["count": .number(JSONNumber(count))])
}

/// The text of a file that holds such a profile.
func profileText(_ name: String, count: Int = 0) throws -> String {
    try profile(name, count: count).json.prettyText
}

extension Preferences {
    /// The names in save order.
    var names: [String] { profiles.map(\.name.text) }
}

/// A store in a folder of its own.
struct Scene {
    let folder: TemporaryFolder
    let store: PreferencesStore

    /// - Parameter preferences: the store's path in the folder.
    init(preferences: String = "preferences.json") throws {
        folder = try TemporaryFolder()
        store = PreferencesStore(
            StoreLocations(
                scope: .user, preferences: folder(preferences),
                managedFolders: ["etc", "run", "lib"].map { [folder] in folder($0) }))
    }

    var path: String { store.locations.preferences }

    /// Makes one change.
    @discardableResult
    func change(
        _ edit: (inout Preferences) throws -> Void
    ) throws -> StoreTransaction.Outcome {
        var transaction = try store.begin()
        try edit(&transaction.preferences)
        return try transaction.commit()
    }

    /// Saves profiles of these names, one change each.
    func save(_ names: String..., count: Int = 0) throws {
        for name in names {
            try change { $0.save(try profile(name, count: count)) }
        }
    }

    /// The text of a file in the folder.
    func text(_ name: String = "preferences.json") throws -> String {
        String(decoding: try FileSystem.read(folder(name), limit: 1 << 30), as: UTF8.self)
    }

    func status(_ name: String = "preferences.json") throws -> FileStatus {
        try FileStatus(of: folder(name), followingLinks: false)
    }
}

/// What `body` is refused with.
func refusal<Result: ~Copyable>(_ body: () throws -> Result) -> StoreError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? StoreError
    }
}

let isRoot = ProcessIdentity.effectiveUser == 0
