import LocalPushModel
import StrictJSON

/// What a device is given: its credentials, and a profile that uses them.
struct EnrolledDevice {
    let device: DeviceName
    let password: String
    let host: String
    let port: UInt16
    /// What it trusts the server for: the authority as PEM, or a pin as 64 hexadecimal digits.
    let trust: Trust

    enum Trust {
        case authority(String)
        case pin(String)
    }

    /// The file of credentials.
    var credentials: Credentials { Credentials(user: device.text, password: password) }

    /// The configuration of the provider.
    ///
    /// - Parameter credentialsFile: where the device will have the file of credentials; without one
    ///   they are part of the configuration.
    func configuration(credentialsFile: String?) -> JSONObject {
        var configuration: JSONObject = [
            "host": .string(host), "port": .number(JSONNumber(Int(port))),
            "device": .string(device.text),
        ]
        switch trust {
        case .authority(let pem): configuration["ca"] = .string(pem)
        case .pin(let pin): configuration["pin"] = .string(pin)
        }
        if let credentialsFile {
            configuration["credentialsFile"] = .string(credentialsFile)
        } else {
            configuration["user"] = .string(device.text)
            configuration["password"] = .string(password)
        }
        return configuration
    }
}
