/// How much a mailbox holds for a device that is away.
package struct MailboxLimits: Hashable, Sendable {
    /// The most messages. When one more comes, the oldest goes.
    package var messages = 1000
    /// The most bytes, headers included. The server sets so many aside for each mailbox.
    package var bytes = 2 << 20
    /// For how long a message is kept.
    package var age = Duration.seconds(30 * 86_400)
    /// For how long a message that is sent again with the same id is noticed while it is still there.
    package var duplicateWindow = Duration.seconds(600)
    /// For how long a message that was delivered may stay unacknowledged before it is delivered again.
    package var acknowledgement = Duration.seconds(3)

    /// The limits of a mailbox for which nothing else is said.
    package init() {}
}
