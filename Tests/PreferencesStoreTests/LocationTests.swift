import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import TestSupport
import Testing

struct LocationTests {
    @Test func `the system's store is in etc`() throws {
        let locations = try StoreLocations(of: .system, environment: [:])
        #expect(locations.preferences == "/etc/localpush/preferences.json")
        #expect(
            locations.managedFolders
                == [
                    "/etc/localpush/system.d", "/run/localpush/system.d",
                    "/usr/lib/localpush/system.d",
                ])
    }

    @Test(
        arguments: [
            (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x"), (["HOME": "/h"], "/h/.config"),
            (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config"),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config"),
        ] as [(Environment, String)])
    func `a user's store is in the configuration folder`(
        environment: Environment, folder: String
    ) throws {
        let locations = try StoreLocations(of: .user, environment: environment)
        #expect(locations.preferences == folder + "/localpush/preferences.json")
        #expect(locations.managedFolders.first == "/etc/localpush/user.d")
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]] as [Environment])
    func `without a home there is no user's store`(environment: Environment) {
        #expect(refusal { try StoreLocations(of: .user, environment: environment) } == .noHome)
    }

    @Test func `the folders to watch are those that files can appear in`() throws {
        let scene = try Scene()
        try FileSystem.makeFolder(scene.folder("etc"), mode: 0o755)
        let watched = scene.store.watchedFolders()
        #expect(watched.map(\.path) == [scene.folder.path, scene.folder("etc")])
        #expect(watched[0].concerns("preferences.json"))
        #expect(watched[0].concerns("run") && watched[0].concerns("lib"))
        #expect(!watched[0].concerns("etc") && !watched[0].concerns("other.json"))
        for name in [".lock", ".new", ".last-good"] {
            #expect(!watched[0].concerns("preferences.json" + name))
        }
        #expect(watched[1].concerns("a.json"))
        #expect(!watched[1].concerns("a.json~") && !watched[1].concerns(".a.json"))
    }

    @Test func `every link on the way to the store is watched`() throws {
        let scene = try Scene()
        try FileSystem.makeFolder(scene.folder("data"), mode: 0o755)
        try #require(symlink("data/real.json", scene.path) == 0)
        let watched = scene.store.watchedFolders()
        #expect(watched.map(\.path) == [scene.folder.path, scene.folder("data")])
        #expect(watched[0].concerns("preferences.json"))
        #expect(watched[1].concerns("real.json"))
    }

    @Test func `for a missing folder the nearest one above it is watched`() throws {
        let folder = try TemporaryFolder()
        let store = PreferencesStore(
            StoreLocations(
                scope: .user, preferences: folder("a/b/preferences.json"),
                managedFolders: [folder("a/user.d"), folder("x/y")]))
        let watched = store.watchedFolders()
        #expect(watched.map(\.path) == [folder.path])
        #expect(watched[0].concerns("a") && watched[0].concerns("x"))
        #expect(!watched[0].concerns("b"))
    }
}
