import Glibc
package import LinuxSystem
import SystemdSupport

extension AppPushProvider {
    /// The program of a provider: makes one and has it run until it is stopped. Ends the process.
    public static func main() {
        exit(self.init().run())
    }

    /// Speaks the session protocol over standard input and output until the service, or the end of the
    /// input, ends the session. May be called once.
    ///
    /// What else the program prints to standard output meanwhile goes to standard error, as part of the
    /// log; its standard input is empty.
    ///
    /// - Returns: The exit status for the program: 0 after a stop, 1 when the provider did not start
    ///   or could not stop in time.
    public final func run() -> Int32 {
        do {
            return try run(
                input: try Self.takeStandardInput(), output: try Self.takeStandardOutput())
        } catch {
            log.error("\(error)")
            return 1
        }
    }

    /// Speaks the session protocol over two descriptors until the session ends; returns the exit status.
    package final func run(
        input: consuming FileDescriptor, output: consuming FileDescriptor
    ) throws(SystemError) -> Int32 {
        ProcessIdentity.ignoreBrokenPipes()
        let session = try ProviderSession(self, input: input, output: output)
        self.session = session
        defer { self.session = nil }
        return try session.run()
    }

    /// What comes on standard input, for the session alone: no child may read it.
    private static func takeStandardInput() throws(SystemError) -> FileDescriptor {
        let input = try FileDescriptor(duplicating: STDIN_FILENO)
        let null = try FileDescriptor.open("/dev/null", O_RDONLY)
        _ = dup2(null.raw, STDIN_FILENO)
        return input
    }

    /// Standard output, for the session alone: what a program prints may not get between messages.
    private static func takeStandardOutput() throws(SystemError) -> FileDescriptor {
        let output = try FileDescriptor(duplicating: STDOUT_FILENO)
        _ = dup2(STDERR_FILENO, STDOUT_FILENO)
        // A terminal is shared with others, which would be surprised.
        if !ProcessIdentity.isTerminal(output.raw) { try output.setNonBlocking() }
        return output
    }
}
