package import LinuxSystem

/// Where the buses of a machine and of a user are: addresses as in the D-Bus Specification, "Server
/// Addresses", found as sd_bus_open_system(3) and sd_bus_open_user(3) find them.
package enum BusAddress {
    /// The machine's bus.
    package static func system(_ environment: Environment) -> String {
        environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// The bus of a user's session; nil when nothing says where it is.
    package static func session(_ environment: Environment) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"] { return address }
        return environment["XDG_RUNTIME_DIR"].map { "unix:path=\(escaped($0))/bus" }
    }

    /// In an address every byte but these is written as `%NN`.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
    }
}
