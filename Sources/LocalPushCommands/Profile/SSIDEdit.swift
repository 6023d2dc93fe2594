import CommandLineKit
import LocalPushModel

/// One change to the SSIDs of a profile. Adding one that is there, and removing one that is not, change
/// nothing, so that a script may run twice.
enum SSIDEdit: Equatable {
    case add(SSID)
    case remove(SSID)

    func apply(to ssids: inout [SSID]) {
        switch self {
        case .add(let ssid): if !ssids.contains(ssid) { ssids.append(ssid) }
        case .remove(let ssid): ssids.removeAll { $0 == ssid }
        }
    }
}

extension Conversion<SSIDEdit> {
    static func added(_ ssid: Conversion<SSID>) -> Conversion { ssid.map { .add($0) } }
    static func removed(_ ssid: Conversion<SSID>) -> Conversion { ssid.map { .remove($0) } }
}
