import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

struct StoreTests {
    @Test func `a store that is missing holds nothing, and reading does not make it`() throws {
        let scene = try Scene()
        #expect(try scene.store.load().generation == 0)
        #expect(try scene.store.load().profiles.isEmpty)
        #expect(try FileSystem.names(in: scene.folder.path) == [])
    }

    @Test func `every change is the next generation`() throws {
        let scene = try Scene()
        try scene.save("a", "b")
        let preferences = try scene.store.load()
        #expect(preferences.generation == 2)
        #expect(preferences.names == ["a", "b"])
        #expect(try Preferences(parsing: [UInt8](scene.text().utf8)).generation == 2)
    }

    @Test func `a new store is for its owner alone, whatever the umask`() throws {
        let scene = try Scene()
        try scene.save("a")
        for name in ["", ".lock", ".last-good"] {
            #expect(try scene.status("preferences.json" + name).permissions == 0o600)
        }
    }

    @Test func `missing folders are made`() throws {
        let folder = try TemporaryFolder()
        for (scope, mode) in [(Scope.user, 0o700), (.system, 0o755)] as [(Scope, UInt32)] {
            let path = folder("\(scope.rawValue)/localpush/preferences.json")
            let store = PreferencesStore(
                StoreLocations(scope: scope, preferences: path, managedFolders: []))
            var transaction = try store.begin()
            transaction.preferences.save(try profile("a"))
            #expect(try transaction.commit() == .saved(generation: 1, copyFailure: nil))
            #expect(try FileStatus(of: folder("\(scope.rawValue)")).permissions == mode)
            #expect(try FileStatus(of: folder("\(scope.rawValue)/localpush")).permissions == mode)
        }
    }

    @Test func `a change that changes nothing writes nothing`() throws {
        let scene = try Scene()
        try scene.save("a", "b")
        let (before, copy) = (try scene.status(), try scene.status("preferences.json.last-good"))
        var transaction = try scene.store.begin()
        transaction.preferences.save(try profile("c"))
        transaction.preferences.remove(try ProfileName("c"))
        transaction.preferences.save(try profile("a"))
        transaction.preferences.apply([try profile("a"), try profile("b")], pruning: .everything)
        #expect(try transaction.commit() == .unchanged(generation: 2))
        #expect(try scene.status() == before)
        #expect(try scene.status("preferences.json.last-good") == copy)
    }

    @Test func `a transaction that is dropped changes nothing and lets others in`() throws {
        let scene = try Scene()
        try scene.save("a")
        let before = try scene.text()
        do {
            var transaction = try scene.store.begin()
            transaction.preferences.save(try profile("b"))
        }
        #expect(try scene.text() == before)
        try scene.save("c")
        #expect(try scene.store.load().names == ["a", "c"])
    }

    @Test func `the copy beside the store has what was last written`() throws {
        let scene = try Scene()
        try scene.save("a")
        try scene.save("a", count: 1)
        #expect(try scene.text("preferences.json.last-good") == scene.text())
        #expect(try scene.status("preferences.json.last-good").identity != scene.status().identity)
        #expect(
            try FileSystem.names(in: scene.folder.path)
                == ["preferences.json", "preferences.json.last-good", "preferences.json.lock"])
    }

    @Test func `what a killed writer left half-written does not matter`() throws {
        let scene = try Scene()
        try scene.folder.write("preferences.json.new", "{\"formatVersion\":1,\"gener", mode: 0o444)
        try scene.save("a")
        #expect(try scene.store.load().names == ["a"])
    }

    @Test func `the existing mode is kept`() throws {
        let scene = try Scene()
        try scene.save("a")
        for mode in [0o640, 0o644, 0o400] as [UInt32] {
            try FileDescriptor.open(scene.path, 0).changeMode(mode)
            try scene.save("a", count: Int(mode))
            #expect(try scene.status().permissions == mode)
            #expect(try scene.status("preferences.json.last-good").permissions == mode)
        }
    }

    @Test func `a change that could not be read again is refused`() throws {
        let scene = try Scene()
        try scene.save("a")
        let before = try scene.text()
        var deep = try profile("b")
        // 510 deep in a profile of its own; the store adds two.
        let text = String(repeating: "[", count: 509) + String(repeating: "]", count: 509)
        deep.providerConfiguration["deep"] = try JSONValue(parsing: [UInt8](text.utf8))
        _ = try Profile(JSONDocument(parsing: [UInt8](deep.json.compactText.utf8)).root)
        let refusal = refusal { try scene.change { $0.save(deep) } }
        guard case .invalid(let error) = refusal else {
            Issue.record("a store was written that cannot be read")
            return
        }
        #expect(error.problem.contains("nest deeper"))
        #expect(try scene.text() == before)
    }
}
