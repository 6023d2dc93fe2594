/// What the program tells its caller when it ends; 0 is success.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// 0 to 255; what a shell calls `$?`.
    package let rawValue: UInt8

    /// The status of this number.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Done, or nothing to do.
    package static let success = ExitStatus(rawValue: 0)
    /// Failed.
    package static let failure = ExitStatus(rawValue: 1)
    /// Bad usage or a bad value.
    package static let usage = ExitStatus(rawValue: 2)
}
