import LinuxSystem
import LocalPushModel
import PreferencesStore
import SystemdSupport

/// Takes back the change to the store that nobody confirmed in time, whoever made it.
final class RevertKeeper {
    private static let pauseWhileBusy = Duration.milliseconds(20)
    private static let pauseAfterFailure = Duration.seconds(60)

    private let store: PreferencesStore
    private let log: Log
    private let reverted: () -> Void
    private var timer: TimerSource?
    /// The change that is waited for, by its generation, and when its time is over: monotonic, and by
    /// the time of day.
    private var awaited: (generation: Int, until: Duration, deadline: Int64)?

    /// When the change that awaits its confirmation is taken back, in ``WallClock``'s time; nil while
    /// none does.
    var deadline: Int64? { awaited?.deadline }

    /// - Parameter reverted: Called when a change was taken back.
    init(
        _ store: PreferencesStore, loop: EventLoop, log: Log, reverted: @escaping () -> Void
    ) throws(SystemError) {
        self.store = store
        self.log = log
        self.reverted = reverted
        timer = try loop.timer { [weak self] in self?.revert() }
    }

    /// Looks whether a change awaits its confirmation. One whose time is over is taken back in the
    /// loop's next turn.
    func look() {
        do throws(StoreError) {
            awaited = try store.pendingRevert().map(awaiting)
            timer?.set(awaited?.until)
        } catch {
            log.error("cannot tell whether a change awaits its confirmation: \(error)")
        }
    }

    /// The time of day may be set back meanwhile, and monotonic time stands still while the device
    /// sleeps: what ends first counts.
    private func awaiting(
        _ pending: PendingRevert
    ) -> (generation: Int, until: Duration, deadline: Int64) {
        let until = MonotonicClock.now + pending.remaining(at: WallClock.now)
        let known = awaited?.generation == pending.generation ? awaited?.until : nil
        return (pending.generation, min(until, known ?? until), pending.deadline)
    }

    private func revert() {
        do throws(StoreError) {
            if case .reverted = try store.revert(patience: .zero) {
                log.warning("a change of the profiles was not confirmed in time and is taken back")
                awaited = nil
                reverted()
            }
        } catch {
            if case .busy = error { return timer?.set(after: Self.pauseWhileBusy) ?? () }
            log.error("cannot take back a change that was not confirmed: \(error)")
            timer?.set(after: Self.pauseAfterFailure)
        }
    }
}
