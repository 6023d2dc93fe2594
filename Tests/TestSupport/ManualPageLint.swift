package import LinuxSystem

/// What mandoc has to say against manual pages.
package enum ManualPageLint {
    /// Whether mandoc is installed.
    package static var isPossible: Bool { (try? FileStatus(of: "/usr/bin/mandoc")) != nil }

    /// The warnings and errors in a page of the repository; empty for a good one.
    package static func complaints(about page: String) throws(SystemError) -> String {
        let ends = try FileDescriptor.pipe()
        var description = ProcessDescription(
            executable: "/usr/bin/mandoc",
            arguments: ["mandoc", "-T", "lint", "-W", "warning", Repository.path("man/\(page)")],
            environment: ["PATH": "/usr/bin:/bin"])
        description.descriptors = [0, ends.second.raw, ends.second.raw]
        let mandoc = try ChildProcess.spawn(description)
        let output = try ends.keepingFirst().readToEnd(limit: 1 << 20)
        _ = try mandoc.wait()
        return String(decoding: output, as: UTF8.self)
    }
}
