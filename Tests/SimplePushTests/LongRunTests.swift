import LinuxSystem
import TestSupport
import Testing

/// The bench's long run (Tests/Bench/longrun.py) with few messages: real agents, a real server, and one
/// fault of each kind.
struct LongRunTests {
    private func run(_ options: String...) throws -> (status: WaitStatus, output: String) {
        let folder = try TemporaryFolder()
        let null = try FileDescriptor.open("/dev/null", 2)
        try folder.write("output", "")
        let output = try FileDescriptor.open(folder("output"), 1)
        let products = Repository.program("")
        var description = ProcessDescription(
            executable: "/usr/bin/python3",
            arguments: [
                "python3", "-B", Repository.path("Tests/Bench/longrun.py"), "--products", products,
                "--messages", "300", "--rate", "60",
            ] + options,
            environment: ["PATH": "/usr/bin:/bin"])
        description.descriptors = [null.raw, output.raw, output.raw]
        let status = try ChildProcess.spawn(description).wait()
        let bytes = try FileSystem.read(folder("output"), limit: 1 << 20)
        return (status, String(decoding: bytes, as: UTF8.self))
    }

    @Test func `through all faults nothing is lost, shown twice or out of order`() throws {
        let (status, output) = try run()
        #expect(status == .exited(0), "\(output)")
        #expect(output.contains(" 0 lost, 0 shown twice, 0 out of order; "), "\(output)")
        // At least one was on the screen when its agent was killed.
        #expect(!output.contains("; 0 shown again in their place"), "\(output)")
    }

    @Test func `a screen that does not know a message again is the one place to see it twice`()
        throws
    {
        let (status, output) = try run("--no-tags", "--seed", "8")
        #expect(status == .exited(1), "\(output)")
        #expect(output.contains(" 0 lost, "), "\(output)")
        #expect(!output.contains(" 0 shown twice, "), "\(output)")
        #expect(output.contains(" 0 out of order; "), "\(output)")
    }
}
