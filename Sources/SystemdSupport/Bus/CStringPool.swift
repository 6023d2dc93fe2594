/// Copies of texts for C, which live as long as this object.
@safe final class CStringPool {
    private var copies: [UnsafeMutableBufferPointer<CChar>] = unsafe []

    deinit { unsafe copies.forEach { unsafe $0.deallocate() } }

    /// A copy of `text` with a NUL at its end; NULs within it stay.
    func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
        _ = unsafe copy.initialize(from: text.utf8CString)
        unsafe copies.append(copy)
        return copy.baseAddress
    }

    /// Copies of `texts`, with a null pointer at their end.
    func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe texts.map { unsafe copy($0) } + [nil]
    }
}
