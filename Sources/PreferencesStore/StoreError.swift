package import LinuxSystem
package import LocalPushModel

/// Why a store could not be read or changed. Whatever it was, the file is as it was before.
package enum StoreError: Error, Hashable, Sendable {
    /// Others held the store's lock all the time that was waited.
    case busy(lock: String)
    /// A change was made that is taken back unless it is confirmed by then, a time of
    /// ``WallClock/text(_:)``.
    case awaitsConfirmation(until: String)
    /// A program that takes no lock changed the file during the change.
    case changedUnderneath(file: String)
    /// The file is not a store of this version: not JSON, or not profiles. The
    /// last good copy is at `lastGood` when there is one.
    case unreadable(DocumentError, lastGood: String?)
    /// The file is a store of a format that a later version of this program writes.
    case newerFormat(DocumentError)
    /// The user may not do this.
    case denied(SystemError)
    /// Others could change what root would trust.
    case unsafePath(PathHazard)
    /// The change would make a store that could not be read again: too large, or nested too deep.
    case invalid(DocumentError)
    /// This device takes signed profiles only, and nobody has signed this one.
    case unsigned
    /// What profiles this device takes cannot be known; in words that are safe to show on a terminal.
    case policyUnusable(String)
    /// There is no home folder to keep a user's store in.
    case noHome
    /// The system refused: the disk is full, the file system is read-only, and so on.
    case failed(SystemError)

    /// Sorts out which errors are a matter of permission.
    init(_ error: SystemError) {
        self = error.isDenied ? .denied(error) : .failed(error)
    }

    init(_ hazard: PathHazard) {
        if case .unreadable(let error) = hazard {
            self.init(error)
        } else {
            self = .unsafePath(hazard)
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// What, where, and what to do next; safe to show on a terminal.
    package var description: String {
        switch self {
        case .busy(let lock):
            "the store is busy: \(SafeText.escaped(lock)) is locked; try again, or find the holder "
                + "with: fuser -v \(SafeText.escaped(lock))"
        case .awaitsConfirmation(let time):
            "a change awaits its confirmation until \(time); keep it with: localpush apply "
                + "--confirm, or take it back with: localpush apply --revert"
        case .changedUnderneath(let file):
            "\(SafeText.escaped(file)) was changed by another program meanwhile; try again"
        case .unreadable(let error, let lastGood):
            "\(error); correct the file"
                + (lastGood.map {
                    ", or put the last good copy, \(SafeText.escaped($0)), in its place"
                }
                    ?? "")
        case .newerFormat(let error): error.description
        case .denied(let error): SafeText.escaped(error.description)
        case .unsafePath(let hazard):
            SafeText.escaped(
                "root does not use this store: \(hazard)" + (hazard.remedy.map { "; \($0)" } ?? ""))
        case .invalid(let error): "the store would not be readable again: \(error)"
        case .unsigned: "this device takes signed profiles only"
        case .policyUnusable(let problem): problem
        case .noHome: "there is no home folder: set HOME or XDG_CONFIG_HOME, or give --store FILE"
        case .failed(let error): SafeText.escaped(error.description)
        }
    }
}
