import LinuxSystem

enum FileContents {
    static func read(_ path: String) throws -> [UInt8] { try FileSystem.read(path, limit: 1 << 26) }

    static func text(_ path: String) throws -> String {
        String(decoding: try read(path), as: UTF8.self)
    }
}
