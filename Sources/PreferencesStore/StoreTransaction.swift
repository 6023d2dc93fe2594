package import LinuxSystem
import LocalPushModel

/// A change to a store, from the reading to the writing, with all other writers kept out.
///
/// Change ``preferences``, then call ``commit()``. A transaction that is dropped changes nothing.
package struct StoreTransaction: ~Copyable {
    /// What a transaction did to the store.
    package enum Outcome: Hashable, Sendable {
        /// The profiles are the same as before, and nothing was written.
        case unchanged(generation: Int)
        /// The change is on the disk, as this generation. Where the copy beside the store could not
        /// be brought up to date, `copyFailure` says why: the copy is then an older one.
        case saved(generation: Int, copyFailure: SystemError?)

        /// The generation that the store now has.
        package var generation: Int {
            switch self {
            case .unchanged(let generation), .saved(let generation, _): generation
            }
        }
    }

    /// What the store held at the start.
    package let before: Preferences
    /// What it is to hold.
    package var preferences: Preferences
    /// Signed files that its profiles are brought by, to be kept, by the digests of their contents.
    package var originals: [String: [UInt8]] = [:]

    private let file: StoreFile
    private let status: FileStatus?
    private let lock: StoreLock

    init(_ file: StoreFile, _ contents: StoreFile.Contents, lock: consuming StoreLock) {
        self.file = file
        self.lock = lock
        status = contents.status
        before = contents.preferences
        preferences = contents.preferences
    }

    /// Writes what has changed, if anything, and lets the next writer in.
    ///
    /// - Parameter patience: After which the change is taken back, unless it is confirmed; nil when it
    ///   needs no confirmation. See ``PendingRevert``.
    ///
    /// Throws ``StoreError/changedUnderneath(file:)``, ``StoreError/invalid(_:)``,
    /// ``StoreError/denied(_:)`` or ``StoreError/failed(_:)``; the store is then as it was, except
    /// that after a failed flush of the folder it is not known which of the two a power cut leaves.
    package consuming func commit(
        confirmingWithin patience: Duration? = nil
    ) throws(StoreError) -> Outcome {
        guard !preferences.hasSameProfiles(as: before) else {
            return .unchanged(generation: before.generation)
        }
        try lock.check()
        let next = before.followed(by: preferences)
        let contents = next.fileContents
        try Self.check(contents)
        try file.keepOriginals(originals, like: status)
        if let patience {
            let revert = PendingRevert(
                of: next.generation, to: before, patience: patience, now: WallClock.now)
            try file.keep(revert, like: status)
        }
        try file.replace(with: contents, over: status)
        // Those of a change that may yet be taken back are still needed.
        if patience == nil { file.dropOriginals(notIn: next) }
        var copyFailure: SystemError?
        do { try file.keepLastGood(contents, like: status) } catch { copyFailure = error }
        return .saved(generation: next.generation, copyFailure: copyFailure)
    }

    /// Makes sure that what is written can be read again: a configuration that was just not too deep
    /// in a file of its own can be too deep inside the store.
    static func check(_ contents: [UInt8]) throws(StoreError) {
        do throws(DocumentError) {
            _ = try Preferences(parsing: contents)
        } catch {
            throw .invalid(error)
        }
        guard contents.count <= Preferences.sizeLimit else {
            throw .invalid(
                DocumentError(
                    position: nil, key: "",
                    problem: "a store has at most \(Preferences.sizeLimit) bytes"))
        }
    }
}
