import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel

/// Which files the paths on a command line mean.
enum ProfilePaths {
    /// The profile files at `path`, signed ones among them: of a folder those in it, by name; `-`, which
    /// is standard input, and a file are themselves. Throws when a folder has none: most likely it is
    /// the wrong one.
    static func files(at path: String) throws -> [String] {
        guard path != "-", try FileStatus(of: path).kind == .folder else { return [path] }
        let files = try FileSystem.names(in: path).filter { name in
            (name.hasSuffix(".json") || name.hasSuffix(".p7m")) && !name.hasSuffix(".schema.json")
                && !name.hasPrefix(".")
        }
        if files.isEmpty {
            throw Failure(.failure, "there is no .json or .p7m file in \(SafeText.escaped(path))")
        }
        return files.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
}
