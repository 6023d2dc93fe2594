import CSystemd
import Glibc
import LinuxSystem

/// One connection to a bus, from the first attempt to its loss; see sd-bus(3).
///
/// Nothing here ever waits. While something waits to be sent, nothing is read: so what others can have
/// it hold is an answer or two, however much they ask and however little the bus takes.
@safe final class BusConnection {
    /// How many messages are dealt with before others that use the loop have their turn.
    private static let mostMessagesAtATime = 64
    /// With more messages than this waiting to be sent, large ones are refused.
    private static let manyUnsent: UInt64 = 8
    /// With more than this, the bus is given up: whoever lost track looks again on the next connection.
    private static let mostUnsent: UInt64 = 1024
    /// What sd-bus calls the connection.
    let pointer: OpaquePointer

    private let stallPatience: Duration
    private let ready: () -> Void
    private let lost: (SystemError) -> Void
    private var source: IOSource?
    private var timer: TimerSource?
    private var next: DeferredSource?
    private var slots: [OpaquePointer] = unsafe []
    private var replies: [ObjectIdentifier: PendingReply] = [:]
    private var stallDeadline: Duration?
    private var isProcessing = false
    private var isOver = false
    /// Whether a signal is being made, for which sd-bus asks as it does for an answer.
    var isTelling = false
    /// Whether the bus has let us in.
    private(set) var isReady = false

    /// Begins to connect to the bus at `address`.
    ///
    /// - Parameters:
    ///   - acceptsDescriptors: Whether messages may bring descriptors.
    ///   - stallPatience: How long the bus may take nothing of what waits to be sent.
    ///   - prepare: Offers objects, asks for names and signals; all goes out when the bus lets us in.
    ///   - ready: Called once when the bus has let us in.
    ///   - lost: Called once, unless this throws, when the connection is over, and why.
    init(
        _ loop: EventLoop, address: String, acceptsDescriptors: Bool, stallPatience: Duration,
        prepare: (BusConnection) throws(SystemError) -> Void,
        ready: @escaping () -> Void, lost: @escaping (SystemError) -> Void
    ) throws(SystemError) {
        var bus: OpaquePointer?
        try check(unsafe sd_bus_new(&bus), "connect to", address)
        guard let bus = unsafe bus else { throw SystemError("connect to", address, errno: ENOMEM) }
        unsafe pointer = bus
        self.stallPatience = stallPatience
        self.ready = ready
        self.lost = lost
        try check(unsafe sd_bus_set_address(bus, address), "connect to", address)
        try check(unsafe sd_bus_set_bus_client(bus, 1), "connect to", address)
        try check(
            unsafe sd_bus_negotiate_fds(bus, acceptsDescriptors ? 1 : 0), "connect to", address)
        try check(unsafe sd_bus_start(bus), "connect to", address)
        let descriptor = try check(unsafe sd_bus_get_fd(bus), "connect to", address)
        source = try loop.watch(descriptor) { [weak self] _ in self?.becameReady() }
        timer = try loop.timer { [weak self] in self?.timePassed() }
        next = try loop.deferred { [weak self] in self?.process() }
        try prepare(self)
        next?.schedule()
    }

    deinit {
        close()
        unsafe sd_bus_unref(pointer)
    }

    /// Ends the connection. Nothing is called any more, the answers that are due included.
    func close() {
        isOver = true
        // The descriptor is waited for no more before it is closed.
        (source, timer, next) = (nil, nil, nil)
        unsafe sd_bus_close(pointer)
        // A call that is still to be answered keeps sd-bus's side of the connection alive, but nothing
        // of ours that it refers to.
        unsafe slots.forEach { unsafe sd_bus_slot_unref($0) }
        unsafe slots.removeAll()
    }

    /// Adds something that sd-bus is to call us for, for as long as the connection lasts: a call of the
    /// kind of sd_bus_add_object_vtable(3), which gives a slot.
    @safe func add(
        _ operation: String, _ subject: String,
        _ add: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws(SystemError) {
        var slot: OpaquePointer?
        try check(unsafe add(&slot), operation, subject)
        if let slot = unsafe slot { unsafe slots.append(slot) }
    }

    /// Whether so much waits to be sent that nothing large is to be added.
    var isCrowded: Bool { unsent > Self.manyUnsent }

    private var unsent: UInt64 {
        var count: UInt64 = 0
        return unsafe sd_bus_get_n_queued_write(pointer, &count) < 0 ? 0 : count
    }

    /// Before the bus has let us in, its answers are needed for anything to be sent.
    private var isBlocked: Bool { isReady && unsent > 0 }

    // MARK: Calling

    /// Sends a call and has `answer` called once: with the reply, the error, or what became of the
    /// connection.
    func call(
        _ message: borrowing OutgoingMessage, patience: Duration,
        answer: @escaping (Result<BusMessage, BusError>) -> Void
    ) throws(SystemError) {
        let reply = PendingReply { [weak self] reply, result in
            self?.replies[ObjectIdentifier(reply)] = nil
            answer(result)
        }
        try unsafe reply.expect(message, on: pointer, patience: patience)
        replies[ObjectIdentifier(reply)] = reply
        sent()
    }

    /// To be called after anything was sent.
    func sent() {
        guard !isOver, !isProcessing else { return }
        update()
    }

    // MARK: The loop

    private func becameReady() {
        // The bus takes something, or says something.
        stallDeadline = nil
        process()
    }

    private func timePassed() {
        if let stallDeadline, stallDeadline <= MonotonicClock.now { return end(ETIMEDOUT) }
        process()
    }

    /// Deals with all that is there. sd-bus keeps messages it has read, of which the descriptor tells
    /// nothing: only when it has nothing to do it may be waited.
    private func process() {
        isProcessing = true
        var isDone = false
        for _ in 0..<Self.mostMessagesAtATime where !isDone && !isOver {
            let result = unsafe sd_bus_process(pointer, nil)
            if result < 0 { return end(-result) }
            // Before anything is dealt with that the bus has let in after us.
            noticeReadiness()
            isDone = result == 0 || isBlocked
        }
        isProcessing = false
        if isOver { return }
        if !isDone { next?.schedule() }
        update()
    }

    /// Waits for what can happen next.
    private func update() {
        noticeReadiness()
        if isOver { return }
        let events = unsafe sd_bus_get_events(pointer)
        var busDeadline = UInt64.max
        let result = unsafe sd_bus_get_timeout(pointer, &busDeadline)
        guard events >= 0, result >= 0 else { return end(-min(events, result)) }
        guard unsent <= Self.mostUnsent else { return end(ENOBUFS) }
        source?.setEvents(isBlocked ? .writable : IOEvents(rawValue: UInt32(events)))
        stallDeadline = isBlocked ? stallDeadline ?? MonotonicClock.now + stallPatience : nil
        // Where nothing is due there is the largest number.
        timer?.set(
            stallDeadline ?? (busDeadline == .max ? nil : .microseconds(Int64(busDeadline))))
    }

    private func noticeReadiness() {
        guard !isOver, !isReady, unsafe sd_bus_is_ready(pointer) > 0 else { return }
        isReady = true
        ready()
    }

    private func end(_ error: Int32) {
        guard !isOver else { return }
        close()
        for reply in replies.values {
            reply.fail(BusError(BusError.disconnected, "the connection to the bus is lost"))
        }
        lost(SystemError("use the bus", errno: error))
    }
}
