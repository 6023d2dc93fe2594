/// The ids that were seen last, up to a number of them.
package struct RecentIDs: Hashable, Sendable {
    private let limit: Int
    /// A ring: once full, the oldest is at ``next``.
    private var ring: [String] = []
    private var next = 0
    private var known: Set<[UInt8]> = []

    /// Remembers up to `limit` ids.
    package init(limit: Int) { self.limit = limit }

    func contains(_ id: String) -> Bool { known.contains(Array(id.utf8)) }

    /// Remembers an id; one that is known already stays at its place. Returns whether it is new.
    @discardableResult
    package mutating func insert(_ id: String) -> Bool {
        guard known.insert(Array(id.utf8)).inserted else { return false }
        if ring.count < limit {
            ring.append(id)
        } else {
            known.remove(Array(ring[next].utf8))
            ring[next] = id
            next = (next + 1) % limit
        }
        return true
    }

    /// All of them, the oldest first.
    var all: [String] { Array(ring[next...] + ring[..<next]) }
}
