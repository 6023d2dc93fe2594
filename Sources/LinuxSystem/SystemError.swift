import Glibc

/// A call to the system that failed: what was attempted, on what, and the error number.
package struct SystemError: Error, Hashable, Sendable {
    /// What was attempted, as a verb for people: "open", "rename".
    package let operation: String

    /// What it was attempted on, usually a path, unescaped; nil where there is no more to say.
    package let subject: String?

    /// The error number, as in errno(3).
    package let errno: Int32

    /// What says more than the system's words for the error number.
    private let explanation: String?

    /// An error with an error number that is known.
    ///
    /// - Parameter reason: what there is to say in place of the system's own words.
    package init(
        _ operation: String, _ subject: String? = nil, errno: Int32, reason: String? = nil
    ) {
        self.operation = operation
        self.subject = subject
        self.errno = errno
        explanation = reason
    }

    /// The error of the call that this thread has just made.
    static func last(_ operation: String, _ subject: String? = nil) -> SystemError {
        SystemError(operation, subject, errno: Glibc.errno)
    }

    /// Why it failed, by default in the system's own words for the error number: "Permission denied".
    package var reason: String {
        if let explanation { return explanation }
        return unsafe String(cString: strerror(errno))
    }

    /// The same reason, told of another attempt.
    func retold(_ operation: String, _ subject: String) -> SystemError {
        SystemError(operation, subject, errno: errno, reason: explanation)
    }
}

extension SystemError: CustomStringConvertible {
    /// "cannot open /x: Permission denied". The subject is as it was given: escape it for people.
    package var description: String {
        "cannot \(operation)\(subject.map { " " + $0 } ?? ""): \(reason)"
    }
}

/// Makes a call that returns -1 on failure, again as long as a signal interrupts it.
///
/// Throws what the error number says, under the name of `operation` and `subject`.
@discardableResult
func retrying<Result: FixedWidthInteger>(
    _ operation: String, _ subject: @autoclosure () -> String? = nil, _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        if errno != EINTR { throw .last(operation, subject()) }
    }
}

/// Refuses a text with a NUL, which would end early where C reads it. Throws EINVAL.
func checkForNUL(_ text: String, _ operation: String) throws(SystemError) {
    if text.utf8.contains(0) { throw SystemError(operation, text, errno: EINVAL) }
}
