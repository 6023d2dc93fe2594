/// Why a text is not a value of some type, in words for the person who wrote it.
package struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right, without the name of the key or option it was given for.
    package let problem: String

    package init(_ problem: String) {
        self.problem = problem
    }

    package var description: String { problem }
}
