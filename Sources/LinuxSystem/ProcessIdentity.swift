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

    /// Lets what this process and its children make be read and written by its owner, whatever umask they
    /// were started with: one that takes the owner's rights makes files that the next run cannot open.
    package static func keepOwnersRights() { umask(umask(0o077) & 0o077) }

    /// Whether `descriptor` is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
