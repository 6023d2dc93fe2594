import Glibc

extension ChildProcess {
    /// Runs a program that reads all of `input` before it answers; returns the answer.
    ///
    /// Its standard error is this process's. Throws EPIPE for one that does not read all, and EIO for one
    /// that does not end with 0.
    package static func converse(
        with description: ProcessDescription, _ input: [UInt8], limit: Int = 1 << 30
    ) throws(SystemError) -> [UInt8] {
        ProcessIdentity.ignoreBrokenPipes()
        let question = try FileDescriptor.pipe()
        let answer = try FileDescriptor.pipe()
        var description = description
        description.descriptors = [question.first.raw, answer.second.raw, STDERR_FILENO]
        let child = try spawn(description)
        let read = answer.keepingFirst()
        var failure: SystemError?
        do throws(SystemError) { try send(input, to: question.keepingSecond()) } catch {
            failure = error
        }
        let output: [UInt8]
        do throws(SystemError) { output = try receive(from: read, limit: limit) } catch {
            _ = try? child.wait()
            throw error
        }
        let status = try child.wait()
        if let failure { throw failure }
        guard status == .exited(0) else {
            throw SystemError("talk to", description.executable, errno: EIO)
        }
        return output
    }

    /// Writes all, and ends the input.
    private static func send(
        _ input: [UInt8], to pipe: consuming FileDescriptor
    ) throws(SystemError) { try pipe.writeAll(input) }

    /// Reads all, and closes the pipe: whoever still writes must not wait for ever.
    private static func receive(
        from pipe: consuming FileDescriptor, limit: Int
    ) throws(SystemError) -> [UInt8] { try pipe.readToEnd(limit: limit) }
}
