import LinuxSystem
import TestSupport
import Testing

/// The command line is one static file, in which looking up names would crash or load libraries.
struct StaticProgramTests {
    @Test func `the command line holds no name service`() throws {
        let program = try FileSystem.read(Repository.program("localpush"), limit: 1 << 30)
        // glibc's name service has this path in it, whoever calls it.
        let sign = Array("/etc/nsswitch.conf".utf8)
        #expect(!program.withUnsafeBytes { $0.contains(sign) })
    }
}

extension UnsafeRawBufferPointer {
    /// Whether `needle` is somewhere in these bytes.
    fileprivate func contains(_ needle: [UInt8]) -> Bool {
        var rest = self[...]
        while let start = rest.firstIndex(of: needle[0]) {
            if rest[start...].starts(with: needle) { return true }
            rest = rest[(start + 1)...]
        }
        return false
    }
}
