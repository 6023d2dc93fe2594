import CSystemd
package import LinuxSystem

/// The one loop of a program that has one thread: it waits for what its sources wait for and calls
/// their handlers, one after the other.
///
/// A thin layer over sd-event (sd-event(3)). A source lives as long as its object: keep the object, and
/// drop it to be called no more; a handler may drop its own. A handler must not block. The loop is
/// level-triggered: a handler that leaves something to be read is called again.
@safe package final class EventLoop {
    /// The loop, for what else of libsystemd attaches to it.
    let pointer: OpaquePointer

    /// Makes a loop with no sources.
    package init() throws(SystemError) {
        var event: OpaquePointer?
        try check(unsafe sd_event_new(&event), "make an event loop")
        guard let event = unsafe event else { throw SystemError("make an event loop", errno: 0) }
        unsafe pointer = event
    }

    deinit { unsafe sd_event_unref(pointer) }

    /// Calls handlers until ``exit(_:)`` is called; returns what it was given.
    package func run() throws(SystemError) -> Int32 {
        try check(unsafe sd_event_loop(pointer), "run the event loop")
    }

    /// Waits until something happens, but not beyond `patience`, and calls the handlers of what did.
    /// Returns false when nothing did.
    @discardableResult
    package func runOnce(patience: Duration) throws(SystemError) -> Bool {
        let microseconds = UInt64(max(0, (patience.nanoseconds + 999) / 1000))
        return try check(unsafe sd_event_run(pointer, microseconds), "run the event loop") > 0
    }

    /// Lets ``run()`` return `code` once the current handler has returned.
    package func exit(_ code: Int32) {
        _ = unsafe sd_event_exit(pointer, code)
    }

    /// Tells systemd's watchdog that the loop is alive, if the unit asks for it (`WatchdogSec=`).
    /// Returns whether it does.
    @discardableResult
    package func feedWatchdog() throws(SystemError) -> Bool {
        try check(unsafe sd_event_set_watchdog(pointer, 1), "set the watchdog") > 0
    }
}

/// What a call of libsystemd returned, unless it is an error number below zero.
@discardableResult
func check(
    _ result: Int32, _ operation: String, _ subject: String? = nil
) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(operation, subject, errno: -result) }
    return result
}
