import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import TestSupport
import Testing

struct ManagedProfilesTests {
    private func scene() throws -> Scene {
        let scene = try Scene()
        for folder in ["etc", "run", "lib"] {
            try FileSystem.makeFolder(scene.folder(folder), mode: 0o755)
        }
        return scene
    }

    private func names(_ scene: Scene) -> [String] {
        scene.store.managedProfiles().profiles.map(\.profile.name.text)
    }

    @Test func `folders that are missing or empty hold no profiles`() throws {
        #expect(names(try Scene()) == [])
        #expect(names(try scene()) == [])
        #expect(try scene().store.managedProfiles().invalidFiles == [])
    }

    @Test func `profiles come from all folders, sorted by file name`() throws {
        let scene = try scene()
        try scene.folder.write("lib/a.json", profileText("a"))
        try scene.folder.write("etc/c.json", profileText("c"))
        try scene.folder.write("run/b.json", profileText("b"))
        #expect(names(scene) == ["a", "b", "c"])
        #expect(
            scene.store.managedProfiles().profiles.map(\.file)
                == ["lib/a.json", "run/b.json", "etc/c.json"].map { scene.folder($0) })
    }

    @Test func `of files of one name the one in the first folder counts`() throws {
        let scene = try scene()
        for (number, folder) in ["lib", "run", "etc"].enumerated() {
            try scene.folder.write("\(folder)/a.json", profileText("a", count: number))
            let managed = scene.store.managedProfiles()
            #expect(managed.profiles.map(\.file) == [scene.folder("\(folder)/a.json")])
            #expect(managed.profiles.map(\.profile) == [try profile("a", count: number)])
        }
    }

    @Test func `a link to dev null masks the files below`() throws {
        let scene = try scene()
        try scene.folder.write("lib/a.json", profileText("a"))
        try scene.folder.write("lib/b.json", profileText("b"))
        try #require(symlink("/dev/null", scene.folder("run/a.json")) == 0)
        #expect(names(scene) == ["b"])
        #expect(scene.store.managedProfiles().invalidFiles == [])
        try scene.folder.write("etc/a.json", profileText("a"))
        #expect(names(scene) == ["a", "b"])
    }

    @Test func `a bad file is reported and skipped, and the others stay in force`() throws {
        let scene = try scene()
        try scene.folder.write("etc/a.json", "{\n  \"name\": \"a\",\n  \"nmae\": 1\n}")
        try scene.folder.write("lib/a.json", profileText("a"))
        try scene.folder.write("etc/b.json", profileText("b"))
        try FileSystem.makeFolder(scene.folder("etc/c.json"), mode: 0o755)
        try #require(symlink("nowhere", scene.folder("etc/d.json")) == 0)
        try #require(mkfifo(scene.folder("etc/e.json"), 0o644) == 0)
        #expect(names(scene) == ["b"])
        let invalid = scene.store.managedProfiles().invalidFiles
        #expect(invalid.map(\.name) == ["a", "c", "d", "e"])
        #expect(invalid.first?.file == scene.folder("etc/a.json"))
        #expect(invalid.first?.problem.hasPrefix("line 3, column 3: nmae: unknown key") == true)
    }

    @Test func `a file must hold the profile that its name says`() throws {
        let scene = try scene()
        try scene.folder.write("etc/a.json", profileText("b"))
        #expect(names(scene) == [])
        #expect(
            scene.store.managedProfiles().invalidFiles.map(\.problem)
                == ["line 6, column 11: name: the profile in this file must be called \"a\""])
    }

    @Test func `other files are ignored`() throws {
        let scene = try scene()
        for name in ["a", "a.json~", ".a.json", ".json", "README", "a.json.new", "a.JSON"] {
            try scene.folder.write("etc/\(name)", "not a profile")
        }
        #expect(names(scene) == [])
        #expect(scene.store.managedProfiles().invalidFiles == [])
    }

    @Test func `a file that is too large is reported`() throws {
        let scene = try scene()
        try scene.folder.write("etc/a.json", String(repeating: " ", count: 1 << 20) + "{}")
        #expect(scene.store.managedProfiles().invalidFiles.map(\.problem) == ["File too large"])
    }

    @Test func `a stored profile of the same name is shadowed`() throws {
        let scene = try scene()
        try scene.save("a", "b")
        try scene.folder.write("etc/a.json", profileText("a", count: 5))
        let set = scene.store.look().profileSet()
        #expect(set.profiles.map(\.profile.name.text) == ["a", "b", "a"])
        #expect(set.profiles.map(\.isShadowed) == [true, false, false])
        #expect(set.profiles.map(\.origin.word) == ["stored", "stored", "managed"])
    }

    @Test func `managed profiles stay in force while the store cannot be read`() throws {
        let scene = try scene()
        try scene.save("a")
        let before = try scene.store.load()
        try scene.folder.write("etc/b.json", profileText("b"))
        try scene.folder.write("preferences.json", "{")
        let look = scene.store.look()
        #expect(throws: StoreError.self) { try look.stored.get() }
        #expect(look.profileSet().profiles.map(\.profile.name.text) == ["b"])
        #expect(look.profileSet(orStored: before).profiles.map(\.profile.name.text) == ["a", "b"])
    }

    @Test(.enabled(if: isRoot, "the rule is root's"))
    func `root does not use managed profiles that others could change`() throws {
        let scene = try scene()
        try scene.folder.write("etc/a.json", profileText("a"), mode: 0o664)
        try scene.folder.write("etc/b.json", profileText("b"))
        try scene.folder.write("run/c.json", profileText("c"))
        try #require(chmod(scene.folder("run"), 0o777) == 0)
        #expect(names(scene) == ["b"])
        #expect(scene.store.managedProfiles().invalidFiles.map(\.name) == ["run", "a"])
    }
}
