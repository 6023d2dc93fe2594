import Certificates
import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import NATSClient
import StrictJSON

/// Which server a command talks to, and as whom.
struct ServerOptions {
    var folder: String?
    var server: ServerAddress?
    var credentials: String?
    var authority: String?
    var pin: PublicKeyPin?

    static func options<Command>(
        in path: WritableKeyPath<Command, ServerOptions>
    ) -> [Option<Command>] {
        let options: [Option<ServerOptions>] = [
            .value("--folder", \.folder, .file("FOLDER"), FolderOption.help),
            .value(
                "--server", \.server, .serverAddress,
                "Talk to this server, run by others, instead of the folder's."),
            .value(
                "--credentials", \.credentials, .file(),
                "A file with the user and password of the server's provider account."),
            .value(
                "--ca", \.authority, .file(), "The authority that the server's certificate is of."),
            .value(
                "--pin", \.pin,
                .checked("SHA256") { text throws(InvalidValue) in
                    try PublicKeyPin(text)
                }, "The SHA-256 of the server's public key, in place of an authority."),
        ]
        return options.map { $0.within(path) }
    }

    /// Throws when options do not go together.
    func validate() throws(ValueError) {
        if server != nil {
            if folder != nil { throw ValueError("--server and --folder contradict each other") }
            if credentials == nil { throw ValueError("--server needs --credentials FILE") }
            if authority == nil && pin == nil {
                throw ValueError("--server needs --ca FILE or --pin SHA256")
            }
        } else if credentials != nil || authority != nil || pin != nil {
            throw ValueError("--credentials, --ca and --pin need --server")
        }
    }

    /// The server and the provider's user.
    func target(in context: SimplePushContext) throws -> ConnectionTarget {
        guard let server else { return try ownTarget(in: context) }
        let credentials = try Credentials(
            JSONFile.read(credentials ?? "", limit: 1 << 16).root)
        let trust: ConnectionTarget.Trust =
            if let pin { .pin(pin) } else { .authorities(try Self.text(of: authority ?? "")) }
        return ConnectionTarget(
            host: server.host, port: server.port, trust: trust, user: credentials.user,
            password: credentials.password)
    }

    private func ownTarget(in context: SimplePushContext) throws -> ConnectionTarget {
        let folder = try context.serverFolder(folder)
        guard try folder.isSetUp else {
            throw Failure(
                .notFound, "there is no server in \(SafeText.escaped(folder.path))",
                advice: [
                    "Set one up and run it: simplepush server",
                    "Or name another: --folder, --server",
                ])
        }
        let settings = try folder.settings()
        let provider = try folder.provider()
        return ConnectionTarget(
            host: settings.ownAddress, port: settings.port,
            trust: .authorities(try folder.authority()), user: provider.user,
            password: provider.password)
    }

    /// The text of a file of certificates. Throws when it holds none.
    static func text(of path: String) throws -> String {
        let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        do { _ = try Certificate.list(pem: text) } catch {
            throw Failure(
                .usage, "--ca: \(SafeText.escaped(path)) holds no certificate in PEM form")
        }
        return text
    }
}

/// A host and a port, as people give them together.
struct ServerAddress: Hashable, Sendable {
    var host: String
    var port: UInt16
}

extension Conversion<ServerAddress> {
    /// `HOST`, `HOST:PORT`, or an IPv6 address in brackets with or without a port; NATS's URLs of these,
    /// `tls://` and `nats://`, are taken as well. TLS it is in any case.
    static var serverAddress: Conversion {
        .text("HOST:PORT") { text throws(ValueError) in
            let scheme = ["tls://", "nats://"].first { text.hasPrefix($0) } ?? ""
            let parts = Self.parts(String(text.dropFirst(scheme.count)))
            guard let parts, let port = UInt16(parts.port), port > 0 else {
                throw ValueError("a server is HOST, HOST:PORT or [IPV6]:PORT")
            }
            do throws(InvalidValue) { try Host.validate(parts.host) } catch {
                throw ValueError(error.problem)
            }
            return ServerAddress(host: parts.host, port: port)
        }
    }

    private static func parts(_ text: String) -> (host: String, port: String)? {
        if text.utf8.first == UInt8(ascii: "[") {
            let halves = text.dropFirst().split(separator: "]", omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            if halves[1].isEmpty { return (String(halves[0]), "4222") }
            guard halves[1].first == ":" else { return nil }
            return (String(halves[0]), String(halves[1].dropFirst()))
        }
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        switch halves.count {
        case 1: return (text, "4222")
        case 2: return (String(halves[0]), String(halves[1]))
        default: return nil
        }
    }
}
