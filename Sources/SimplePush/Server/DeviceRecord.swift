import LocalPushModel
import StrictJSON

/// A device that may connect.
struct DeviceRecord: Hashable, Sendable {
    let name: DeviceName
    /// Random, and long enough that it need not be hashed: whoever reads the file can also read the
    /// messages.
    let password: String
}

/// The devices that may connect, as the server's folder keeps them.
struct DeviceList: Hashable, Sendable {
    private(set) var devices: [DeviceRecord] = []

    /// The record of a device; setting nil revokes it. The list stays sorted by name.
    subscript(name: DeviceName) -> DeviceRecord? {
        get { devices.first { $0.name == name } }
        set {
            devices.removeAll { $0.name == name }
            if let newValue {
                let index = devices.firstIndex { name < $0.name } ?? devices.endIndex
                devices.insert(newValue, at: index)
            }
        }
    }

    init() {}

    /// Reads what ``json`` has written.
    init(_ node: JSONNode) throws(DocumentError) {
        let reader = try ObjectReader(node, keys: ["devices"])
        for device in try reader.elements("devices") {
            let device = try ObjectReader(device, keys: ["name", "password"])
            let name = try device.value("name") { text throws(InvalidValue) in
                try DeviceName(text)
            }
            let password = try device.value("password") { text throws(InvalidValue) in text }
            self[name] = DeviceRecord(name: name, password: password)
        }
    }

    var json: JSONValue {
        let devices = devices.map { device -> JSONValue in
            ["name": .string(device.name.text), "password": .string(device.password)]
        }
        return ["devices": .array(devices)]
    }
}
