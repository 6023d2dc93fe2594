import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import TestSupport
import Testing

struct LinkTests {
    /// A store whose path is a link to `target`.
    private func scene(linkedTo target: String) throws -> Scene {
        let scene = try Scene()
        try FileSystem.makeFolder(scene.folder("data"), mode: 0o755)
        try #require(symlink(target, scene.path) == 0)
        return scene
    }

    @Test(arguments: ["data/real.json", "./data/../data/real.json"])
    func `a link stays a link, and what it leads to is replaced`(target: String) throws {
        let scene = try scene(linkedTo: target)
        try scene.save("a")
        try scene.save("b")
        #expect(try FileSystem.target(ofLink: scene.path) == target)
        #expect(try scene.status("data/real.json").kind == .file)
        #expect(try scene.store.load().names == ["a", "b"])
        #expect(
            try FileSystem.names(in: scene.folder("data"))
                == ["real.json", "real.json.last-good", "real.json.lock"])
        #expect(try FileSystem.names(in: scene.folder.path) == ["data", "preferences.json"])
    }

    @Test func `two paths to one store share its lock`() throws {
        let scene = try scene(linkedTo: "data/real.json")
        let direct = PreferencesStore(
            StoreLocations(
                scope: .user, preferences: scene.folder("data/real.json"), managedFolders: []))
        let holder = try direct.begin()
        guard case .busy = refusal({ try scene.store.begin(patience: .zero) }) else {
            Issue.record("two writers at one store")
            return
        }
        #expect(holder.preferences.profiles.isEmpty)
    }

    @Test func `links in a circle are refused`() throws {
        let scene = try scene(linkedTo: "preferences.json")
        #expect(refusal { try scene.store.load() } != nil)
        #expect(refusal { try scene.save("a") } != nil)
        #expect(try scene.status().kind == .symbolicLink)
    }

    @Test(.enabled(if: isRoot, "only root can give files away"))
    func `the existing group is kept`() throws {
        let scene = try Scene()
        try scene.save("a")
        try #require(chown(scene.path, 0, 4242) == 0)
        try scene.save("b")
        #expect(try scene.status().group == 4242)
        #expect(try scene.status("preferences.json.last-good").group == 4242)
    }

    @Test(.enabled(if: isRoot, "the rule is root's"))
    func `root refuses a path that others could change`() throws {
        for harm in ["owner", "mode", "folder"] {
            let scene = try Scene()
            try scene.save("a")
            switch harm {
            case "owner": try #require(chown(scene.path, 4242, 0) == 0)
            case "mode": try #require(chmod(scene.path, 0o620) == 0)
            default: try #require(chmod(scene.folder.path, 0o777) == 0)
            }
            for error in [refusal { try scene.store.load() }, refusal { try scene.save("b") }] {
                guard case .unsafePath = error else {
                    Issue.record("\(harm): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test(.enabled(if: isRoot, "the rule is root's"))
    func `root uses what is its own in a sticky folder`() throws {
        let scene = try Scene()
        try scene.save("a")
        try #require(chmod(scene.folder.path, 0o1777) == 0)
        #expect(try scene.store.load().names == ["a"])
    }
}
