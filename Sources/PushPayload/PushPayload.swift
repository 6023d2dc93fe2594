package import LocalPushModel
package import StrictJSON

/// What a push says: a JSON object as Apple's push notification service takes it, whose `aps` is for
/// the system and whose other keys are for the app.
///
/// Source: Apple, "Generating a remote notification". Keys of `aps` that are not known are ignored, as
/// there.
package struct PushPayload: Hashable, Sendable {
    /// The most bytes of a payload.
    package static let largest = 4096
    /// The most bytes of a call's payload.
    package static let largestCall = 5120

    /// The whole payload as it came, the text of its numbers included: it is the app's.
    package let object: JSONObject

    /// `alert`: the text to show; nil for none.
    package var alert: PushAlert?
    /// `badge`: the number that the app's icon shows, 0 for none; nil leaves it as it is.
    package var badge: Int?
    /// `sound`; nil for none.
    package var sound: PushSound?
    /// `thread-id`: what notifications are grouped by.
    package var threadID: String?
    /// `category`: which actions the notification offers, as the app has declared them.
    package var category: String?
    /// `content-available`: whether the app is to be woken up in the background.
    package var isContentAvailable = false
    /// `mutable-content`: whether an extension of the app may change it. Nothing here does.
    package var isMutableContent = false
    /// `target-content-id`: the window that comes forward.
    package var targetContentID: String?
    /// `interruption-level`; nil where the sender leaves it open.
    package var interruptionLevel: InterruptionLevel?
    /// `relevance-score`: 0 to 1, by which summaries are sorted.
    package var relevanceScore: Double?

    /// Reads a payload. Throws for what is not a JSON object, has a value of the wrong type or out of
    /// its range in `aps`, which the error names, or has more than `limit` bytes.
    package init(
        parsing bytes: [UInt8], limit: Int = PushPayload.largest
    ) throws(DocumentError) {
        guard bytes.count <= limit else {
            throw DocumentError(
                position: nil, key: "",
                problem: "a payload has at most \(limit) bytes, this one \(bytes.count)")
        }
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw DocumentError(error) }
        try self.init(root)
    }

    /// Reads the payload that `node` is. Throws as ``init(parsing:limit:)`` does.
    package init(_ node: JSONNode) throws(DocumentError) {
        guard case .object(let object) = JSONValue(node) else {
            throw .expected("an object", found: node)
        }
        self.object = object
        if let aps = node["aps"] { try read(try PayloadReader(aps)) }
    }

    private mutating func read(_ aps: PayloadReader) throws(DocumentError) {
        if let node = aps.optional("alert") { alert = try PushAlert(node) }
        badge = try aps.integer("badge", in: 0...Int(Int32.max))
        if let node = aps.optional("sound") { sound = try PushSound(node) }
        threadID = try aps.text("thread-id")
        category = try aps.text("category")
        isContentAvailable = try aps.flag("content-available")
        isMutableContent = try aps.flag("mutable-content")
        targetContentID = try aps.text("target-content-id")
        interruptionLevel = try aps.choice("interruption-level", InterruptionLevel.init(rawValue:))
        relevanceScore = try aps.fraction("relevance-score")
    }
}

// MARK: What it asks for

extension PushPayload {
    /// Whether there is nothing for the user: it is for the app alone.
    package var isSilent: Bool { alert == nil && badge == nil && sound == nil }

    /// What the user is to see. A silent payload may carry another one in `payload`, with an `aps` of
    /// its own, which replaces the notification of the same ``replacementKey``: the pattern of
    /// UILocalNotification-RemotePayload, whose apps do by hand what is done here for them.
    ///
    /// Nil when there is nothing to see. Throws when the inner payload is wrong.
    package func visible() throws(DocumentError) -> PushPayload? {
        if alert != nil { return self }
        guard isSilent, let inner = object["payload"], inner["aps"] != nil else { return nil }
        // Read again from its own text, so that errors name keys of the inner payload.
        let payload = try PushPayload(parsing: Array(inner.compactText.utf8))
        return payload.alert == nil ? nil : payload
    }

    /// `id` beside `aps`, a number or a text: what a later notification replaces this one by. Written as
    /// in JSON, so that 1 is not "1"; nil where there is none.
    package var replacementKey: String? {
        switch object["id"] {
        case .number(let number)?: number.text
        case .string(let text)?: JSONValue.string(text).compactText
        default: nil
        }
    }
}

/// `interruption-level`: how much a notification may disturb.
package enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
    /// It waits in the list, without lighting the screen.
    case passive
    /// The usual one.
    case active
    /// It breaks through where the user allows that.
    case timeSensitive = "time-sensitive"
    /// It breaks through everything.
    case critical
}
