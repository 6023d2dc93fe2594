import LocalPushModel
import PreferencesStore
import StrictJSON
import Testing

struct PreferencesTests {
    private func preferences(_ names: String...) throws -> Preferences {
        Preferences(generation: 7, profiles: try names.map { try profile($0) })
    }

    private func profiles(_ names: String..., changed: String? = nil) throws -> [Profile] {
        try names.map { try profile($0, count: $0 == changed ? 1 : 0) }
    }

    @Test func `a real change moves a profile to the end`() throws {
        var preferences = try preferences("a", "b", "c")
        preferences.save(try profile("a", count: 1))
        #expect(preferences.names == ["b", "c", "a"])
        preferences.save(try profile("new"))
        #expect(preferences.names == ["b", "c", "a", "new"])
    }

    @Test func `saving what is there already changes nothing`() throws {
        var preferences = try preferences("a", "b")
        preferences.save(try profile("a"))
        #expect(preferences.names == ["a", "b"])
        #expect(preferences.hasSameProfiles(as: try self.preferences("a", "b")))
    }

    @Test func `a description that differs only in composition is a real change`() throws {
        var composed = try profile("a")
        composed.localizedDescription = "\u{E9}"
        var decomposed = composed
        decomposed.localizedDescription = "e\u{301}"
        var preferences = Preferences(profiles: [composed, try profile("b")])
        preferences.save(decomposed)
        #expect(preferences.names == ["b", "a"])
    }

    @Test func `a renamed profile takes the place of the old one at the end`() throws {
        var preferences = try preferences("a", "b", "c")
        preferences.save(try profile("z"), replacing: try ProfileName("a"))
        #expect(preferences.names == ["b", "c", "z"])
    }

    @Test func `a removed profile is gone and the others keep their order`() throws {
        var preferences = try preferences("a", "b", "c")
        #expect(preferences.remove(try ProfileName("b")))
        #expect(!preferences.remove(try ProfileName("b")))
        #expect(preferences.names == ["a", "c"])
    }

    @Test func `applying keeps the order of the input`() throws {
        var preferences = try preferences("a", "b", "c")
        preferences.apply(try profiles("c", "new", "a"), pruning: .nothing)
        #expect(preferences.names == ["b", "c", "new", "a"])
    }

    @Test func `applying what is there in that order changes nothing`() throws {
        var preferences = try preferences("a", "x", "b", "y", "c")
        preferences.apply(try profiles("a", "b", "c"), pruning: .nothing)
        #expect(preferences.names == ["a", "x", "b", "y", "c"])
    }

    @Test func `applying moves what follows the first change, not what comes before it`() throws {
        var preferences = try preferences("a", "b", "x", "c")
        preferences.apply(try profiles("a", "b", "c", changed: "b"), pruning: .nothing)
        #expect(preferences.names == ["a", "x", "b", "c"])
        #expect(preferences.profiles[2].providerConfiguration["count"] == 1)
    }

    @Test func `applying with pruning leaves the input and nothing else`() throws {
        var preferences = try preferences("x", "a", "b", "y")
        preferences.apply(try profiles("b", "a"), pruning: .everything)
        #expect(preferences.names == ["b", "a"])
        preferences.apply([], pruning: .everything)
        #expect(preferences.profiles.isEmpty)
    }

    @Test(arguments: 0..<200)
    func `applying a second time changes nothing, and the input is in order`(_: Int) throws {
        let names = ["a", "b", "c", "d", "e", "f"]
        let start = try names.shuffled().prefix(.random(in: 0...6)).map { try profile($0) }
        let input = try names.shuffled().prefix(.random(in: 0...6))
            .map { try profile($0, count: .random(in: 0...1)) }
        let pruning = Bool.random()
        var once = Preferences(profiles: start)
        once.apply(input, pruning: pruning ? .everything : .nothing)
        #expect(once.profiles.filter { input.map(\.name).contains($0.name) } == input)
        let kept = pruning ? [] : start.filter { !input.map(\.name).contains($0.name) }
        #expect(once.profiles.filter { !input.map(\.name).contains($0.name) } == kept)
        var twice = once
        twice.apply(input, pruning: pruning ? .everything : .nothing)
        #expect(twice.hasSameProfiles(as: once))
    }
}
