import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

struct RefusalTests {
    /// Expects that a store with these contents is neither read nor replaced.
    private func expectRefusal(
        of contents: String, position: (line: Int, column: Int)?,
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        let scene = try Scene()
        try scene.save("a")
        try scene.folder.write("preferences.json", contents)
        let before = try scene.status()
        for error in [refusal { try scene.store.load() }, refusal { try scene.save("b") }] {
            guard case .unreadable(let document, let lastGood) = error else {
                Issue.record("\(contents) gave \(String(describing: error))", sourceLocation: place)
                return
            }
            if let position {
                #expect(document.position?.line == position.line, sourceLocation: place)
                #expect(document.position?.column == position.column, sourceLocation: place)
            }
            #expect(document.file == scene.path)
            #expect(lastGood == scene.path + ".last-good")
        }
        #expect(try scene.text() == contents)
        #expect(try scene.status() == before)
        let copy = [UInt8](try scene.text("preferences.json.last-good").utf8)
        #expect(try Preferences(parsing: copy).names == ["a"])
    }

    @Test(arguments: [
        ("", 1, 1), ("\0\0\0\0", 1, 1), ("{\n  \"formatVersion\": 1,\n", 3, 1),
        ("{\n \"formatVersion\": 0}", 2, 19),
        ("{\"formatVersion\":1,\n\"generation\":1,\n\"generation\":1,\"profiles\":[]}", 3, 1),
        ("{\"formatVersion\":1,\"generation\":1,\"profiles\":[\n\n  {\"name\": 5}]}", 3, 12),
    ])
    func `a corrupt store is refused with its position and never replaced`(
        contents: String, line: Int, column: Int
    ) throws {
        try expectRefusal(of: contents, position: (line, column))
    }

    @Test func `a store that was cut off anywhere is refused`() throws {
        let whole = try profileStore()
        for length in stride(from: 0, to: whole.count - 2, by: 7) {
            try expectRefusal(
                of: String(decoding: whole.prefix(length), as: UTF8.self), position: nil)
        }
    }

    private func profileStore() throws -> [UInt8] {
        Preferences(generation: 1, profiles: [try profile("a"), try profile("b")]).fileContents
    }

    @Test func `the error names file, place and copy`() throws {
        let scene = try Scene()
        try scene.save("a")
        try scene.folder.write("preferences.json", "{\n]")
        let text = refusal { try scene.store.load() }?.description
        #expect(
            text
                == "\(scene.path):2:1: expected a key in double quotes, found ']'; correct the file, "
                + "or put the last good copy, \(scene.path).last-good, in its place")
    }

    @Test func `a newer format is refused without the advice to put an older copy in its place`()
        throws
    {
        let scene = try Scene()
        try scene.save("a")
        try scene.folder.write(
            "preferences.json", #"{"formatVersion": 2, "generation": {}, "more": []}"#)
        let text = try #require(refusal { try scene.store.load() }?.description)
        #expect(text.hasSuffix("use a newer localpush"))
        #expect(try scene.text().contains("more"))
    }

    @Test func `what is no regular file is refused`() throws {
        let scene = try Scene()
        try FileSystem.makeFolder(scene.path, mode: 0o755)
        guard case .failed = refusal({ try scene.store.load() }) else {
            Issue.record("a folder was taken for a store")
            return
        }
    }

    @Test func `a store whose lock is held is busy after the patience, and untouched`() throws {
        let scene = try Scene()
        try scene.save("a")
        let before = try scene.text()
        let holder = try scene.store.begin()
        #expect(
            refusal { try scene.store.begin(patience: .milliseconds(20)) }
                == .busy(lock: scene.path + ".lock"))
        #expect(try scene.text() == before)
        #expect(holder.preferences.names == ["a"])
    }

    @Test func `a reader does not wait for a writer`() throws {
        let scene = try Scene()
        try scene.save("a")
        let holder = try scene.store.begin()
        #expect(try scene.store.load().names == holder.preferences.names)
    }

    @Test func `a file that another program wrote meanwhile is left as it is`() throws {
        let scene = try Scene()
        try scene.save("a")
        for replaces in [true, false] {
            let foreign = String(decoding: Preferences(generation: 9).fileContents, as: UTF8.self)
            let error = refusal {
                try scene.change {
                    $0.save(try profile("b"))
                    if replaces { try FileSystem.remove(scene.path) }
                    try scene.folder.write("preferences.json", foreign + (replaces ? "" : " "))
                }
            }
            #expect(error == .changedUnderneath(file: scene.path))
            #expect(try scene.text().hasPrefix(foreign))
            #expect(throws: SystemError.self) { try scene.status("preferences.json.new") }
        }
    }
}
