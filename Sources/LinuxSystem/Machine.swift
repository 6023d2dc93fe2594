import Glibc

/// What the machine is called on its networks, and what room it has.
package enum Machine {
    /// Its host name; "localhost" where it has none.
    package static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0, name[0] != 0 else {
            return "localhost"
        }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Its identifier, machine-id(5): 32 hexadecimal digits; nil where it has none.
    package static var identifier: String? {
        let bytes = try? FileSystem.read("/etc/machine-id", limit: 4096)
        guard let digits = bytes?.prefix(32), digits.count == 32 else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The addresses of its interfaces, as text, in the kernel's order; without those that are good on
    /// one link only.
    ///
    /// - Parameter interface: only those of the interface of this name; nil for all.
    package static func addresses(of interface: String? = nil) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [String] = []
        var next = unsafe list
        while let entry = unsafe next {
            let name = unsafe String(cString: entry.pointee.ifa_name)
            if interface == nil || interface == name, let raw = unsafe entry.pointee.ifa_addr,
                let text = unsafe text(of: raw)
            {
                addresses.append(text)
            }
            unsafe next = entry.pointee.ifa_next
        }
        return addresses
    }

    /// The bytes that this user can still write to the file system of the folder at `path`.
    package static func freeSpace(at path: String) throws(SystemError) -> Int {
        var status = statvfs()
        try retrying("look at the file system of", path) { unsafe statvfs(path, &status) }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    @unsafe private static func text(of address: UnsafePointer<sockaddr>) -> String? {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe text(AF_INET, $0.pointee.sin_addr)
            }
        case AF_INET6:
            unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                // fe80::/10 means something only together with an interface.
                unsafe $0.pointee.sin6_addr.isLinkLocal
                    ? nil : unsafe text(AF_INET6, $0.pointee.sin6_addr)
            }
        default: nil
        }
    }

    private static func text<Address>(_ family: Int32, _ address: Address) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isText = unsafe withUnsafePointer(to: address) {
            unsafe inet_ntop(family, $0, &text, socklen_t(text.count)) != nil
        }
        guard isText else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension in6_addr {
    fileprivate var isLinkLocal: Bool {
        unsafe withUnsafeBytes(of: self) { unsafe $0[0] == 0xFE && $0[1] & 0xC0 == 0x80 }
    }
}
