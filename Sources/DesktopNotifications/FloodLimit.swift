/// Keeps a burst of messages from filling the screen and from ringing without end. Servers show as many
/// notifications as they are given: dunst 65 at once.
struct FloodLimit<ID: Hashable> {
    /// The most notifications on the screen; when one more comes, the oldest goes.
    private let mostOpen: Int
    /// The least time between two sounds.
    private let soundPause: Duration
    /// Those on the screen, the oldest first.
    private(set) var open: [ID] = []
    private var lastSound: Duration?

    init(mostOpen: Int, soundPause: Duration = .seconds(1)) {
        self.mostOpen = mostOpen
        self.soundPause = soundPause
    }

    /// Whether a sound at `now` would be one too many; when not, it counts as made.
    mutating func isMuted(at now: Duration) -> Bool {
        if let lastSound, now - lastSound < soundPause { return true }
        lastSound = now
        return false
    }

    /// One is on the screen, or again. Returns the one that has to go.
    mutating func show(_ id: ID, staysOpen: Bool) -> ID? {
        open.removeAll { $0 == id }
        guard !staysOpen else { return nil }
        open.append(id)
        return open.count > mostOpen ? open.removeFirst() : nil
    }

    /// One is gone.
    mutating func close(_ id: ID) { open.removeAll { $0 == id } }

    /// All are gone.
    mutating func closeAll() { open = [] }
}
