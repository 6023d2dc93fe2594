import Glibc
import LinuxSystem
import TestSupport
import Testing

struct PathEvidenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `what was not touched is still true, there or not`() throws {
        let evidence = [
            PathEvidence(of: try folder.write("file", "x")), PathEvidence(of: folder("missing")),
            PathEvidence(of: folder.path),
        ]
        #expect(evidence.map(\.isPresent) == [true, false, true])
        #expect(evidence.map(\.isStillTrue) == [true, true, true])
    }

    @Test func `a file written to in place is found changed, whatever its times say`() throws {
        let path = try folder.write("file", "x")
        let before = try FileStatus(of: path)
        let evidence = PathEvidence(of: path)
        let isChanged = { () -> Bool in
            guard let file = try? FileDescriptor.open(path, O_WRONLY) else { return false }
            try? file.writeAll([0x79])
            return (try? FileStatus(of: path).changed) != before.changed
        }
        #expect(eventually { isChanged() })
        let second = 1_000_000_000
        let time = timespec(
            tv_sec: Int(before.modified) / second, tv_nsec: Int(before.modified) % second)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        let now = try FileStatus(of: path)
        #expect(now.modified == before.modified && now.identity == before.identity)
        #expect(!evidence.isStillTrue)
    }

    @Test func `what appears, is replaced, or can be written by others is found`() throws {
        let path = try folder.write("file", "x")
        let (file, missing) = (PathEvidence(of: path), PathEvidence(of: folder("new")))
        let place = PathEvidence(of: folder.path)
        try folder.write("new", "x")
        #expect(!missing.isStillTrue)
        #expect(place.isStillTrue, "what is in a folder does not count")
        try FileSystem.rename(folder("new"), to: path)
        #expect(!file.isStillTrue)
        chmod(folder.path, 0o777)
        #expect(!place.isStillTrue)
    }
}
