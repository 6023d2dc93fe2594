import CSystemd
package import LinuxSystem

/// A bus as this program sees it: what it offers there and listens to, over one connection after the
/// other. A bus that is not there, or goes, is tried again; nothing here ever waits.
///
/// Declare objects, names and signals first, then ``connect()``.
package final class Bus {
    /// The pauses between attempts to connect start here and double, up to the longest; after that only
    /// ``tryAgain()`` tries again, so that a bus that is not there costs no wake-ups.
    private static let shortestPause = Duration.milliseconds(250)
    private static let longestPause = Duration.seconds(32)
    /// A connection that held as long as this proves that all was well.
    private static let healthyPeriod = Duration.seconds(60)

    /// What people call this bus.
    package let description: String
    /// Called each time the bus has let us in.
    package var connected: () -> Void = {}
    /// Called each time a connection that was in use is lost.
    package var lost: () -> Void = {}

    private let address: String
    private let acceptsDescriptors: Bool
    private let stallPatience: Duration
    private let loop: EventLoop
    private let log: Log
    private var exports: [BusExport] = []
    private var names: [BusName] = []
    private var signals: [BusMatch] = []
    private var managers: [String] = []
    private(set) var connection: BusConnection?
    private var retry: TimerSource?
    private var pause: Duration? = Bus.shortestPause
    private var connectedAt: Duration?
    private var wasAbsenceTold = false

    /// - Parameters:
    ///   - description: What people call the bus, as "system bus".
    ///   - address: As ``BusAddress`` gives it.
    ///   - acceptsDescriptors: Whether messages may bring descriptors, as every client's then can.
    ///   - stallPatience: How long the bus may take nothing of what waits to be sent. A bus that holds
    ///     too many messages of ours, which some client does not read, takes no more; a new connection
    ///     starts afresh.
    package init(
        _ description: String, at address: String, loop: EventLoop, log: Log,
        acceptsDescriptors: Bool = false, stallPatience: Duration = .seconds(10)
    ) throws(SystemError) {
        self.description = description
        self.address = address
        self.loop = loop
        self.log = log
        self.acceptsDescriptors = acceptsDescriptors
        self.stallPatience = stallPatience
        retry = try loop.timer(accuracy: .milliseconds(250)) { [weak self] in self?.connect() }
    }

    deinit {
        // sd-bus knows objects of ours by their addresses alone.
        connection?.close()
    }

    // MARK: Declaring

    /// Offers an object.
    package func offer(_ interface: BusInterface, at path: String) {
        exports.append(BusExport(interface, at: .object(path)))
    }

    /// Offers all objects below `prefix` that there are at the moment that somebody asks.
    ///
    /// - Parameters:
    ///   - paths: The paths of all of them.
    ///   - contains: Whether there is an object with this path.
    package func offer(
        _ interface: BusInterface, below prefix: String, paths: @escaping () -> [String],
        contains: @escaping (String) -> Bool
    ) {
        exports.append(
            BusExport(interface, at: .objects(below: prefix, paths: paths, contains: contains)))
    }

    /// Lets clients ask the object at `path` for all objects below it: it has the interface
    /// `org.freedesktop.DBus.ObjectManager` too.
    package func offerObjectManager(at path: String) { managers.append(path) }

    /// Goes by `name` as soon as nobody else does. That it may not is told in the log, and that it may
    /// after all.
    package func request(name: String) {
        names.append(
            BusName(name) { [log, description] error in
                if let error {
                    log.warning("cannot be \(name) on the \(description): \(error)")
                } else {
                    log.info("can be \(name) on the \(description) now")
                }
            })
    }

    /// Calls `handler` with signals. They are a hint to look again and no more: anybody can send
    /// a signal that passes for this one.
    ///
    /// - Parameters:
    ///   - path: The object that the signal is from; nil for any.
    ///   - argument: What the signal's first value must be, a text; nil for any.
    package func listen(
        to member: String, of interface: String, at path: String?, from sender: String,
        about argument: String? = nil, handler: @escaping (BusMessage) -> Void
    ) {
        signals.append(
            BusMatch(
                sender: sender, path: path, interface: interface, member: member,
                argument: argument, handler: handler))
    }

    // MARK: Connecting

    /// Whether the bus has let us in.
    package var isConnected: Bool { connection?.isReady ?? false }

    /// Connects, from the loop's next turn on; does nothing where there is a connection.
    package func connect() {
        guard connection == nil else { return }
        retry?.set(nil)
        do throws(SystemError) {
            connection = try BusConnection(
                loop, address: address, acceptsDescriptors: acceptsDescriptors,
                stallPatience: stallPatience,
                prepare: { [self] connection throws(SystemError) in try prepare(connection) },
                ready: { [weak self] in self?.becameReady() },
                lost: { [weak self] in self?.wasLost($0) })
        } catch {
            absent(error)
        }
    }

    /// Connects if there is no connection and no attempt is due anyway; where there is one, asks again
    /// for names that the bus refused: it may have read another policy since.
    package func tryAgain() {
        if pause == nil { connect() }
        guard let connection else { return }
        for name in names where name.isRefused { try? name.request(over: connection) }
        connection.sent()
    }

    private func prepare(_ connection: BusConnection) throws(SystemError) {
        for path in managers {
            try connection.add("offer", path) { slot in
                unsafe sd_bus_add_object_manager(connection.pointer, slot, path)
            }
        }
        for export in exports { try export.offer(over: connection) }
        for signal in signals { try signal.listen(over: connection) }
        for name in names { try name.request(over: connection) }
    }

    private func becameReady() {
        connectedAt = MonotonicClock.now
        if wasAbsenceTold { log.info("the \(description) is there") }
        wasAbsenceTold = false
        connected()
    }

    private func wasLost(_ error: SystemError) {
        connection = nil
        if let since = connectedAt, MonotonicClock.now - since >= Self.healthyPeriod {
            pause = Self.shortestPause
        }
        let wasInUse = connectedAt != nil
        connectedAt = nil
        if wasInUse {
            log.notice("the \(description) is lost: \(error.reason)")
            wasAbsenceTold = true
        }
        absent(error)
        if wasInUse { lost() }
    }

    /// That there is no bus is normal.
    private func absent(_ error: SystemError) {
        if !wasAbsenceTold { log.debug("there is no \(description): \(error.reason)") }
        wasAbsenceTold = true
        guard let pause else { return }
        retry?.set(after: pause)
        self.pause = pause < Self.longestPause ? pause * 2 : nil
    }
}
