package import LinuxSystem
package import MessageLines
package import SystemdSupport

/// Answers clients on the service's private socket, within limits that keep a hostile one from
/// costing anybody but itself.
package final class ControlServer {
    private let loop: EventLoop
    private let path: String
    private let listener: FileDescriptor
    private let accept: (borrowing FileDescriptor) throws(SystemError) -> FileDescriptor?
    private var source: IOSource?
    private var pause: TimerSource?
    private var connections: [ObjectIdentifier: ControlConnection] = [:]
    private unowned let desk: any ControlDesk

    /// Listens at `path`. What is left there by a service that was killed is replaced; the caller
    /// makes sure that no other service is alive.
    ///
    /// - Parameters:
    ///   - mode: The permissions of the socket.
    ///   - desk: Outlives this object.
    ///   - accept: Takes the next connection that waits at a socket, if there is one.
    package init(
        _ loop: EventLoop, path: String, mode: UInt32, desk: any ControlDesk,
        accept: @escaping (borrowing FileDescriptor) throws(SystemError) -> FileDescriptor? =
            UnixSocket.accept
    ) throws(SystemError) {
        self.loop = loop
        self.path = path
        self.desk = desk
        self.accept = accept
        try? FileSystem.remove(path)
        listener = try UnixSocket.listen(at: path, mode: mode)
        pause = try loop.timer(accuracy: .seconds(1)) { [weak self] in
            self?.source?.setEvents(.readable)
        }
        source = try loop.watch(listener.raw) { [weak self] _ in self?.acceptAll() }
    }

    deinit {
        try? FileSystem.remove(path)
    }

    /// Sends an event to every client that watches and may see it.
    package func publish(_ event: MonitorEvent) {
        let watchers = connections.values.filter { $0.isMonitor && $0.maySee(event) }
        guard !watchers.isEmpty, let line = try? ControlReply.event(event).line() else { return }
        for watcher in watchers { watcher.send(line) }
    }

    /// Whether anybody watches.
    package var hasMonitors: Bool { connections.values.contains(where: \.isMonitor) }

    private func acceptAll() {
        do throws(SystemError) {
            while let accepted = try accept(listener) { take(accepted) }
        } catch {
            // Out of descriptors or memory. Those who wait keep the socket readable, so it is left
            // alone for a while; they are served when there are some again.
            source?.setEvents([])
            pause?.set(after: .seconds(1))
        }
    }

    private func take(_ accepted: consuming FileDescriptor) {
        guard let peer = try? accepted.peerCredentials() else { return }
        let quota = ConnectionQuota(
            users: connections.values.map(\.peer.user), isPrivileged: desk.isPrivileged)
        if !quota.admits(peer.user) {
            let refusal = ControlReply.Refusal(
                exitStatus: 1, message: "the service has too many connections; try again later")
            if let line = try? ControlReply.refused(refusal).line() {
                _ = try? accepted.send(line[...])
            }
            return
        }
        let connection = try? ControlConnection(
            loop, accepted, peer: peer, desk: desk,
            closed: { [weak self] in self?.connections[$0] = nil })
        guard let connection else { return }
        connections[ObjectIdentifier(connection)] = connection
    }
}
