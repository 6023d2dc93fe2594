import LinuxSystem
import SystemdSupport

/// A number of the ``Switchboard`` and the pipe that wakes the loop when word is left for it.
final class Doorbell {
    let number: Int
    /// What to do with each word.
    var handler: ((Switchboard.Word) -> Void)?

    private let ends: DescriptorPair
    private var source: IOSource?

    init(_ loop: EventLoop) throws(SystemError) {
        ends = try FileDescriptor.pipe()
        try ends.first.setNonBlocking()
        try ends.second.setNonBlocking()
        number = Switchboard.open(bell: ends.second.raw)
        source = try loop.watch(ends.first.raw) { [unowned self] _ in answer() }
    }

    deinit {
        // A connection that came too late belongs to nobody.
        for case .attempted(let outcome) in Switchboard.close(number) { outcome.discard() }
    }

    private func answer() {
        _ = try? ends.first.read(upTo: 64)
        // The handler may drop this object.
        withExtendedLifetime(self) {
            for word in Switchboard.take(number) { handler?(word) }
        }
    }
}
