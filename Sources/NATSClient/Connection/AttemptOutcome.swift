import CNATS

/// How an attempt ended.
enum AttemptOutcome: Sendable {
    case connected(ConnectionHandle)
    case failed(ConnectFailure)

    /// Closes a connection that nobody wants any more.
    func discard() {
        if case .connected(let handle) = self { handle.destroy() }
    }
}

/// libnats's connection, handed from the thread that made it to the loop's.
@safe struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Closes the connection and frees it. To be called once.
    func destroy() { unsafe natsConnection_Destroy(pointer) }
}
