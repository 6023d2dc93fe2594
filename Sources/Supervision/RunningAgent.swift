package import MessageLines

/// An agent that runs, or is about to, whatever runs it.
///
/// Whether and when to stop it is decided elsewhere; this does what it is told, and tells what happens as
/// ``AgentNews``. To be kept until ``AgentNews/ended(_:)``.
package protocol RunningAgent: AnyObject {
    /// Sends the agent a message. Returns false, having sent nothing, when it does not read: then it
    /// is not worth waiting for an answer.
    @discardableResult
    func send(_ message: MessageToAgent) throws(MessageError) -> Bool
    /// Asks the agent to end, as SIGTERM does.
    func terminate()
    /// Kills everything the agent ever started.
    func kill()
}
