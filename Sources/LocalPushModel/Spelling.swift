/// What somebody may have meant by a word that is not known.
package enum Spelling {
    /// The candidate nearest to `word`, when one is near enough to be worth suggesting: the only one
    /// that it is the beginning of, or else at most one edit away for every three characters, letters
    /// of either case alike.
    package static func suggestion(for word: String, among candidates: [String]) -> String? {
        let completed = candidates.filter { !word.isEmpty && $0.utf8.starts(with: word.utf8) }
        if completed.count == 1 { return completed[0] }
        let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.candidate.count / 3) ? best.candidate : nil
    }

    /// The number of insertions, deletions, replacements and exchanges of neighbors that turn one
    /// word into the other (optimal string alignment), letters of either case alike.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased().unicodeScalars.prefix(64))
        let right = Array(right.lowercased().unicodeScalars.prefix(64))
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(
                    last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
