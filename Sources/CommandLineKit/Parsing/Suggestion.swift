/// Finds what may have been meant by a word that names nothing.
package enum Suggestion {
    /// The candidate nearest to `word`: the only one it is the beginning of, or else the one with the
    /// fewest mistyped letters, if those are few for its length.
    package static func closest(to word: String, among candidates: some Sequence<String>) -> String?
    {
        let letters = Array(word.utf8)
        // Nobody mistypes a word this long, and the distance takes the product of both lengths.
        guard (1...64).contains(letters.count) else { return nil }
        let beginnings = candidates.filter { $0.utf8.starts(with: letters) }
        if beginnings.count == 1 { return beginnings[0] }

        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let distance = distance(letters, Array(candidate.utf8))
            let tolerated = max(1, min(letters.count, candidate.utf8.count) / 3)
            if distance <= tolerated, distance < best?.distance ?? .max {
                best = (distance, candidate)
            }
        }
        return best?.candidate
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours that lead from
    /// `a` to `b` (Damerau and Levenshtein, optimal string alignment).
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var current = [i + 1]
            for j in b.indices {
                let substitution = previous[j] + (a[i] == b[j] ? 0 : 1)
                var cost = min(substitution, previous[j + 1] + 1, current[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforePrevious[j - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
