import CLinux
import Glibc

/// What is known about a terminal.
package enum Terminal {
    /// The size of the terminal `descriptor`, in columns and rows; nil when it is no terminal or does
    /// not know.
    package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Does something while another program has the terminal: Ctrl-C and Ctrl-\ are for that program
    /// alone, as with system(3).
    package static func lending<Result>(
        _ work: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            // A question blocks SIGINT, and what is blocked waits, ignored or not, until it is ignored anew.
            signal(SIGINT, SIG_IGN)
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        return try work()
    }

    /// Runs a program that has the terminal, until it ends. A signal that asks this process to end hangs
    /// up on the program, and counts as one that has ended it.
    package static func lending(
        to description: ProcessDescription
    ) throws(SystemError) -> WaitStatus {
        try lending { () throws(SystemError) in
            let ends = FileDescriptor(owning: try retrying("hold signals") { clinux_hold_end() })
            let result = Result { () throws(SystemError) in
                try ChildProcess.spawn(description).wait(hangingUpAt: ends)
            }
            let signal = clinux_release_end()
            let status = try result.get()
            return signal > 0 ? .signaled(signal) : status
        }
    }

    /// What somebody types on the terminal `descriptor`, up to and without the line feed.
    ///
    /// - Parameter deadline: in ``MonotonicClock``'s time.
    package static func reply(
        on descriptor: Int32, until deadline: Duration
    ) throws(SystemError) -> TerminalReply {
        let interrupts = FileDescriptor(
            owning: try retrying("wait for interrupts") { clinux_interrupts() })
        let input = try FileDescriptor(duplicating: descriptor)
        let ready = try Poller.wait(
            for: [.init(input.raw), .init(interrupts.raw)], until: deadline)
        if ready.isEmpty { return .none }
        if ready.contains(1) { return .interrupted }
        // A terminal gives a whole line at once.
        guard case .bytes(let bytes) = try input.read(upTo: 4096) else { return .interrupted }
        return .line(Array(bytes.prefix { $0 != UInt8(ascii: "\n") }))
    }
}

/// What somebody at a terminal answered.
package enum TerminalReply: Equatable, Sendable {
    /// A line.
    case line([UInt8])
    /// Ctrl-C, or the end of the input.
    case interrupted
    /// Nothing in time.
    case none
}
