package import NATSClient

extension MailboxReader {
    /// One message as it came.
    package struct Delivery {
        /// Which message it is, and where it is acknowledged.
        package let acknowledgement: AcknowledgementSubject
        /// The message itself.
        package let message: NATSMessage
    }

    /// Whom the reader tells.
    package struct Handlers {
        /// A message is to be shown; `done` is called with true once it is taken care of and that is on
        /// the disk, with false when it is to come again.
        package var deliver: (Delivery, _ done: @escaping (Bool) -> Void) -> Void
        /// The connection's state has changed.
        package var status: (LinkStatus) -> Void
        /// The identity was claimed for this instance, which the next one may want to know.
        package var claimed: (_ instance: String) -> Void

        /// Handlers of all three.
        package init(
            deliver: @escaping (Delivery, _ done: @escaping (Bool) -> Void) -> Void,
            status: @escaping (LinkStatus) -> Void, claimed: @escaping (String) -> Void
        ) {
            self.deliver = deliver
            self.status = status
            self.claimed = claimed
        }
    }

    /// What an earlier agent of this device has left on the disk.
    package struct Past {
        /// What it called itself.
        package var instance: String
        /// Where the last message that it was done with is acknowledged, in case it did not come to it.
        package var acknowledgement: String?
    }
}
