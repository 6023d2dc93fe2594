import CNATS
import Glibc
import LinuxSystem

/// libnats's options for one attempt.
@safe final class ClientOptions {
    private var pointer: OpaquePointer?

    /// - Parameters:
    ///   - target: where to connect.
    ///   - authorities: the only certificates to trust, as PEM; nil for plain text.
    ///   - number: under which libnats's threads leave word.
    init(_ target: ConnectionTarget, authorities: String?, number: Int) throws(NATSError) {
        try succeed("make options", unsafe natsOptions_Create(&pointer))
        let scheme = authorities == nil ? "nats" : "tls"
        try set(unsafe natsOptions_SetURL(pointer, "\(scheme)://\(target.address)"))
        try set(unsafe natsOptions_SetUserInfo(pointer, target.user, target.password))
        try set(unsafe natsOptions_SetName(pointer, "localpush"))
        try set(unsafe natsOptions_SetTimeout(pointer, Self.milliseconds(target.timeout)))
        // One connection an attempt: when to try again is not libnats's to decide.
        try set(unsafe natsOptions_SetAllowReconnect(pointer, false))
        try set(unsafe natsOptions_SetSendAsap(pointer, true))
        try set(
            unsafe natsOptions_SetPingInterval(pointer, Self.milliseconds(target.pingInterval)))
        try set(unsafe natsOptions_SetMaxPingsOut(pointer, 1))
        try setHandlers(number)
        if let authorities { try trust(authorities) }
    }

    deinit { unsafe natsOptions_Destroy(pointer) }

    /// Connects; returns when that is done or has failed.
    func connect() -> (ConnectionHandle?, natsStatus) {
        var connection: OpaquePointer?
        let status = unsafe natsConnection_Connect(&connection, pointer)
        return (unsafe connection.map { unsafe ConnectionHandle(pointer: $0) }, status)
    }

    private func set(_ status: natsStatus) throws(NATSError) {
        try succeed("configure a connection", status)
    }

    private func setHandlers(_ number: Int) throws(NATSError) {
        let data = unsafe UnsafeMutableRawPointer(bitPattern: number)
        try set(unsafe natsOptions_SetErrorHandler(pointer, handleError, data))
        try set(
            unsafe natsOptions_SetEventLoop(
                pointer, data, attachToLoop, setReading, setWriting, detachFromLoop))
    }

    /// A `tls://` URL alone would be served in plain text by a server without TLS.
    private func trust(_ authorities: String) throws(NATSError) {
        try set(unsafe natsOptions_SetSecure(pointer, true))
        try succeed(
            "read the authorities' certificates",
            unsafe natsOptions_SetCATrustedCertificates(pointer, authorities))
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.nanoseconds / 1_000_000
    }
}

// MARK: What libnats calls, from any thread. The data is the number itself.

private func number(_ data: UnsafeMutableRawPointer?) -> Int { Int(bitPattern: data) }

private let attachToLoop: natsEvLoop_Attach = { userData, loop, _, socket in
    unsafe userData?.pointee = loop
    unsafe Switchboard.leave(.attached(Int32(socket)), for: number(loop))
    return NATS_OK
}

/// The loop reads whenever there is something to read.
private let setReading: natsEvLoop_ReadAddRemove = { _, _ in NATS_OK }

private let setWriting: natsEvLoop_WriteAddRemove = { userData, add in
    unsafe Switchboard.setWantsToWrite(add, for: number(userData))
    return NATS_OK
}

private let detachFromLoop: natsEvLoop_Detach = { userData in
    unsafe Switchboard.leave(.detached, for: number(userData))
    return NATS_OK
}

private let handleError: natsErrHandler = { connection, _, _, data in
    var text: UnsafePointer<CChar>?
    _ = unsafe natsConnection_GetLastError(connection, &text)
    let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
    unsafe Switchboard.leave(.refused(words), for: number(data))
}
