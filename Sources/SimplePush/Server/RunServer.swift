import Certificates
import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import SystemdSupport

/// `server`: runs a server with a mailbox for each device.
struct RunServer: Command {
    var folder: String?
    var names: [String] = []
    var address: String?
    var port: UInt16?
    var storage: Int?
    var isPrinting = false

    static let name = "server"
    static let summary = "Run a server with a mailbox for each device"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                The first start makes the folder: an authority, the server's certificate, the \
                sender's credentials. What is given then is kept for later starts. The server itself is \
                nats-server with JetStream, run as a child with a configuration written by simplepush.
                """,
                """
                Enrolling and revoking devices takes effect at once, without a restart.
                """,
            ],
            options: [
                .value("--folder", \.folder, .file("FOLDER"), FolderOption.help),
                .repeated(
                    "--name", \.names, .host("NAME"),
                    """
                    A host name or address that devices reach the server by; its certificate is made \
                    out to them. Without any: the machine's name and its addresses.
                    """),
                .value(
                    "--address", \.address, .host("ADDRESS"),
                    "The address to listen at; 0.0.0.0, all IPv4 addresses, at first."),
                .value("--port", \.port, .port, "The port to listen at; 4222 at first."),
                .value(
                    "--storage", \.storage, .size,
                    "The most that mailboxes take of the disk; at first a quarter of what is free."),
                .flag(
                    "--print-config", \.isPrinting,
                    "Print nats-server's configuration, passwords included, and exit."),
            ],
            examples: [
                Example("simplepush server --name ship.example.com", "Serve devices on board"),
                Example("simplepush server --print-config", "See what nats-server would read"),
            ],
            exitStatuses: [
                .denied, ExitStatusSpec(.conflict, "A server runs in the folder already"),
                .storeUnreadable,
            ])
    }

    func run(in context: SimplePushContext) throws -> ExitStatus {
        let folder = try context.serverFolder(folder)
        if isPrinting {
            _ = try folder.change { try prepare(folder) }
            try context.console.write(try folder.configuration().utf8)
            return .success
        }
        try folder.make()
        let claim = try FolderClaim(folder)
        return try withExtendedLifetime(claim) { try serve(folder, in: context) }
    }

    private func serve(_ folder: ServerFolder, in context: SimplePushContext) throws -> ExitStatus {
        let settings = try folder.change { try prepare(folder) }
        let loop = try EventLoop()
        let server = try ServerRun(
            folder, settings, loop: loop,
            log: .service("simplepush", environment: context.environment),
            environment: context.environment)
        return try withExtendedLifetime(server) {
            try loop.run() == 0 ? .success : .failure
        }
    }

    /// Makes what is missing in the folder and writes what was given.
    private func prepare(_ folder: ServerFolder) throws -> ServerSettings {
        var settings = try folder.isSetUp ? folder.settings() : ServerSettings()
        if !names.isEmpty { settings.names = names }
        if let address { settings.address = address }
        if let port { settings.port = port }
        settings.storage = try storage(settings, folder)
        try FileSystem.makeFolder(folder.files.store, mode: 0o700)
        if try !folder.exists(folder.files.provider) {
            try folder.write(Credentials(user: "provider", password: try SecureRandom.password()))
        }
        let names = settings.certificateNames
        try ServerCertificates(folder: folder, now: WallClock.now / 1_000_000_000)
            .prepare(names: names)
        // Last: from now on the folder is set up.
        try folder.write(settings)
        try folder.writeConfiguration()
        return settings
    }

    /// A full disk would make the server go mute: its limit has to come first.
    private func storage(_ settings: ServerSettings, _ folder: ServerFolder) throws -> Int {
        let free = try Machine.freeSpace(at: folder.path)
        guard let wanted = storage else {
            return settings.storage > 0 ? settings.storage : max(64 << 20, free / 4)
        }
        if wanted > free / 10 * 9, wanted > settings.storage {
            throw Failure(
                .usage, "--storage has to be well below the \(free >> 20) MiB that are free")
        }
        return wanted
    }
}
