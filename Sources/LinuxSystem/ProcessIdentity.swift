package import Glibc

/// Who and what this process is.
package enum ProcessIdentity {
    /// The user whose rights the process has.
    package static var effectiveUser: uid_t { geteuid() }
    /// The user who started the process.
    package static var realUser: uid_t { getuid() }
    /// The process's number.
    package static var pid: pid_t { getpid() }
    /// Makes writing to what nobody reads an error, EPIPE, and no longer the end of the process.
    package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    /// Whether `descriptor` is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
