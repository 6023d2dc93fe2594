import Glibc
import LinuxSystem

/// A TCP connection for a look at a server, made by blocking calls: for a thread of its own.
enum StreamSocket {
    /// Connects to the first of `host`'s addresses that takes the connection.
    static func connect(
        to host: String, port: UInt16, until deadline: Duration
    ) throws(ConnectFailure) -> FileDescriptor {
        var failure = ConnectFailure.waiting("\(host) does not resolve")
        for address in addresses(of: host, port: port) {
            do throws(SystemError) {
                return try connect(to: address, until: deadline)
            } catch {
                failure = .waiting(address.words(for: error))
            }
        }
        throw failure
    }

    /// One address of a host, as the system's functions take it.
    private struct Address {
        let bytes: [UInt8]
        let family: Int32
        /// As people write it, with the port.
        let text: String

        func words(for error: SystemError) -> String {
            switch error.errno {
            case ECONNREFUSED: "connection refused by \(text)"
            case ETIMEDOUT: "no answer from \(text)"
            default: "\(text) cannot be reached: \(error.reason)"
            }
        }
    }

    private static func addresses(of host: String, port: UInt16) -> [Address] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [Address] = []
        var next = unsafe list
        while let entry = unsafe next {
            let (raw, length) = unsafe (entry.pointee.ai_addr, entry.pointee.ai_addrlen)
            if let raw = unsafe raw {
                unsafe addresses.append(
                    Address(
                        bytes: Array(UnsafeRawBufferPointer(start: raw, count: Int(length))),
                        family: entry.pointee.ai_family,
                        text: numeric(raw, length, port)))
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    @unsafe private static func numeric(
        _ address: UnsafePointer<sockaddr>, _ length: socklen_t, _ port: UInt16
    ) -> String {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = unsafe getnameinfo(
            address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return "port \(port)" }
        let host = String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private static func connect(
        to address: Address, until deadline: Duration
    ) throws(SystemError) -> FileDescriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let raw = socket(address.family, Int32(type), 0)
        guard raw >= 0 else { throw SystemError("make a socket", errno: errno) }
        let socket = FileDescriptor(owning: raw)
        let result = unsafe address.bytes.withUnsafeBytes { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe Glibc.connect(raw, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        if result != 0 {
            guard errno == EINPROGRESS else { throw SystemError("connect", errno: errno) }
            let interest = Poller.Interest(raw, reading: false, writing: true)
            guard try !Poller.wait(for: [interest], until: deadline).isEmpty else {
                throw SystemError("connect", errno: ETIMEDOUT)
            }
        }
        var (error, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        _ = unsafe getsockopt(raw, SOL_SOCKET, SO_ERROR, &error, &length)
        if error != 0 { throw SystemError("connect", errno: error) }
        return socket
    }
}
