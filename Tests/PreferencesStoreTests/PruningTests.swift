import LocalPushModel
import PreferencesStore
import StrictJSON
import Testing

/// Which profiles an apply may remove again.
struct PruningTests {
    private func name(_ text: String) throws -> ProfileName { try ProfileName(text) }

    private func applied(_ names: String..., onto others: [String] = []) throws -> Preferences {
        var preferences = Preferences(profiles: try others.map { try profile($0) })
        preferences.apply(try names.map { try profile($0) }, pruning: .nothing)
        return preferences
    }

    @Test func `pruning removes what an earlier apply brought and nothing else`() throws {
        var preferences = try applied("a", "b", onto: ["hand"])
        preferences.apply([try profile("b")], pruning: .nothing)
        #expect(preferences.names == ["hand", "a", "b"])
        preferences.apply([try profile("b")], pruning: .applied)
        #expect(preferences.names == ["hand", "b"])
        preferences.apply([], pruning: .applied)
        #expect(preferences.names == ["hand"])
        preferences.apply([], pruning: .everything)
        #expect(preferences.names == [])
    }

    @Test func `a profile made by hand that the files name too, and alike, stays by hand`() throws {
        var preferences = try applied("a", onto: ["a"])
        #expect(preferences.applied.isEmpty)
        preferences.apply([], pruning: .applied)
        #expect(preferences.names == ["a"])
        preferences.apply([try profile("a", count: 1)], pruning: .nothing)
        preferences.apply([], pruning: .applied)
        #expect(preferences.names == [])
    }

    @Test func `changed by hand it stays the files' own; renamed, or made anew, it is not`() throws
    {
        var preferences = try applied("a", "b", "c")
        preferences.save(try profile("a", count: 1))
        preferences.save(try profile("z"), replacing: try name("b"))
        preferences.remove(try name("c"))
        preferences.save(try profile("c"))
        #expect(preferences.applied == [try name("a")])
        preferences.apply([], pruning: .applied)
        #expect(preferences.names == ["z", "c"])
    }

    @Test func `the store remembers what was applied`() throws {
        let scene = try Scene()
        try scene.change { $0.apply([try profile("b"), try profile("a")], pruning: .nothing) }
        #expect(try scene.text().hasPrefix("{\n  \"applied\": [\n    \"a\",\n    \"b\"\n  ],\n"))
        try scene.change { $0.apply([], pruning: .applied) }
        #expect(try scene.text().hasPrefix("{\n  \"formatVersion\": 1,\n"))
    }

    @Test func `a name that no profile has any more is forgotten, and one that is none refused`()
        throws
    {
        func text(_ names: String) throws -> [UInt8] {
            let profile = try profile("a").json.compactText
            return Array(
                #"{"applied":\#(names),"formatVersion":1,"generation":1,"profiles":[\#(profile)]}"#
                    .utf8)
        }
        #expect(try Preferences(parsing: text(#"["a","gone"]"#)).applied == [name("a")])
        #expect(throws: DocumentError.self) { try Preferences(parsing: text(#"["a b"]"#)) }
        #expect(throws: DocumentError.self) { try Preferences(parsing: text(#"[1]"#)) }
        #expect(throws: DocumentError.self) { try Preferences(parsing: text(#"{}"#)) }
    }
}

/// What becomes of each profile.
struct PreferencesDifferenceTests {
    private func words(from before: [Profile], to after: [Profile]) -> [String] {
        PreferencesDifference(
            from: Preferences(profiles: before), to: Preferences(profiles: after)
        ).changes.map { change in
            switch change {
            case .added(let profile): "+\(profile.name)"
            case .removed(let profile): "-\(profile.name)"
            case .changed(_, let profile): "~\(profile.name)"
            case .moved(let profile): ">\(profile.name)"
            case .signed(let profile, _): "^\(profile.name)"
            case .unchanged(let profile): "\(profile.name)"
            }
        }
    }

    @Test func `every profile is told of once, those that are gone last`() throws {
        let before = try ["a", "b", "c", "d"].map { try profile($0) }
        let after = [try profile("a"), try profile("c", count: 1), try profile("e")]
        #expect(words(from: before, to: after) == ["a", "~c", "+e", "-b", "-d"])
    }

    @Test func `what comes after what it came before is moved`() throws {
        let before = try ["a", "b", "c"].map { try profile($0) }
        let after = try ["c", "a", "b"].map { try profile($0) }
        #expect(words(from: before, to: after) == ["c", ">a", ">b"])
        #expect(words(from: before, to: before) == ["a", "b", "c"])
    }

    @Test func `a change moves nothing that stays in order`() throws {
        var preferences = Preferences(profiles: try ["a", "b", "x", "c"].map { try profile($0) })
        let before = preferences.profiles
        preferences.apply(
            [try profile("a"), try profile("b", count: 1), try profile("c")], pruning: .nothing)
        #expect(words(from: before, to: preferences.profiles) == ["a", "x", "~b", "c"])
    }
}
