package import Glibc
package import MessageLines

/// What an agent's process tells, directly or by what it does.
package enum AgentNews: Equatable, Sendable {
    /// Its program runs, as the process of this number. It need not be ready.
    case launched(pid: pid_t)
    /// Its program could not be executed, for the reason in words. ``ended(_:)`` follows.
    case launchFailed(String)
    /// It said something on its standard output. A `simple` agent is taken to say that it started.
    case said(MessageFromAgent)
    /// It said something that is no message; what is wrong with it, escaped.
    case complaint(String)
    /// It wrote a line to its standard error, a `simple` one also to its standard output; the line,
    /// escaped.
    case logged(String)
    /// Everything of it is gone; how its process ended, in words. The last news.
    case ended(String)
}
