import CNetlink
import WirelessCodec

/// One libnl socket, closed when it goes.
///
/// Requests and events need a socket each: events would come between the messages of an answer.
@safe
struct NetlinkSocket: ~Copyable {
    /// The kernel never puts more than 32 KiB into one message of a list (`netlink_dump`).
    private static let messageSize = 32 * 1024

    private let handle: OpaquePointer

    /// Connects to `NETLINK_GENERIC` or `NETLINK_ROUTE`.
    static func connected(to family: Int32) throws(NetlinkError) -> NetlinkSocket {
        guard let handle = unsafe nl_socket_alloc() else {
            throw NetlinkError("open a netlink socket", .failed(code: NLE_NOMEM))
        }
        let socket = unsafe NetlinkSocket(handle: handle)
        try socket.connect(to: family)
        return socket
    }

    private init(handle: OpaquePointer) { unsafe self.handle = handle }

    private func connect(to family: Int32) throws(NetlinkError) {
        let operation = "open a netlink socket"
        try check(operation, unsafe nl_connect(handle, family))
        // A known size makes each message one read, without a peek before it.
        try check(operation, unsafe nl_socket_set_msg_buf_size(handle, Self.messageSize))
        unsafe nl_socket_disable_msg_peek(handle)
        // Every request made here has an answer or an error of its own.
        unsafe nl_socket_disable_auto_ack(handle)
    }

    deinit { unsafe nl_socket_free(handle) }

    /// The descriptor, valid while this value lives.
    var descriptor: Int32 { unsafe nl_socket_get_fd(handle) }

    /// The number of a generic netlink family; nil when the kernel has none of that name.
    func family(named name: String) throws(NetlinkError) -> UInt16? {
        let number = unsafe genl_ctrl_resolve(handle, name)
        if number == -NLE_OBJ_NOTFOUND { return nil }
        try check("look for \(name)", number)
        return UInt16(number)
    }

    /// Sends a request and returns the messages of the answer.
    func ask(_ request: NetlinkRequest) throws(NetlinkError) -> [NetlinkMessage] {
        var payload = request.payload
        let flags = request.isDump ? NLM_F_DUMP : 0
        let sent = unsafe nl_send_simple(
            handle, Int32(request.type), flags, &payload, payload.count)
        try check(request.purpose, sent)
        return try receive(request.purpose)
    }

    private func receive(_ operation: String) throws(NetlinkError) -> [NetlinkMessage] {
        var answer = Answer()
        let result = unsafe withUnsafeMutablePointer(to: &answer) { answer in
            unsafe nl_socket_modify_cb(handle, NL_CB_VALID, NL_CB_CUSTOM, takeMessage, answer)
            unsafe nl_socket_modify_err_cb(handle, NL_CB_CUSTOM, takeError, answer)
            return unsafe nl_recvmsgs_default(handle)
        }
        if answer.errno != 0 { throw NetlinkError(operation, .refused(errno: answer.errno)) }
        try check(operation, result)
        return answer.messages
    }
}

// MARK: Events

extension NetlinkSocket {
    /// Makes this a socket for events, `bufferSize` bytes of which wait in the kernel at most.
    func expectEvents(bufferSize: Int32) throws(NetlinkError) {
        let operation = "set up a socket for events"
        unsafe nl_socket_disable_seq_check(handle)
        try check(operation, unsafe nl_socket_set_nonblocking(handle))
        try check(operation, unsafe nl_socket_set_buffer_size(handle, bufferSize, 0))
    }

    /// The number of a family's multicast group.
    func group(named name: String, of family: String) throws(NetlinkError) -> UInt32 {
        let number = unsafe genl_ctrl_resolve_grp(handle, family, name)
        try check("look for \(family)'s events \(name)", number)
        return UInt32(number)
    }

    /// Asks for the events of a multicast group.
    func join(group: UInt32) throws(NetlinkError) {
        try check("subscribe to events", unsafe nl_socket_add_membership(handle, Int32(group)))
    }
}

/// What came back so far.
private struct Answer {
    var messages: [NetlinkMessage] = []
    var errno: Int32 = 0
}

/// Called by libnl for each message of an answer.
private let takeMessage: nl_recvmsg_msg_cb_t = { message, context in
    guard let header = unsafe nlmsg_hdr(message), let answer = unsafe context else {
        return Int32(NL_STOP.rawValue)
    }
    let bytes = unsafe UnsafeRawBufferPointer(
        start: header, count: Int(header.pointee.nlmsg_len))
    if let message = unsafe NetlinkMessage([UInt8](bytes)) {
        unsafe answer.assumingMemoryBound(to: Answer.self).pointee.messages.append(message)
    }
    return Int32(NL_OK.rawValue)
}

/// Called by libnl when the kernel refuses. Its own error numbers are fewer than the kernel's.
private let takeError: nl_recvmsg_err_cb_t = { _, error, context in
    if let error = unsafe error, let answer = unsafe context {
        unsafe answer.assumingMemoryBound(to: Answer.self).pointee.errno = -error.pointee.error
    }
    return Int32(NL_STOP.rawValue)
}

/// Throws when libnl says that something failed.
private func check(_ operation: String, _ result: Int32) throws(NetlinkError) {
    if result < 0 { throw NetlinkError(operation, result: result) }
}
