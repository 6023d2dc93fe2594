package import LocalPushModel
package import StrictJSON

/// One line of a timeline: what happens to a device's Wi-Fi, and when.
///
/// A person writes `{"at": 90, "interface": "wlan0", "ssid": "Deck 3"}`; what `monitor --json` prints is
/// one as well.
package struct TimelineEntry: Sendable {
    /// When something happens.
    package enum Moment: Hashable, Sendable {
        /// So long after the start of the timeline.
        case offset(Duration)
        /// At a time of day.
        case time(Timestamp)
    }

    /// What happens.
    package enum Happening: Hashable, Sendable {
        /// This is what there is on an interface from then on.
        case network(NetworkObservation)
        /// The interface of that name is gone.
        case interfaceRemoved(String)
        /// These are all the interfaces there are.
        case networks([NetworkObservation])
        /// The device goes to sleep.
        case sleep
        /// The device wakes up.
        case wake
    }

    package let moment: Moment
    /// The device, where a timeline is of several.
    package let device: String?
    package let happening: Happening

    /// The entry that this object describes; nil for an event of `monitor` that says nothing of Wi-Fi.
    /// Throws at the first thing that is wrong.
    package init?(_ node: JSONNode) throws(DocumentError) {
        let any = ObjectReader(anyKeysOf: node)
        guard node.kind == .object else { throw .expected("an object", found: node) }
        device = try any.optionalString("device")
        guard let event = try any.optionalString("event") else {
            moment = try Self.moment(any)
            happening = try Self.written(node)
            return
        }
        guard let recorded = try Self.recorded(event, node) else { return nil }
        moment = try Self.moment(any)
        happening = recorded
    }
}

// MARK: When

extension TimelineEntry {
    private static func moment(_ reader: ObjectReader) throws(DocumentError) -> Moment {
        let node: JSONNode
        if let time = reader.optional("time") {
            node = time
        } else {
            node = try reader.required("at")
        }
        if let number = node.numberText {
            guard let offset = seconds(number) else {
                throw DocumentError(at: node, "expected seconds from the start, such as 90 or 2.5")
            }
            return .offset(offset)
        }
        let text = try node.text()
        do { return .time(try Timestamp(text)) } catch {
            throw DocumentError(at: node, error.problem)
        }
    }

    /// Up to a million days, to the nanosecond.
    private static func seconds(_ text: String) -> Duration? {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first.flatMap({ Int64($0) }), (0...86_400_000_000).contains(whole)
        else { return nil }
        let fraction = parts.count == 2 ? (parts[1] + "000000000").prefix(9) : "0"
        guard let nanoseconds = Int64(fraction) else { return nil }
        return .seconds(whole) + .nanoseconds(nanoseconds)
    }
}

// MARK: What

extension TimelineEntry {
    private static let keys = [
        "at", "time", "device", "interface", "state", "ssid", "ssidHex", "bssid", "protected",
    ]

    /// What a person writes.
    private static func written(_ node: JSONNode) throws(DocumentError) -> Happening {
        let reader = try ObjectReader(node, keys: keys)
        let ssid = try self.ssid(reader)
        let state = try self.state(reader) ?? (ssid == nil ? .disconnected : .joined)
        if state == .absent { return .interfaceRemoved(try interface(reader)) }
        if state == .joined, ssid == nil {
            throw DocumentError(at: node, "a joined network needs \"ssid\" or \"ssidHex\"")
        }
        return .network(try observation(reader, state, ssid))
    }

    /// What `monitor --json` printed, which may have keys that are new.
    private static func recorded(
        _ event: String, _ node: JSONNode
    ) throws(DocumentError) -> Happening? {
        let reader = ObjectReader(anyKeysOf: node)
        switch event {
        case "network": return .network(try recordedNetwork(reader))
        case "networkRemoved": return .interfaceRemoved(try interface(reader))
        case "status":
            var networks: [NetworkObservation] = []
            for node in try reader.elements("networks") {
                networks.append(try recordedNetwork(ObjectReader(anyKeysOf: node)))
            }
            return .networks(networks)
        case "sleep": return .sleep
        case "wake": return .wake
        default: return nil
        }
    }

    /// A network that has just been lost is one that is not joined: its grace period is the
    /// simulation's own business.
    private static func recordedNetwork(
        _ reader: ObjectReader
    ) throws(DocumentError) -> NetworkObservation {
        let state = try self.state(reader) ?? .disconnected
        guard state != .leaving else { return try observation(reader, .disconnected, nil) }
        let ssid = try self.ssid(reader)
        return try observation(reader, state == .joined && ssid == nil ? .associated : state, ssid)
    }

    private static func observation(
        _ reader: ObjectReader, _ state: NetworkState, _ ssid: SSID?
    ) throws(DocumentError) -> NetworkObservation {
        let bssid = reader.optional("bssid")
        return NetworkObservation(
            interface: try interface(reader), interfaceIndex: 0, state: state,
            ssid: state == .disconnected || state == .radioOff ? nil : ssid,
            bssid: bssid?.kind == .null ? nil : try bssid?.text(),
            isProtected: try reader.bool("protected", absent: false))
    }

    private static func interface(_ reader: ObjectReader) throws(DocumentError) -> String {
        try reader.optionalString("interface") ?? "wlan0"
    }

    private static func state(_ reader: ObjectReader) throws(DocumentError) -> NetworkState? {
        guard let node = reader.optional("state") else { return nil }
        let text = try node.text()
        if let state = NetworkState(rawValue: text) { return state }
        let names = NetworkState.allCases.map(\.rawValue)
        let hint = Spelling.suggestion(for: text, among: names).map { "; did you mean \"\($0)\"?" }
        throw DocumentError(
            at: node, "no state" + (hint ?? "; there are \(names.joined(separator: ", "))"))
    }

    /// Recorded lines have the text null where it is none, and the octets besides.
    private static func ssid(_ reader: ObjectReader) throws(DocumentError) -> SSID? {
        if let node = reader.optional("ssidHex"), node.kind != .null {
            guard let ssid = SSID(hex: try node.text()) else {
                throw DocumentError(at: node, "expected 1 to 32 octets in hexadecimal digits")
            }
            return ssid
        }
        guard let node = reader.optional("ssid"), node.kind != .null else { return nil }
        return try SSID(node)
    }
}
