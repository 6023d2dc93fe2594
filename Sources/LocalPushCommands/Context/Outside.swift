import Glibc
package import LinuxSystem
package import LocalPushModel

/// What a command does to, or asks of, the world beyond files: injected, so that a test decides.
package struct Outside {
    /// The time of ``MonotonicClock``.
    package var now: () -> Duration
    /// The time of ``WallClock``.
    package var wallClock: () -> Int64
    /// All of standard input; throws EFBIG when it is over so many bytes.
    package var input: (_ limit: Int) throws(SystemError) -> [UInt8]
    /// Whether somebody sits at a terminal, reads what is told there, and can answer.
    package var isInteractive: () -> Bool
    /// What somebody at the terminal answers until a time of ``MonotonicClock``.
    package var reply: (_ deadline: Duration) throws(SystemError) -> TerminalReply
    /// Runs a program on this terminal until it ends; that this one is to end counts as a signal to that.
    package var run: (ProcessDescription) throws(SystemError) -> WaitStatus
    /// Runs a program that reads all of the bytes and then answers with others.
    package var converse: (ProcessDescription, [UInt8]) throws(SystemError) -> [UInt8]
    /// Which device this is.
    package var device: () -> DeviceIdentity
    /// Turns this process into another program; returns only by throwing.
    package var become: (ProcessDescription) throws(SystemError) -> Never
    /// Makes a view of the device's Wi-Fi.
    package var wireless: () -> any WirelessSource
    /// The path of the running program's own file.
    package var programPath: () throws(SystemError) -> String

    /// A world of these parts.
    package init(
        now: @escaping () -> Duration,
        wallClock: @escaping () -> Int64,
        input: @escaping (Int) throws(SystemError) -> [UInt8],
        isInteractive: @escaping () -> Bool,
        reply: @escaping (Duration) throws(SystemError) -> TerminalReply,
        run: @escaping (ProcessDescription) throws(SystemError) -> WaitStatus,
        converse: @escaping (ProcessDescription, [UInt8]) throws(SystemError) -> [UInt8],
        device: @escaping () -> DeviceIdentity,
        become: @escaping (ProcessDescription) throws(SystemError) -> Never,
        wireless: @escaping () -> any WirelessSource,
        programPath: @escaping () throws(SystemError) -> String
    ) {
        self.now = now
        self.wallClock = wallClock
        self.input = input
        self.isInteractive = isInteractive
        self.reply = reply
        self.run = run
        self.converse = converse
        self.device = device
        self.become = become
        self.wireless = wireless
        self.programPath = programPath
    }

    /// The real world. Only the executable may use it.
    package static var real: Outside {
        Outside(
            now: { MonotonicClock.now },
            wallClock: { WallClock.now },
            input: { limit throws(SystemError) in
                // Not by way of /dev/stdin: that cannot be opened where it is a socket, or a pipe of root's.
                try FileDescriptor(duplicating: STDIN_FILENO).readToEnd(limit: limit)
            },
            isInteractive: {
                ProcessIdentity.isTerminal(STDIN_FILENO)
                    && ProcessIdentity.isTerminal(STDERR_FILENO)
            },
            reply: { deadline throws(SystemError) in
                try Terminal.reply(on: STDIN_FILENO, until: deadline)
            },
            run: { description throws(SystemError) in
                try Terminal.lending(to: description)
            },
            converse: { description, input throws(SystemError) in
                try ChildProcess.converse(with: description, input)
            },
            device: {
                DeviceIdentity(
                    machineIdentifier: Machine.identifier, hostName: Machine.hostName)
            },
            become: { description throws(SystemError) in
                try ProcessImage.replace(with: description)
            },
            wireless: { KernelWireless() },
            programPath: { () throws(SystemError) in
                try FileSystem.target(ofLink: "/proc/self/exe")
            })
    }
}
