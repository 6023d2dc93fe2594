import LinuxSystem
import MessageLines

/// Why a conversation with the service failed.
enum ControlError: Error, Equatable {
    /// It did not answer in time.
    case timedOut
    /// It closed the connection, most likely since it stops.
    case closed
    /// What was said makes no sense to one of the two.
    case misunderstood(MessageError)
    /// It does not do what was asked.
    case refused(ControlReply.Refusal)
    /// The system refused.
    case failed(SystemError)
}
