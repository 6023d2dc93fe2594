import CommandConsole
import LinuxSystem
import LocalPushModel

/// That a folder is one server's alone, for as long as the server runs, however it ends. A second one
/// would end the first as something left over.
final class FolderClaim {
    private let lock: FileLock

    /// Throws when a server runs in the folder already.
    init(_ folder: ServerFolder) throws {
        do throws(SystemError) {
            lock = try FileLock(folder.files.runningLock, patience: .zero)
        } catch {
            guard error.isTimeout else { throw error }
            throw Failure(
                .conflict, "a server runs in \(SafeText.escaped(folder.path)) already",
                advice: ["End it first, or choose another folder: --folder"])
        }
    }
}
