import LocalPushModel
import PreferencesStore

/// Any bytes are either refused, or preferences that are written as they read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard var preferences = try? Preferences(parsing: bytes) else { return 0 }
    check(preferences)
    let before = preferences
    preferences.apply(preferences.profiles, pruning: .everything)
    precondition(preferences.hasSameProfiles(as: before))
    for profile in before.profiles { preferences.save(profile) }
    precondition(preferences.hasSameProfiles(as: before))
    preferences.apply(before.profiles.reversed(), pruning: .nothing)
    precondition(preferences.profiles == before.profiles.reversed())
    check(preferences)
    for profile in before.profiles { precondition(preferences.remove(profile.name)) }
    precondition(preferences.profiles.isEmpty)
    return 0
}

private func check(_ preferences: Preferences) {
    guard let again = try? Preferences(parsing: preferences.fileContents) else {
        preconditionFailure("what was written cannot be read")
    }
    precondition(again.hasSameProfiles(as: preferences))
    precondition(again.generation == preferences.generation)
    precondition(again.fileContents == preferences.fileContents)
}
