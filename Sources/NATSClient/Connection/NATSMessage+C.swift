import CNATS

extension NATSMessage {
    /// Copies what libnats received.
    init(copying message: OpaquePointer) {
        let data = unsafe UnsafeRawBufferPointer(
            start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
        self.init(
            unsafe String(cString: natsMsg_GetSubject(message)),
            reply: unsafe natsMsg_GetReply(message).map { unsafe String(cString: $0) },
            headers: unsafe Self.headers(of: message), body: unsafe Array(data))
    }

    /// Calls `use` with the message as libnats has it, valid during the call.
    func withCopy(_ use: (OpaquePointer) -> natsStatus) -> natsStatus {
        var message: OpaquePointer?
        let status = unsafe body.withUnsafeBytes { bytes in
            unsafe natsMsg_Create(
                &message, subject, reply,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard status == NATS_OK, let message = unsafe message else { return status }
        defer { unsafe natsMsg_Destroy(message) }
        for header in headers {
            // libnats 3.4.1 cannot read any header of a message in which one is empty.
            if header.value.isEmpty { return NATS_INVALID_ARG }
            let status = unsafe natsMsgHeader_Add(message, header.name, header.value)
            if status != NATS_OK { return status }
        }
        return unsafe use(message)
    }

    private static func headers(of message: OpaquePointer) -> [Header] {
        var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        let status = unsafe natsMsgHeader_Keys(message, &keys, &count)
        guard status == NATS_OK, let keys = unsafe keys else { return [] }
        defer { unsafe free(keys) }
        return (0..<Int(count)).compactMap { index in
            var value: UnsafePointer<CChar>?
            guard let key = unsafe keys[index],
                unsafe natsMsgHeader_Get(message, key, &value) == NATS_OK,
                let value = unsafe value
            else { return nil }
            return unsafe Header(String(cString: key), String(cString: value))
        }
    }
}
