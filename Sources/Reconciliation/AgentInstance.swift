/// One run of an agent, from its launch to its end. Numbers are never used again, so that what is
/// still on its way from an earlier run cannot be taken for news of the present one.
package struct AgentInstance: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Counts up from 1 within the life of a reconciler.
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }

    package static func < (left: AgentInstance, right: AgentInstance) -> Bool {
        left.number < right.number
    }

    package var description: String { "agent \(number)" }
}
