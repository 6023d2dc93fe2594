/// Swift compares strings by canonical equivalence: a composed "é" equals a decomposed one. Keys
/// and values in JSON are the same only when their bytes are.
extension String {
    /// Whether both have the same UTF-8 bytes.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether this sorts before `other` by their UTF-8 bytes, which is by Unicode scalars.
    package func hasBytesBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
