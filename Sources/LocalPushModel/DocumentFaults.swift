/// What is wrong with a document, as far as it is wanted: whoever writes one wants to know all, whoever
/// uses one is done at the first.
package struct DocumentFaults {
    /// How many are kept before one ends the reading.
    private let limit: Int
    /// Those that did not end it, as they were found.
    package private(set) var kept: [DocumentError] = []

    /// - Parameter limit: How many faults are kept; the next one is thrown. With 0 that is the first.
    package init(limit: Int) { self.limit = limit }

    /// Keeps a fault; throws it when there are too many.
    package mutating func add(_ fault: DocumentError) throws(DocumentError) {
        guard kept.count < limit else { throw fault }
        kept.append(fault)
    }

    /// What `read` gives; nil when it throws a fault, which is kept. Inlined for those who stop at the first:
    /// reading a store of 10,000 profiles takes 4 % longer otherwise.
    @inline(__always)
    package mutating func value<Value>(
        _ read: () throws(DocumentError) -> Value
    ) throws(DocumentError) -> Value? {
        do { return try read() } catch {
            try add(error)
            return nil
        }
    }
}
