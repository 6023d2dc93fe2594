import LocalPushModel
import PreferencesStore
import StrictJSON
import TestSupport
import Testing

/// A fleet's store.
struct ScaleTests {
    @Test(.timeLimit(.minutes(2)))
    func `10,000 profiles are kept, and applying them again writes nothing`() throws {
        let scene = try Scene()
        let profiles = try (0..<10_000).map { number -> Profile in
            var profile = try profile("ship-\(number)", count: number)
            profile.matchSSIDs = ["Cruise Ship \(number) Wi-Fi", "Staff \(number)", "\u{E9}"]
                .compactMap { SSID(text: $0) }
            profile.localizedDescription = "Messages and calls aboard ship number \(number)"
            return profile
        }
        #expect(try scene.change { $0.apply(profiles, pruning: .everything) }.generation == 1)
        #expect(try scene.store.load().profiles == profiles)
        let before = try scene.status()
        let again = try scene.change { $0.apply(profiles, pruning: .nothing) }
        #expect(again == .unchanged(generation: 1))
        #expect(try scene.status() == before)
    }
}
