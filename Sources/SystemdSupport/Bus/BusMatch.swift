import CSystemd
import LinuxSystem

/// A signal that this program listens to.
@safe final class BusMatch {
    private let rule: String
    private let handler: (BusMessage) -> Void

    /// - Parameters:
    ///   - path: The object that the signal is from; nil for any.
    ///   - argument: What the first value must be, a text; nil for any.
    init(
        sender: String, path: String?, interface: String, member: String, argument: String?,
        handler: @escaping (BusMessage) -> Void
    ) {
        let conditions = [
            ("type", "signal"), ("sender", sender), ("interface", interface), ("member", member),
        ]
        let optional = [("path", path), ("arg0", argument)]
        let all = conditions + optional.compactMap { key, value in value.map { (key, $0) } }
        rule = all.map { "\($0)='\($1)'" }.joined(separator: ",")
        self.handler = handler
    }

    /// Listens from when the bus has let us in. Where the bus does not allow it the connection is lost.
    func listen(over connection: BusConnection) throws(SystemError) {
        try connection.add("listen to", rule) { slot in
            unsafe sd_bus_add_match_async(
                connection.pointer, slot, rule,
                { message, data, _ in
                    guard let message = unsafe message, let data = unsafe data else { return 0 }
                    let match = unsafe Unmanaged<BusMatch>.fromOpaque(data).takeUnretainedValue()
                    match.handler(unsafe BusMessage(sharing: message))
                    return 0
                }, nil, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
