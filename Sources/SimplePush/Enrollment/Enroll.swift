import Certificates
import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import NATSClient
import StrictJSON

/// `enroll`: gives devices a mailbox and credentials, or takes them away.
struct Enroll: Command {
    var devices: [DeviceName] = []
    var isRevoking = false
    var server = ServerOptions()
    var limits = MailboxLimits()
    var profile = ProfileDraft()
    var isJSON = false

    static let name = "enroll"
    static let summary = "Give a device a mailbox and credentials"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                For each device this makes a mailbox, a user with a random password, and two files: \
                DEVICE.credentials.json and, where an SSID is given, DEVICE.profile.json, a profile for \
                localpush. Whoever has one of them is the device. Enrolling a device again gives it \
                another password and keeps its mail.
                """,
                """
                With --server the mailbox is made on a nats-server that others run, with the accounts \
                that simplepush server --print-config shows. The users to be added to that of the \
                devices are printed on standard error; they are removed there by hand too.
                """,
                """
                With --revoke the user is gone at once, its connections are closed, and its mailbox is \
                removed with what is unread.
                """,
            ],
            operands: [
                .repeated(\.devices, .device, isRequired: true, "The devices' names.")
            ],
            options: [
                .flag("--revoke", \.isRevoking, "Take mailbox and credentials away.")
            ], ProfileDraft.options(in: \.profile),
            [
                .value(
                    "--max-messages", \.limits.messages, .number("N", 1...1_000_000),
                    "How many messages wait at most before the oldest goes; 1000 if not given."),
                .value(
                    "--max-bytes", \.limits.bytes, .size,
                    "How many bytes wait at most; 2M if not given."),
                .value(
                    "--max-age", \.limits.age, .span,
                    "For how long they wait at most; 30d if not given."),
            ], ServerOptions.options(in: \.server),
            [.flag("--json", \.isJSON, "Print one JSON document.")],
            examples: [
                Example(
                    "simplepush enroll tablet-7 --ssid \"Cruise Ship Wi-Fi\" --output keys",
                    "Enroll a device for one network"),
                Example("simplepush enroll tablet-7 --revoke", "Lock a lost device out"),
            ],
            exitStatuses: [
                ExitStatusSpec(.notFound, "No such device, or no server set up"), .denied,
                ExitStatusSpec(.noService, "The server is not running"),
            ])
    }

    func validate() throws(ValueError) {
        try server.validate()
        if Set(devices).count < devices.count { throw ValueError("a device is named twice") }
        try profile.validate()
        if limits.age < .seconds(1) { throw ValueError("--max-age is at least a second") }
    }

    func run(in context: SimplePushContext) throws -> ExitStatus {
        isRevoking ? try revoke(in: context) : try enroll(in: context)
    }

    // MARK: Enrolling

    private func enroll(in context: SimplePushContext) throws -> ExitStatus {
        let target = try server.target(in: context)
        let session = try ServerSession(target)
        let records = try devices.map { device in
            DeviceRecord(name: device, password: try SecureRandom.password())
        }
        // Written before anything is changed: a password that cannot be kept is not to be in force.
        let files = try records.map { try prepare($0, target, in: context) }
        let isOwn = server.server == nil
        let maker = MailboxMaker(
            session: session,
            storeFolder: isOwn ? try context.serverFolder(server.folder).files.mailboxes : nil)
        for device in devices {
            try maker.make(MailboxLayout(mailbox: Mailbox(device: device), limits: limits))
        }
        if isOwn {
            try change(in: context) { list in for record in records { list[record.name] = record } }
            try wait(for: records, target, in: context)
        }
        try report(files.map { try $0.place() }, isOwn: isOwn, records, in: context)
        return .success
    }

    private func prepare(
        _ record: DeviceRecord, _ target: ConnectionTarget, in context: SimplePushContext
    ) throws -> DeviceFiles {
        let trust: EnrolledDevice.Trust =
            switch target.trust {
            case .authorities(let pem): .authority(pem)
            case .pin(let pin): .pin(pin.description)
            case .plainText: throw Failure(.usage, "a server without TLS is no server for devices")
            }
        let host = try profile.host ?? defaultHost(target, in: context)
        let device = EnrolledDevice(
            device: record.name, password: record.password, host: host, port: target.port,
            trust: trust)
        return try profile.prepare(device)
    }

    /// The first name that the admin gave the server.
    private func defaultHost(
        _ target: ConnectionTarget, in context: SimplePushContext
    ) throws -> String {
        guard server.server == nil else { return target.host }
        let settings = try context.serverFolder(server.folder).settings()
        return settings.names.first ?? settings.certificateNames.first ?? target.host
    }

    private func report(
        _ written: [WrittenDevice], isOwn: Bool, _ records: [DeviceRecord],
        in context: SimplePushContext
    ) throws {
        if isJSON {
            try context.console.print(["devices": .array(written.map(\.json))])
        } else {
            for device in written { try context.console.print(device.text) }
        }
        guard !isOwn else { return }
        context.console.note("add these users to the devices' account of the server:")
        context.console.tell(lines: records.map(ServerConfiguration.user))
    }

    // MARK: Revoking

    private func revoke(in context: SimplePushContext) throws -> ExitStatus {
        let maker = MailboxMaker(session: try ServerSession(server.target(in: context)))
        var known: Set<DeviceName> = []
        if server.server == nil {
            try change(in: context) { list in
                for device in devices where list[device] != nil {
                    known.insert(device)
                    list[device] = nil
                }
            }
        }
        for device in devices where try maker.remove(Mailbox(device: device)) {
            known.insert(device)
        }
        let missing = devices.filter { !known.contains($0) }
        if isJSON {
            try context.console.print([
                "revoked": .array(known.sorted().map { .string($0.text) }),
                "unknown": .array(missing.map { .string($0.text) }),
            ])
        } else {
            for device in known.sorted() { try context.console.print("\(device): revoked") }
        }
        for device in missing { context.console.note("there is no device \(device)") }
        if server.server != nil && !known.isEmpty {
            context.console.note(
                "until their users are removed from the devices' account of the server they can log in"
            )
        }
        return missing.isEmpty ? .success : .notFound
    }

    // MARK: The folder

    private func change(
        in context: SimplePushContext, _ edit: (inout DeviceList) throws -> Void
    ) throws {
        let folder = try context.serverFolder(server.folder)
        try folder.change {
            var list = try folder.devices()
            let before = list
            try edit(&list)
            if list != before { try folder.write(list) }
        }
    }

    /// Waits until the running server lets the last of them in.
    private func wait(
        for records: [DeviceRecord], _ target: ConnectionTarget, in context: SimplePushContext
    ) throws {
        guard let record = records.last else { return }
        var own = target
        own.user = record.name.text
        own.password = record.password
        let deadline = MonotonicClock.now + .seconds(10)
        while true {
            do {
                _ = try ServerSession(own, attempts: 1)
                return
            } catch let failure as ConnectFailure {
                if MonotonicClock.now > deadline { throw failure }
            }
            _ = try Poller.wait(for: [], until: MonotonicClock.now + .milliseconds(20))
        }
    }
}
