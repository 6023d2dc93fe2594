import LinuxSystem
import MessageLines
import PreferencesStore
import SystemdSupport

/// Changes the stored profiles as commands do, as transactions, without ever waiting for the store's
/// lock: while another program holds it, tries again from the loop.
final class StoreEditor {
    /// Makes a change; whatever it throws, nothing is changed.
    typealias Edit = (inout Preferences) throws(ControlReply.Refusal) -> Void
    /// Called once, with the generation that the store then has.
    typealias Done = (Result<Int, ControlReply.Refusal>) -> Void

    private struct Job {
        let edit: Edit
        let deadline: Duration
        let done: Done
    }

    /// As long as commands wait for the lock.
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(20)
    private static let mostJobs = 64

    private let store: PreferencesStore
    private let log: Log
    private var jobs: [Job] = []
    private var retry: TimerSource?

    init(_ store: PreferencesStore, loop: EventLoop, log: Log) throws(SystemError) {
        self.store = store
        self.log = log
        retry = try loop.timer { [weak self] in self?.work() }
    }

    /// Makes a change, now or soon, in the order of these calls.
    func perform(_ edit: @escaping Edit, done: @escaping Done) {
        guard jobs.count < Self.mostJobs else {
            return done(
                .failure(.init(exitStatus: 6, message: "too many changes wait for the store")))
        }
        jobs.append(
            Job(edit: edit, deadline: MonotonicClock.now + Self.patience, done: done))
        if jobs.count == 1 { work() }
    }

    private func work() {
        while let job = jobs.first {
            guard let result = attempt(job) else {
                retry?.set(after: Self.pause)
                return
            }
            job.done(result)
            jobs.removeFirst()
        }
    }

    /// Nil while another program holds the lock and there is time left.
    private func attempt(_ job: Job) -> Result<Int, ControlReply.Refusal>? {
        do {
            var transaction = try store.begin(patience: .zero)
            try job.edit(&transaction.preferences)
            try store.refuseUnsigned(from: transaction.before, to: transaction.preferences)
            let outcome = try transaction.commit()
            if case .saved(_, let failure?) = outcome {
                log.warning("the copy of the last good store is out of date: \(failure)")
            }
            return .success(outcome.generation)
        } catch StoreError.busy where MonotonicClock.now < job.deadline {
            return nil
        } catch let error as StoreError {
            return .failure(ControlReply.Refusal(error))
        } catch let refusal as ControlReply.Refusal {
            return .failure(refusal)
        } catch {
            return .failure(.init(exitStatus: 1, message: "\(error)"))
        }
    }
}

extension ControlReply.Refusal {
    /// The refusal that a command would give for the same reason.
    init(_ error: StoreError) {
        let status =
            switch error {
            case .busy, .changedUnderneath, .awaitsConfirmation: 6
            case .unreadable, .newerFormat, .unsafePath: 7
            case .denied, .unsigned: 5
            case .invalid: 2
            case .noHome, .policyUnusable, .failed: 1
            }
        self.init(exitStatus: status, message: error.description)
    }
}
