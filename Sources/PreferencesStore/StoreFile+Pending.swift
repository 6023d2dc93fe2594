import LinuxSystem
import LocalPushModel

extension StoreFile {
    /// What is kept of a change that awaits its confirmation; missing when none does.
    var pending: String { path + ".pending" }

    /// The change that awaits its confirmation, as long as the store has the generation it made.
    func pendingRevert(of generation: Int) throws(StoreError) -> PendingRevert? {
        guard let revert = try readPending(), revert.generation == generation else { return nil }
        return revert
    }

    private func readPending() throws(StoreError) -> PendingRevert? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(pending, limit: PendingRevert.sizeLimit)
        } catch {
            if error.isMissing { return nil }
            throw StoreError(error)
        }
        do { return try PendingRevert(parsing: bytes) } catch {
            throw .unreadable(error.inFile(pending), lastGood: nil)
        }
    }

    /// Has the record of a change on the disk, before the change itself is. The lock must be held.
    func keep(_ revert: PendingRevert, like status: FileStatus?) throws(StoreError) {
        do throws(SystemError) {
            try FileReplacement(writing: revert.fileContents, to: temporary, like: status)
                .place(at: pending)
            try FileSystem.synchronizeFolder(folder)
        } catch {
            throw StoreError(error)
        }
    }

    /// Removes the record of a change: it is confirmed, or taken back. The lock must be held.
    func forgetPending() throws(StoreError) {
        // A read-only file system refuses to remove even what is not there.
        guard (try? FileStatus(of: pending)) != nil else { return }
        do throws(SystemError) {
            try FileSystem.remove(pending)
            try FileSystem.synchronizeFolder(folder)
        } catch {
            if !error.isMissing { throw StoreError(error) }
        }
    }

    /// Takes a change back: what was before it becomes the next generation. The lock must be held.
    ///
    /// A kill between the two steps leaves a record that no longer fits the store, which counts for
    /// nothing.
    func revert(_ revert: PendingRevert, from contents: Contents) throws(StoreError) -> Contents {
        let next = contents.preferences.followed(by: revert.before)
        let bytes = next.fileContents
        try replace(with: bytes, over: contents.status)
        // The copy is a convenience; an older one will do.
        try? keepLastGood(bytes, like: contents.status)
        try forgetPending()
        dropOriginals(notIn: next)
        return try read()
    }
}
