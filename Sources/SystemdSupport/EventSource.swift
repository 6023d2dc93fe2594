import CSystemd
import LinuxSystem

/// Something that an ``EventLoop`` waits for. It is no longer waited for once its object is gone.
///
/// The C side gets the object itself as its data, unretained: the object cancels the C source before it
/// goes, so the pointer never outlives it.
@safe package class EventSource {
    /// The C source; set once, right after the object itself exists.
    final var pointer: OpaquePointer?

    init() {}

    deinit { unsafe sd_event_source_disable_unref(pointer) }

    /// Whether the source is waited for. One that is switched off keeps what it waits for.
    package final var isEnabled: Bool {
        get {
            var state: Int32 = 0
            return unsafe sd_event_source_get_enabled(pointer, &state) > 0
        }
        set { setEnabled(newValue ? SD_EVENT_ON : SD_EVENT_OFF) }
    }

    /// Has the source looked at before (below zero) or after (above zero) others that are ready.
    package final func setPriority(_ priority: Int64) {
        _ = unsafe sd_event_source_set_priority(pointer, priority)
    }

    final func setEnabled(_ state: some BinaryInteger) {
        // Fails only in a forked child, of which there are none.
        _ = unsafe sd_event_source_set_enabled(pointer, Int32(state))
    }

    /// The object as the data of a C callback.
    final var data: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// The object that a C callback got as its data, kept alive during the callback.
    static func object(_ data: UnsafeMutableRawPointer?) -> Self? {
        unsafe data.map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}
