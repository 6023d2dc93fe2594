import CCrypto

/// What libcrypto or libssl could not do, in words for a log.
package struct CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was attempted, as a verb for people: "sign a certificate".
    package let operation: String
    /// The library's own words; empty where it gave none.
    package let reason: String

    init(_ operation: String, _ reason: String) {
        self.operation = operation
        self.reason = reason
    }

    /// The error of the call that this thread has just made. Empties the thread's queue of errors.
    static func last(_ operation: String) -> CryptoError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        let reason = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
        return CryptoError(operation, reason ?? "")
    }

    /// "cannot sign a certificate: no start line".
    package var description: String {
        "cannot \(operation)" + (reason.isEmpty ? "" : ": \(reason)")
    }
}

/// Makes a call of OpenSSL's that returns 1 when it did its work.
func succeed(_ operation: String, _ result: Int32) throws(CryptoError) {
    if result != 1 { throw .last(operation) }
}

/// What a call of OpenSSL's made, unless it returned nothing.
@unsafe func made<Value>(_ operation: String, _ value: Value?) throws(CryptoError) -> Value {
    guard let value else { throw .last(operation) }
    return value
}
