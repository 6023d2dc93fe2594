package import Glibc
package import LinuxSystem

/// A folder of a test's own, removed with all that is in it when the last reference is gone.
package final class TemporaryFolder {
    /// Its absolute path, without links.
    package let path: String

    /// Makes a folder that only this user may enter.
    package init() throws(SystemError) {
        var template = Array("/tmp/localpush-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw SystemError("make a temporary folder", errno: errno)
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.removeTree(path) }

    /// The path of something in the folder.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file into the folder; returns its path.
    @discardableResult
    package func write(
        _ name: String, _ contents: String, mode: mode_t = 0o644
    ) throws(SystemError) -> String {
        let file = try FileDescriptor.open(self(name), O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
        try file.changeMode(mode)
        try file.writeAll(Array(contents.utf8))
        return self(name)
    }

    private static func removeTree(_ path: String) {
        guard let status = try? FileStatus(of: path, followingLinks: false) else { return }
        if status.kind == .folder {
            unsafe chmod(path, 0o700)
            for name in (try? FileSystem.names(in: path)) ?? [] { removeTree(path + "/" + name) }
            try? FileSystem.removeFolder(path)
        } else {
            try? FileSystem.remove(path)
        }
    }
}
