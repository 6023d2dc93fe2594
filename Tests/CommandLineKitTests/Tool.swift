import Glibc

/// Runs the tools that judge what is rendered.
enum Tool {
    struct Failure: Error {}

    static func exists(_ name: String) -> Bool { system("command -v \(name) >/dev/null 2>&1") == 0 }

    /// What `command` prints, standard error included, when a file with `content` is its last
    /// argument (of the first command, where several are piped).
    static func run(_ command: String, file content: String) throws -> String {
        var path = Array("/tmp/localpush-tool-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Failure() }
        defer {
            close(descriptor)
            unlink(path)
        }
        let bytes = Array(content.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure() }
        let name = path.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self)
        }
        var parts = command.split(separator: "|", maxSplits: 1).map(String.init)
        parts[0] += " \(name) 2>&1"
        return try output(of: parts.joined(separator: " | "))
    }

    private static func output(of command: String) throws -> String {
        guard let stream = popen(command, "re") else { throw Failure() }
        defer { pclose(stream) }
        var result: [UInt8] = []
        while case let byte = fgetc(stream), byte != EOF {
            result.append(UInt8(truncatingIfNeeded: byte))
        }
        return String(decoding: result, as: UTF8.self)
    }
}
