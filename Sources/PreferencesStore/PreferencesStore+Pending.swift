import LinuxSystem
import LocalPushModel

extension PreferencesStore {
    /// How a change that awaited its confirmation ended.
    package enum Settlement: Hashable, Sendable {
        /// No change awaits it: there was none, or it was taken back before.
        case nothingPending
        /// The change stays.
        case confirmed(generation: Int)
        /// What was before is in its place, as this generation.
        case reverted(generation: Int)
    }

    /// The change that awaits its confirmation now; nil when none does. Nothing is taken back by
    /// looking.
    package func pendingRevert() throws(StoreError) -> PendingRevert? {
        let file = try StoreFile(at: locations.preferences)
        // Most stores have none, and then the store itself need not be read.
        guard (try? FileStatus(of: file.pending)) != nil else { return nil }
        return try file.pendingRevert(of: try file.read().preferences.generation)
    }

    /// Makes a change that awaits its confirmation stay. One whose time is over is taken back instead.
    package func confirm(patience: Duration = .seconds(10)) throws(StoreError) -> Settlement {
        try settle(patience: patience) { $0.remaining(at: WallClock.now) == .zero }
    }

    /// Takes back a change that awaits its confirmation, now.
    package func revert(patience: Duration = .seconds(10)) throws(StoreError) -> Settlement {
        try settle(patience: patience) { _ in true }
    }

    private func settle(
        patience: Duration, reverting isTakenBack: (PendingRevert) -> Bool
    ) throws(StoreError) -> Settlement {
        let file = try StoreFile(at: locations.preferences)
        guard try pendingRevert() != nil else { return .nothingPending }
        let lock = try StoreLock(of: file, in: locations.scope, patience: patience)
        try lock.check()
        let contents = try file.read()
        let generation = contents.preferences.generation
        guard let pending = try file.pendingRevert(of: generation) else { return .nothingPending }
        if isTakenBack(pending) {
            let now = try file.revert(pending, from: contents)
            return .reverted(generation: now.preferences.generation)
        }
        try file.forgetPending()
        file.dropOriginals(notIn: contents.preferences)
        return .confirmed(generation: generation)
    }
}

extension PreferencesStore {
    /// Throws what saving `next` would throw, as far as that can be known without writing.
    package func rehearse(_ next: Preferences) throws(StoreError) {
        let file = try StoreFile(at: locations.preferences)
        if let pending = try pendingRevert(), pending.remaining(at: WallClock.now) > .zero {
            throw .awaitsConfirmation(until: WallClock.text(pending.deadline))
        }
        do throws(SystemError) { try file.checkWritable() } catch { throw StoreError(error) }
        try StoreTransaction.check(next.fileContents)
    }
}

extension StoreFile {
    /// What the file holds, once a change whose time for confirmation is over is taken back. Throws
    /// when one still awaits it: whatever came on top would be lost with it. The lock must be held.
    func readSettled() throws(StoreError) -> Contents {
        let contents = try read()
        let pending = try pendingRevert(of: contents.preferences.generation)
        guard let pending else {
            try forgetPending()
            return contents
        }
        guard pending.remaining(at: WallClock.now) == .zero else {
            throw .awaitsConfirmation(until: WallClock.text(pending.deadline))
        }
        return try revert(pending, from: contents)
    }
}
