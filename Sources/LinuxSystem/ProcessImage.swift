import Glibc

/// The program that this process runs.
package enum ProcessImage {
    /// Lets this process run another program from now on: execve(2). The description's descriptors
    /// and session are not looked at: the process keeps its own.
    ///
    /// Returns only by throwing what stands in the way, naming the executable: ENOENT, EACCES and so
    /// on, EINVAL for a NUL in an argument.
    package static func replace(with description: ProcessDescription) throws(SystemError) -> Never {
        let executable = description.executable
        for text in [executable] + description.arguments { try checkForNUL(text, "execute") }
        let arguments = CStrings(description.arguments.map { Array($0.utf8) })
        let environment = CStrings(description.environment.entries)
        withExtendedLifetime((arguments, environment)) {
            _ = unsafe execve(executable, arguments.pointers, environment.pointers)
        }
        throw .last("execute", executable)
    }

    /// Whether the file of the program that this process runs was removed or replaced since it was
    /// started, as an upgrade does; see `/proc/pid/exe` in proc(5).
    package static var isReplaced: Bool {
        (try? FileSystem.target(ofLink: "/proc/self/exe"))?.hasSuffix(" (deleted)") ?? false
    }
}
