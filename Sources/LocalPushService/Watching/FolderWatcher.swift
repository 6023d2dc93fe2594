package import LinuxSystem
package import SystemdSupport

/// Tells that something in one of a few folders may have changed. Changes that come together are told
/// once: of a thousand files that are copied each is a change or two, and a look takes longer the more
/// there are. Which folders are watched can change with every change in them.
package final class FolderWatcher {
    private let loop: EventLoop
    private let folders: () -> [WatchedFolder]
    private let changed: () -> Void
    private var watched: [WatchedFolder] = []
    private var sources: [FileSource] = []
    private var wake: PacedCall?

    /// - Parameters:
    ///   - folders: The folders to watch now.
    ///   - changed: Called, from the loop, when it is time for another look.
    package init(
        _ loop: EventLoop, folders: @escaping () -> [WatchedFolder], changed: @escaping () -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.folders = folders
        self.changed = changed
        wake = try loop.paced { [weak self] in self?.changed() }
    }

    /// Watches what is to be watched now. Call before every look, so that no change is missed.
    ///
    /// Nobody tells of a folder that is made between the asking and the watching, so it asks again once
    /// all is watched: a command makes a store's folders one right after the other.
    package func arm() {
        var needed = folders()
        while needed != watched {
            watched = needed
            sources = needed.compactMap(source)
            needed = folders()
        }
    }

    private func source(_ folder: WatchedFolder) -> FileSource? {
        // A folder that went away just now is missed here and found missing at the next look.
        try? loop.watchFile(folder.path, for: [.folder, .onlyFolder]) { [weak self] change in
            guard change.isEnd || change.isOverflow || folder.concerns(change.name) else { return }
            // The watch may have ended: it is made again before the next look.
            if change.isEnd { self?.watched = [] }
            self?.wake?.schedule()
        }
    }
}
