import LocalPushModel
import StrictJSON

/// Any bytes are either refused with a reason that is safe to show, or a profile or manifest. What a
/// profile is written as reads back as the same profile.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let root = try? JSONDocument(parsing: bytes).root else { return 0 }
    do { check(try Profile(root)) } catch { check(error) }
    do { _ = try ProviderManifest(root) } catch { check(error) }
    return 0
}

private func check(_ profile: Profile) {
    let text = profile.json.prettyText
    guard let again = try? Profile(JSONDocument(parsing: [UInt8](text.utf8)).root) else {
        preconditionFailure("what was written cannot be read: \(text)")
    }
    precondition(again.isEquivalent(to: profile))
    precondition(again.json == profile.json)
}

private func check(_ error: DocumentError) {
    for scalar in error.description.unicodeScalars {
        precondition(scalar.properties.generalCategory != .control, "\(error)")
    }
}
