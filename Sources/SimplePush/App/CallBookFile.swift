import LinuxSystem
import LocalPushModel
import StrictJSON
import SystemdSupport

/// The calls of an app on the disk, so that one that is started anew knows what a former one has left.
/// A process has it for itself.
final class CallBookFile {
    private static let longest = 1 << 20

    private let path: String
    private let lock: FileLock
    private let log: Log
    private var written: JSONValue?

    /// - Parameter folder: made where it is missing, for this user alone.
    ///
    /// Throws ETIMEDOUT when another app has the folder.
    init(in folder: String, log: Log) throws(SystemError) {
        try FileSystem.makeFolders(folder, mode: 0o700)
        path = folder + "/calls.json"
        self.log = log
        // One that is just ending may still have it.
        lock = try FileLock(folder + "/lock", patience: .seconds(2))
    }

    /// What a former app has left. A file that cannot be read is of no more use than none: what it knew
    /// is over in minutes.
    func read() -> CallBook {
        do {
            let json = try JSONValue(parsing: FileSystem.read(path, limit: Self.longest))
            return CallBook(json)
        } catch let error as SystemError where error.isMissing {
            return CallBook()
        } catch {
            log.warning("\(SafeText.escaped(path)) is begun anew: \(SafeText.escaped("\(error)"))")
            return CallBook()
        }
    }

    /// Keeps what is different. A disk that takes nothing keeps nobody from being called.
    func write(_ book: CallBook) {
        let json = book.json
        guard json != written else { return }
        var bytes: [UInt8] = []
        json.write(into: &bytes, pretty: false)
        do throws(SystemError) {
            try FileReplacement.replace(path, with: bytes)
            written = json
        } catch {
            log.error(SafeText.escaped(error.description))
        }
    }
}
