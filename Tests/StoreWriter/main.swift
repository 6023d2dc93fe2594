// Saves profiles, for tests that kill it or run many of it: StoreWriter FILE NAME COUNT [confirm|revert]
//
// With `confirm` each change awaits its confirmation, and is then confirmed or, with `revert`, taken back.
// Each of COUNT changes (0: endlessly) adds one to `count` in the profile "total", as it was read,
// and sets the `count` of the profile NAME to the same. The generation follows on standard output
// once it is on the disk. Ends with 1 and the error on standard error when a change fails, and with 2
// when it is not told what to do.

import Glibc
import LinuxSystem
import LocalPushModel
import PreferencesStore
import StrictJSON

func profile(_ name: String, count: Int) throws -> Profile {
    Profile(
        name: try ProfileName(name), matchSSIDs: [SSID(text: "Deck 3")].compactMap(\.self),
        providerBundleIdentifier: try BundleIdentifier("com.example.Provider"),
        providerConfiguration: ["count": .number(JSONNumber(count))])
}

func count(of profile: Profile?) -> Int {
    guard case .number(let number) = profile?.providerConfiguration["count"] else { return 0 }
    return number.integer ?? 0
}

let settling = CommandLine.arguments.dropFirst(4).first

func write(to store: PreferencesStore, name: String) throws -> Int {
    var transaction = try store.begin(patience: .seconds(60))
    let total = count(of: transaction.preferences[try ProfileName("total")]) + 1
    transaction.preferences.save(try profile("total", count: total))
    transaction.preferences.save(try profile(name, count: total))
    let patience = settling == nil ? nil : Duration.seconds(3600)
    let generation = try transaction.commit(confirmingWithin: patience).generation
    switch settling {
    case "confirm": _ = try store.confirm()
    case "revert": _ = try store.revert()
    default: break
    }
    return generation
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let limit = Int(arguments[3]) else { exit(2) }
do {
    let output = FileDescriptor(owning: 1)
    let store = PreferencesStore(
        StoreLocations(scope: .user, preferences: arguments[1], managedFolders: []))
    var done = 0
    while limit == 0 || done < limit {
        let generation = try write(to: store, name: arguments[2])
        try output.writeAll(Array("\(generation)\n".utf8))
        done += 1
    }
} catch {
    try? FileDescriptor(owning: 2).writeAll(Array("\(error)\n".utf8))
    exit(1)
}
