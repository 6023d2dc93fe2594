import Glibc
import LinuxSystem
import NATSClient
import SimplePush
import StrictJSON
import SystemdSupport

// Many devices in one process, for measurements: each with a connection of its own to one server, over
// TLS, and all that an agent does to keep it.
//
//   MailboxFleet HOST PORT CA-FILE DEVICES-FILE
//
// DEVICES-FILE is the server's devices.json. On standard output: a line whenever a device becomes
// connected or ceases to be, `+ SECONDS` or `- SECONDS` of the monotonic clock. Ends at the end of
// standard input.

let arguments = CommandLine.arguments
guard arguments.count == 5, let port = UInt16(arguments[2]) else {
    print("usage: MailboxFleet HOST PORT CA-FILE DEVICES-FILE")
    exit(2)
}
let authority = String(
    decoding: try FileSystem.read(arguments[3], limit: 1 << 20), as: UTF8.self)
let devices = try JSONValue(parsing: try FileSystem.read(arguments[4], limit: 1 << 26))

let loop = try EventLoop()
let log = Log(to: .warning) { entry in print("# \(entry.message)") }
var readers: [MailboxReader] = []
guard case .array(let list)? = devices["devices"] else { exit(1) }
for device in list {
    guard case .string(let name)? = device["name"], case .string(let password)? = device["password"]
    else { continue }
    let mailbox = Mailbox(device: try DeviceName(name))
    let target = ConnectionTarget(
        host: arguments[1], port: port, trust: .authorities(authority), user: name,
        password: password, inboxPrefix: mailbox.inboxPrefix)
    var isConnected = false
    readers.append(
        try MailboxReader(
            AgentConfiguration(mailbox: mailbox, target: target), instance: "fleet-\(name)",
            past: nil, loop: loop, log: log,
            handlers: MailboxReader.Handlers(
                deliver: { _, done in done(true) },
                status: { status in
                    if (status.state == .connected) == isConnected { return }
                    isConnected.toggle()
                    let now = Double(MonotonicClock.now.nanoseconds) / 1e9
                    print(isConnected ? "+" : "-", now)
                    fflush(nil)
                }, claimed: { _ in })))
}
// They have joined the network one after the other, a hundred a second.
var next = 0
let pace = try loop.timer {
    for reader in readers[next..<min(next + 5, readers.count)] { reader.start() }
    next = min(next + 5, readers.count)
    if next < readers.count { pacer?.set(after: .milliseconds(50)) }
}
var pacer: TimerSource? = pace
pace.set(after: .zero)
let end = try loop.watch(STDIN_FILENO) { _ in loop.exit(0) }
exit(try withExtendedLifetime(end) { try loop.run() })
