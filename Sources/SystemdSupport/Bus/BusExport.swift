import CSystemd
import Glibc
import LinuxSystem

/// Objects of one interface, declared once and offered over every connection there will be.
///
/// sd-bus gets the object itself, unretained, as the data of its calls: it outlives the connections.
@safe final class BusExport {
    /// Which objects.
    enum Place {
        /// The object with this path.
        case object(String)
        /// All objects below a path, which may come and go.
        case objects(below: String, paths: () -> [String], contains: (String) -> Bool)
    }

    private let interface: BusInterface
    private let place: Place
    private let table: BusTable
    private let methods: [String: BusInterface.Method]
    private let properties: [String: BusInterface.Property]
    private weak var connection: BusConnection?

    init(_ interface: BusInterface, at place: Place) {
        self.interface = interface
        self.place = place
        methods = Dictionary(uniqueKeysWithValues: interface.methods.map { ($0.name, $0) })
        properties = Dictionary(uniqueKeysWithValues: interface.properties.map { ($0.name, $0) })
        unsafe table = BusTable(
            interface,
            call: { message, data, error in
                unsafe BusExport.object(data)?.call(message, error) ?? -EIO
            },
            property: { _, path, _, name, reply, data, error in
                unsafe BusExport.object(data)?.property(name, of: path, reply) ?? -EIO
            })
    }

    /// Offers the objects over `connection`.
    func offer(over connection: BusConnection) throws(SystemError) {
        self.connection = connection
        let bus = unsafe connection.pointer
        switch place {
        case .object(let path):
            try connection.add("offer an object", path) { slot in
                unsafe sd_bus_add_object_vtable(
                    bus, slot, path, interface.name, table.entries, data)
            }
        case .objects(let prefix, _, _):
            try connection.add("offer objects", prefix) { slot in
                unsafe sd_bus_add_fallback_vtable(
                    bus, slot, prefix, interface.name, table.entries,
                    { _, path, _, data, found, error in
                        unsafe found?.pointee = data
                        return unsafe BusExport.object(data)?.find(path, error) ?? 0
                    }, data)
            }
            try connection.add("list objects", prefix) { slot in
                unsafe sd_bus_add_node_enumerator(
                    bus, slot, prefix,
                    { _, _, data, nodes, error in
                        unsafe BusExport.object(data)?.list(nodes, error) ?? 0
                    }, data)
            }
        }
    }

    private var data: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    private static func object(_ data: UnsafeMutableRawPointer?) -> BusExport? {
        unsafe data.map { unsafe Unmanaged<BusExport>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: What sd-bus asks; an error number below zero is an error

    private func call(
        _ message: OpaquePointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message = unsafe message else { return -EIO }
        if let refusal = unsafe refusal(error) { return refusal }
        let call = BusCall(unsafe BusMessage(sharing: message), over: connection)
        guard let method = methods[call.message.member] else { return -EBADR }
        method.handler(call)
        return 1
    }

    private func property(
        _ name: UnsafePointer<CChar>?, of path: UnsafePointer<CChar>?, _ reply: OpaquePointer?
    ) -> Int32 {
        guard let name = unsafe name, let path = unsafe path, let reply = unsafe reply,
            let value = unsafe properties[String(cString: name)]?.value(String(cString: path))
        else { return -ENOENT }
        do throws(SystemError) {
            try unsafe MessageWriter(reply).append([value])
            return 1
        } catch {
            return -error.errno
        }
    }

    private func find(
        _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard case .objects(_, _, let contains) = place, let path = unsafe path,
            unsafe contains(String(cString: path))
        else { return 0 }
        return unsafe refusal(error) ?? 1
    }

    private func list(
        _ nodes: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard case .objects(_, let paths, _) = place else { return 0 }
        if let refusal = unsafe refusal(error) { return refusal }
        let list = paths()
        // Freed by sd-bus, with free; ends with a null pointer.
        let size = unsafe MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
        guard let memory = unsafe calloc(list.count + 1, size) else { return -ENOMEM }
        let array = unsafe memory.bindMemory(
            to: UnsafeMutablePointer<CChar>?.self, capacity: list.count + 1)
        for (index, path) in list.enumerated() {
            unsafe array[index] = strdup(path)
        }
        unsafe nodes?.pointee = array
        return 1
    }

    /// Nothing large is answered while earlier answers wait to be sent.
    private func refusal(_ error: UnsafeMutablePointer<sd_bus_error>?) -> Int32? {
        guard let connection, connection.isCrowded, !connection.isTelling else { return nil }
        return unsafe sd_bus_error_set(
            error, BusError.limitsExceeded, "too many answers wait to be read; try again later")
    }
}
