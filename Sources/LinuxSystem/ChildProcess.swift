import CLinux
package import Glibc

/// How a process ended.
package enum WaitStatus: Hashable, Sendable {
    /// It returned this status, 0 to 255.
    case exited(Int32)
    /// This signal ended it.
    case signaled(Int32)

    /// Reads a status as wait(2) gives it.
    package init(waitStatus status: Int32) {
        self =
            clinux_exited(status) != 0
            ? .exited(clinux_exit_status(status)) : .signaled(clinux_termination_signal(status))
    }
}

extension WaitStatus: CustomStringConvertible {
    /// How the process ended, in words: "exited with status 1".
    package var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signaled(let signal): "killed by signal \(signal)"
        }
    }
}

/// What a new process is to be.
package struct ProcessDescription: Sendable {
    /// The absolute path of the program. No folder is searched and no shell is involved.
    package var executable: String
    /// The program's arguments, its own name first.
    package var arguments: [String]
    /// Its environment, complete.
    package var environment: Environment
    /// Which of this process's descriptors it gets, by position: the first becomes 0, and so on. All
    /// others are closed in it.
    package var descriptors: [Int32] = [0, 1, 2]
    /// Whether it leads a session of its own, away from this process's terminal.
    package var startsSession = false

    /// Describes a process that gets descriptors 0 to 2 and stays in this session.
    package init(executable: String, arguments: [String], environment: Environment) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// A child process. Whoever starts one has to wait for it in the end.
package struct ChildProcess: ~Copyable, Sendable {
    /// The process's number. It may be another's once the process was waited for.
    package let pid: pid_t
    /// The process itself, to be signaled and to be watched for its end.
    package let handle: ProcessHandle

    /// Starts a process with an empty signal mask and every signal's default action.
    ///
    /// Throws what stands in the way, naming the executable: ENOENT, EACCES and so on when it cannot be
    /// executed, EINVAL for a NUL in an argument.
    package static func spawn(
        _ description: ProcessDescription
    ) throws(SystemError) -> ChildProcess {
        let executable = description.executable
        for text in [executable] + description.arguments { try checkForNUL(text, "execute") }
        let arguments = CStrings(description.arguments.map { Array($0.utf8) })
        let environment = CStrings(description.environment.entries)
        var pid: pid_t = 0
        let error = unsafe clinux_spawn(
            &pid, executable, arguments.pointers, environment.pointers,
            description.descriptors, Int32(description.descriptors.count),
            description.startsSession ? 1 : 0)
        if error != 0 { throw SystemError("execute", executable, errno: error) }
        // Nobody has waited for the child, so the number is still its own.
        return ChildProcess(pid: pid, handle: try ProcessHandle(pid))
    }

    /// Waits until the process has ended and tells how. It is then gone: to be called once.
    package consuming func wait() throws(SystemError) -> WaitStatus {
        var status: Int32 = 0
        let pid = pid
        try retrying("wait for process") { unsafe waitpid(pid, &status, 0) }
        return WaitStatus(waitStatus: status)
    }
}

/// An array of C strings with a null pointer at its end, as execve(2) takes it.
@safe final class CStrings {
    private var storage: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [[UInt8]]) {
        unsafe storage = texts.map { text in
            unsafe text.withUnsafeBytes { bytes in
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
                unsafe UnsafeMutableRawPointer(copy).copyMemory(
                    from: bytes.baseAddress ?? UnsafeRawPointer(copy), byteCount: text.count)
                unsafe copy[text.count] = 0
                return unsafe copy
            }
        }
        unsafe storage.append(nil)
    }

    deinit {
        unsafe storage.forEach { unsafe $0?.deallocate() }
    }

    /// The array, valid while this object lives.
    var pointers: [UnsafeMutablePointer<CChar>?] { unsafe storage }
}
