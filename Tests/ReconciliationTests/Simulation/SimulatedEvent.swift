import LocalPushModel
import Reconciliation

/// Something that happens to a simulated device. Indices name one of the few interfaces, SSIDs,
/// profiles and providers that a simulation has.
enum SimulatedEvent: Hashable {
    case join(interface: Int, ssid: Int)
    case associate(interface: Int, ssid: Int)
    case lose(interface: Int)
    case blockRadio(interface: Int)
    case removeInterface(interface: Int)
    case saveProfile(Int, ssids: [Int], provider: Int, port: Int, isEnabled: Bool)
    case removeProfile(Int)
    case manageProfile(Int, ssids: [Int], provider: Int)
    case unmanageProfile(Int)
    case installProvider(Int, understandsMessages: Bool, version: Int)
    case breakProvider(Int)
    case uninstallProvider(Int)
    case request(AgentRequest, profile: Int)
    case crash(provider: Int)
    case sleep
    case wake
    case pass(milliseconds: Int)

    static let interfaces = 2
    static let ssids = 4
    static let profiles = 5
    static let providers = 2

    /// An event at random; time passes most often.
    static func random(using random: inout SeededRandom) -> SimulatedEvent {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        func someSSIDs() -> [Int] {
            (0..<Self.ssids).filter { _ in below(2) == 0 } + [Self.ssids - 1]
        }
        switch below(100) {
        case 0..<16: return .join(interface: below(interfaces), ssid: below(ssids))
        case 16..<20: return .associate(interface: below(interfaces), ssid: below(ssids))
        case 20..<32: return .lose(interface: below(interfaces))
        case 32..<34: return .blockRadio(interface: below(interfaces))
        case 34..<36: return .removeInterface(interface: below(interfaces))
        case 36..<46:
            return .saveProfile(
                below(profiles), ssids: Array(Set(someSSIDs())).sorted(),
                provider: below(providers),
                port: below(3), isEnabled: below(4) != 0)
        case 46..<48: return .removeProfile(below(profiles))
        case 48..<50:
            return .manageProfile(
                below(profiles), ssids: Array(Set(someSSIDs())).sorted(), provider: below(providers)
            )
        case 50..<52: return .unmanageProfile(below(profiles))
        case 52..<56:
            return .installProvider(
                below(providers), understandsMessages: below(4) != 0, version: below(2))
        case 56..<57: return .breakProvider(below(providers))
        case 57..<58: return .uninstallProvider(below(providers))
        case 58..<64:
            let request = AgentRequest.allCases[below(AgentRequest.allCases.count)]
            return .request(request, profile: below(profiles))
        case 64..<68: return .crash(provider: below(providers))
        case 68..<69: return .sleep
        case 69..<71: return .wake
        case 71..<85: return .pass(milliseconds: below(400))
        case 85..<98: return .pass(milliseconds: below(8_000))
        default: return .pass(milliseconds: below(120_000))
        }
    }
}
