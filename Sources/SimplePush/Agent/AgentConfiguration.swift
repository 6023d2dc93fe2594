import Certificates
import LinuxSystem
package import LocalPushModel
package import NATSClient
package import StrictJSON

/// What a profile's `providerConfiguration` says to SimplePush's agent.
package struct AgentConfiguration: Hashable, Sendable {
    /// Which mailbox is this device's.
    package let mailbox: Mailbox
    /// The server, and the device's user.
    package let target: ConnectionTarget

    /// A configuration that is known.
    package init(mailbox: Mailbox, target: ConnectionTarget) {
        self.mailbox = mailbox
        self.target = target
    }

    private static let keys = [
        "host", "port", "device", "credentialsFile", "user", "password", "caFile", "ca", "pin",
        "app", "tls",
    ]

    /// Reads the configuration, and the files that it names. Throws what is wrong with it.
    package init(_ configuration: JSONObject) throws(InvalidValue) {
        try Self.check(configuration)
        let reader = Reader(configuration: configuration)
        guard let host = try reader.text("host") else { throw InvalidValue("host is missing") }
        try Host.validate(host)
        guard let name = try reader.text("device") else { throw InvalidValue("device is missing") }
        let mailbox = Mailbox(device: try DeviceName(name))
        let credentials = try reader.credentials(device: name)
        self.mailbox = mailbox
        target = ConnectionTarget(
            host: host, port: try reader.port(), trust: try reader.trust(host: host),
            user: credentials.user, password: credentials.password,
            inboxPrefix: mailbox.inboxPrefix)
    }

    private static func check(_ configuration: JSONObject) throws(InvalidValue) {
        for (key, _) in configuration where !keys.contains(key) {
            let meant = Spelling.suggestion(for: key, among: keys).map { "; did you mean \($0)?" }
            throw InvalidValue("\(SafeText.quoted(key)) means nothing here\(meant ?? "")")
        }
    }
}

/// Reads the values of a configuration.
private struct Reader {
    let configuration: JSONObject

    func text(_ key: String) throws(InvalidValue) -> String? {
        switch configuration[key] {
        case nil: return nil
        case .string(let text): return text
        default: throw InvalidValue("\(key) has to be a text")
        }
    }

    func port() throws(InvalidValue) -> UInt16 {
        guard let value = configuration["port"] else { return 4222 }
        guard case .number(let number) = value, let integer = number.integer,
            let port = UInt16(exactly: integer), port > 0
        else { throw InvalidValue("port has to be a number from 1 to 65535") }
        return port
    }

    func credentials(device: String) throws(InvalidValue) -> Credentials {
        if let path = try text("credentialsFile") {
            let bytes = try file(path)
            do {
                return try Credentials(JSONDocument(parsing: bytes).root)
            } catch {
                throw InvalidValue("\(SafeText.escaped(path)): \(SafeText.checked("\(error)"))")
            }
        }
        guard let password = try text("password") else {
            throw InvalidValue("credentialsFile is missing, or user and password")
        }
        return Credentials(user: try text("user") ?? device, password: password)
    }

    /// Whom to trust. Without TLS only this very machine: anybody else could read and forge all of it.
    func trust(host: String) throws(InvalidValue) -> ConnectionTarget.Trust {
        if let value = configuration["tls"] {
            guard case .bool(let isSecure) = value else {
                throw InvalidValue("tls has to be true or false")
            }
            if !isSecure {
                guard ["localhost", "127.0.0.1", "::1"].contains(host) else {
                    throw InvalidValue("tls can be switched off only for localhost")
                }
                return .plainText
            }
        }
        if let pin = try text("pin") { return .pin(try PublicKeyPin(pin)) }
        let pem: String
        if let path = try text("caFile") {
            pem = String(decoding: try file(path), as: UTF8.self)
        } else if let text = try text("ca") {
            pem = text
        } else {
            throw InvalidValue("caFile is missing, or ca, or pin: nobody would be trusted")
        }
        do throws(CryptoError) { _ = try Certificate.list(pem: pem) } catch {
            throw InvalidValue("the authority's certificate cannot be read: \(error)")
        }
        return .authorities(pem)
    }

    private func file(_ path: String) throws(InvalidValue) -> [UInt8] {
        do throws(SystemError) { return try FileSystem.read(path, limit: 1 << 20) } catch {
            throw InvalidValue(SafeText.escaped(error.description))
        }
    }
}
