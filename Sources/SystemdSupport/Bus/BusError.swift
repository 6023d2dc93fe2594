/// Why a call over a bus was not answered as it should be.
package struct BusError: Error, Hashable, Sendable {
    /// The name, dotted as an interface's: `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String
    /// What is wrong, in words. From a peer it is as it came: escape it for people.
    package let message: String

    package init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    /// The caller may not do this.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// There is no such object.
    package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// More is asked than is granted.
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// An argument is not what it has to be.
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// Something went wrong.
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    /// There is no connection to the bus, or no more.
    package static let disconnected = "org.freedesktop.DBus.Error.Disconnected"
    /// Nobody has the name that was called, and nobody can be started for it.
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// Nobody has the name that was called.
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}

extension BusError: CustomStringConvertible {
    package var description: String { "\(name): \(message)" }
}
