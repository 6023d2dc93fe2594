import LinuxSystem
import LocalPushModel

/// A writer's hold on a store, or why there is none.
enum StoreLock: ~Copyable {
    /// No other writer is at work.
    case held(FileLock)
    /// The user can change nothing here anyway.
    case unavailable(SystemError)

    /// Takes the lock of `file`, whose folder is made when it is missing.
    init(of file: StoreFile, in scope: Scope, patience: Duration) throws(StoreError) {
        do throws(SystemError) {
            try file.makeFolder(for: scope)
            self = .held(try FileLock(file.lock, patience: patience))
        } catch {
            if error.isTimeout { throw .busy(lock: file.lock) }
            guard error.isDenied || error.isReadOnly else { throw StoreError(error) }
            self = .unavailable(error)
        }
    }

    /// Whether there is a hold.
    var isHeld: Bool {
        switch self {
        case .held: true
        case .unavailable: false
        }
    }

    /// Throws where there is no hold.
    borrowing func check() throws(StoreError) {
        switch self {
        case .held: return
        case .unavailable(let error): throw StoreError(error)
        }
    }
}
