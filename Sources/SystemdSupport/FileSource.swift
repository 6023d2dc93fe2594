import CSystemd
package import LinuxSystem

/// Which changes of a file or folder matter; see inotify(7).
package struct FileChanges: OptionSet, Sendable {
    /// The bits as inotify has them.
    package let rawValue: UInt32

    /// The bits as inotify has them.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Entries of a folder came, went, were replaced or written to their end; the folder itself went.
    package static let folder = FileChanges(
        rawValue: UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
                | IN_DELETE_SELF | IN_MOVE_SELF))
    /// The path has to be a folder.
    package static let onlyFolder = FileChanges(rawValue: UInt32(IN_ONLYDIR))
}

/// One change that inotify tells of. It says only that it is time for another look.
package struct FileChange: Sendable {
    /// The bits as inotify has them.
    package let rawValue: UInt32
    /// The name of the entry in a folder that is watched; empty for the folder itself.
    package let name: String

    /// Whether changes were lost because too many came: look at everything.
    package var isOverflow: Bool { rawValue & UInt32(IN_Q_OVERFLOW) != 0 }
    /// Whether this is the last change: what was watched is gone.
    package var isEnd: Bool {
        rawValue & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0
    }
}

/// Calls its handler for each change of a file or folder.
package final class FileSource: EventSource {
    private let handler: (FileChange) -> Void

    fileprivate init(
        _ loop: EventLoop, _ path: String, _ changes: FileChanges,
        _ handler: @escaping (FileChange) -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try check(
            unsafe sd_event_add_inotify(
                loop.pointer, &pointer, path, changes.rawValue,
                { _, event, data in
                    guard let event = unsafe event else { return 0 }
                    let name = unsafe String(cString: csystemd_inotify_name(event))
                    let change = unsafe FileChange(rawValue: event.pointee.mask, name: name)
                    unsafe FileSource.object(data)?.handler(change)
                    return 0
                }, data),
            "watch", path)
    }
}

extension EventLoop {
    /// Calls `handler` for each of `changes` at `path`. Throws ENOENT when there is nothing.
    package func watchFile(
        _ path: String, for changes: FileChanges, handler: @escaping (FileChange) -> Void
    ) throws(SystemError) -> FileSource {
        try FileSource(self, path, changes, handler)
    }
}
