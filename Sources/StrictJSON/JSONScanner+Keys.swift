extension JSONScanner {
    /// Up to how many keys are compared each with each, which needs no memory.
    private static let fewKeys = 12

    /// Refuses an object that has one key twice. Keys are the same when the bytes they stand for
    /// are, however they are written.
    func checkKeys(of object: Int, count: Int) throws(JSONSyntaxError) {
        if count <= Self.fewKeys {
            try comparePairs(of: object)
        } else {
            try collectKeys(of: object, count: count)
        }
    }

    private func comparePairs(of object: Int) throws(JSONSyntaxError) {
        let end = Int(tape[object].next)
        var key = object + 1
        while key < end {
            var earlier = object + 1
            while earlier < key {
                if isSameKey(tape[earlier], tape[key]) { throw duplicate(key, of: earlier) }
                earlier = Int(tape[earlier + 1].next)
            }
            key = Int(tape[key + 1].next)
        }
    }

    private func collectKeys(of object: Int, count: Int) throws(JSONSyntaxError) {
        var seen: [KeyBytes: Int] = [:]
        seen.reserveCapacity(count)
        let end = Int(tape[object].next)
        var key = object + 1
        while key < end {
            let earlier = seen.updateValue(key, forKey: KeyBytes(bytes: value(of: tape[key])))
            if let earlier { throw duplicate(key, of: earlier) }
            key = Int(tape[key + 1].next)
        }
    }

    private func isSameKey(_ one: TapeEntry, _ other: TapeEntry) -> Bool {
        if !one.hasEscapes, !other.hasEscapes {
            guard one.contents.count == other.contents.count else { return false }
        }
        return value(of: one) == value(of: other)
    }

    private func value(of key: TapeEntry) -> ArraySlice<UInt8> {
        let contents = bytes[key.contents]
        return key.hasEscapes ? StringEscapes.decoded(contents)[...] : contents
    }

    private func duplicate(_ key: Int, of earlier: Int) -> JSONSyntaxError {
        let name = JSONValue.string(String(decoding: value(of: tape[key]), as: UTF8.self))
        let first = JSONPosition(of: Int(tape[earlier].start), in: bytes)
        return failure(
            "the key \(name.compactText) was given before, at \(first)", at: Int(tape[key].start))
    }
}

/// The bytes of a key, hashed in one go. The hash is seeded anew in every process, so no one can
/// choose keys that collide.
private struct KeyBytes: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
