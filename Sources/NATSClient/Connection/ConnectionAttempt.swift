import LinuxSystem
package import SystemdSupport

/// One attempt to connect, in a thread of its own since libnats can only block for it. Dropping the
/// object abandons the attempt.
package final class ConnectionAttempt {
    private let loop: EventLoop
    private let completion: (Result<NATSConnection, ConnectFailure>) -> Void
    private let target: ConnectionTarget
    private var doorbell: Doorbell?
    private var socket: Int32?

    /// Starts an attempt.
    ///
    /// - Parameter completion: called once, from the loop, with the connection or why there is none.
    package init(
        to target: ConnectionTarget, loop: EventLoop,
        completion: @escaping (Result<NATSConnection, ConnectFailure>) -> Void
    ) {
        self.target = target
        self.loop = loop
        self.completion = completion
        Library.prepare()
        do throws(SystemError) {
            let doorbell = try Doorbell(loop)
            doorbell.handler = { [unowned self] in handle($0) }
            self.doorbell = doorbell
            try Connector(target: target, number: doorbell.number).start()
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: SystemError) {
        if let doorbell {
            Switchboard.leave(
                .attempted(.failed(.waiting(error.description))), for: doorbell.number)
        }
    }

    private func handle(_ word: Switchboard.Word) {
        switch word {
        case .attached(let socket): self.socket = socket
        case .attempted(.failed(let failure)): finish(.failure(failure))
        case .attempted(.connected(let handle)): finish(connection(handle))
        case .wantsToWrite, .detached, .refused: break
        }
    }

    private func connection(
        _ handle: ConnectionHandle
    ) -> Result<NATSConnection, ConnectFailure> {
        guard let doorbell = doorbell.take(), let socket else {
            handle.destroy()
            return .failure(.waiting("the connection ended at once"))
        }
        do throws(SystemError) {
            return .success(
                try NATSConnection(
                    handle, socket: socket, doorbell: doorbell, target: target, loop: loop))
        } catch {
            return .failure(.waiting(error.description))
        }
    }

    private func finish(_ result: Result<NATSConnection, ConnectFailure>) {
        doorbell = nil
        completion(result)
    }
}
