import CommandConsole
import CommandLineKit
import LocalPushModel
import MessageLines
import StrictJSON
import WirelessLink

/// `ssid`: prints what the device is connected to.
struct ShowSSID: Command {
    var interface: String?
    var isWatching = false
    var output = OutputOptions()

    static let name = "ssid"
    static let summary = "Print the SSID of the joined network"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                An SSID is bytes. On a terminal it is escaped: what is not a printable character \
                appears as \\xNN, a backslash as \\\\. Into a pipe or a file go the very bytes and \
                nothing else; the SSIDs of several networks are divided by line feeds.
                """,
                """
                With --watch a line is printed now and at every change, an empty one while the device is \
                not connected.
                """,
            ],
            options: [
                .value(
                    "--interface", \.interface,
                    .text("INTERFACE", completion: .found(.interfaces)),
                    "Look at this Wi-Fi interface only."),
                .flag(
                    "--watch", \.isWatching, "Print again whenever it changes, until interrupted."),
                .flag(
                    "--json", \.output.isJSON,
                    "Print all networks as one JSON document; with --watch one object a line."),
            ],
            examples: [
                Example("localpush ssid --interface wlan0", "Print the SSID of one interface"),
                Example("localpush match \"$(localpush ssid)\"", "See what would run here"),
            ],
            exitStatuses: [
                ExitStatusSpec(.notActive, "Not connected, the radio being off included"),
                ExitStatusSpec(.notFound, "No such interface, or no Wi-Fi at all"),
                .denied,
            ])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let wireless = context.outside.wireless()
        if isWatching { return try watch(wireless, context.console) }
        let networks: [NetworkObservation]
        do throws(WirelessError) { networks = try look(wireless) } catch {
            // Where there is no Wi-Fi at all, that there are no networks is the answer.
            if output.isJSON, error == .noWirelessSupport {
                try context.console.print(Self.json([]))
            }
            throw error
        }
        if output.isJSON {
            try context.console.print(Self.json(networks))
        } else {
            try print(networks, context.console)
        }
        if networks.contains(where: { $0.joinedSSID != nil }) { return .success }
        throw problem(networks)
    }

    private func watch(_ wireless: some WirelessSource, _ console: Console) throws -> ExitStatus {
        wireless.startWatching()
        var last: Look?
        while true {
            let found = Look { () throws(WirelessError) in try look(wireless) }
            if !isSame(found, as: last) {
                switch found {
                case .success(let networks): try report(networks, console)
                case .failure(let error): console.note(error.description)
                }
            }
            last = found
            try wireless.waitForChange()
        }
    }

    private typealias Look = Result<[NetworkObservation], WirelessError>

    /// Whether what is printed of one look is what is printed of the other.
    private func isSame(_ found: Look, as last: Look?) -> Bool {
        if output.isJSON { return found == last }
        return found.map(Self.distinct) == last?.map(Self.distinct)
    }

    private func report(_ networks: [NetworkObservation], _ console: Console) throws {
        if output.isJSON { return try console.printStreamed(Self.json(networks)) }
        try print(networks, console)
        let isConnected = networks.contains { $0.joinedSSID != nil }
        if !console.isTerminal || !isConnected { try console.write([10]) }
        try console.flush()
    }

    private func look(_ wireless: some WirelessSource) throws(WirelessError) -> [NetworkObservation]
    {
        let networks = try wireless.look()
        guard let interface else { return networks }
        return networks.filter { $0.interface.utf8.elementsEqual(interface.utf8) }
    }

    private static func json(_ networks: [NetworkObservation]) -> JSONValue {
        ["networks": .array(networks.map { .object($0.json) })]
    }

    /// Prints the SSIDs, each once: escaped lines on a terminal, otherwise the bytes with line feeds
    /// between.
    private func print(_ networks: [NetworkObservation], _ console: Console) throws {
        let distinct = Self.distinct(networks)
        guard console.isTerminal else {
            return try console.write(distinct.map(\.bytes).joined(separator: [10]))
        }
        for ssid in distinct { try console.print(SafeText.escaped(ssid.bytes)) }
    }

    private static func distinct(_ networks: [NetworkObservation]) -> [SSID] {
        var distinct: [SSID] = []
        for ssid in networks.compactMap(\.joinedSSID) where !distinct.contains(ssid) {
            distinct.append(ssid)
        }
        return distinct
    }

    /// Why there is no SSID to print.
    private func problem(_ networks: [NetworkObservation]) -> Failure {
        guard networks.isEmpty else {
            let states = networks.map(NetworkWords.sentence).joined(separator: "; ")
            return Failure(.notActive, states, advice: NetworkWords.advice(networks))
        }
        guard let interface else {
            return Failure(
                .notFound, "there is no Wi-Fi interface",
                advice: ["See what is missing: localpush doctor"])
        }
        return Failure(
            .notFound, "there is no Wi-Fi interface \(SafeText.quoted(interface))",
            advice: ["List the interfaces there are: localpush ssid --json"])
    }
}
