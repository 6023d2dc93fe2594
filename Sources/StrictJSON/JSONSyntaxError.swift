/// Why, and where, a text is not the JSON that this module takes.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// Where in the bytes the problem is, from 0. It can be just past the last byte.
    package let offset: Int

    /// The same place as people count.
    package let position: JSONPosition

    /// What is wrong, without the place, safe to show on a terminal: what it quotes is escaped.
    package let problem: String

    init(_ problem: String, at offset: Int, in bytes: [UInt8]) {
        self.offset = offset
        self.problem = problem
        position = JSONPosition(of: offset, in: bytes)
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// "line 3, column 7: expected ':' after a key, found '}'".
    package var description: String { "\(position): \(problem)" }
}
