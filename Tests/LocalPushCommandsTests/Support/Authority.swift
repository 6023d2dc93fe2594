import Glibc
import LinuxSystem
import TestSupport
import Testing

/// An authority and those who sign by it, made by the stock openssl.
struct Authority {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem "
                + "-subj /CN=Authority -days 30")
    }

    /// The path of a file of its own.
    func callAsFunction(_ name: String) -> String { folder(name) }

    /// Makes `NAME.key` and `NAME.pem`, valid for so many days from now, of this authority or of another
    /// that it made.
    func addSigner(
        _ name: String, days: Int = 20, by issuer: String = "ca", isAuthority: Bool = false
    ) throws {
        try openssl(
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout \(name).key "
                + "-out \(name).csr -subj /O=Ship/CN=\(name)")
        let extensions = try folder.write(
            "extensions", "basicConstraints = critical, CA:\(isAuthority ? "TRUE" : "FALSE")\n")
        try openssl(
            "x509 -req -in \(name).csr -CA \(issuer).pem -CAkey \(issuer).key -days \(days) "
                + "-extfile \(extensions) -out \(name).pem")
    }

    /// Runs openssl in the folder; fails unless it succeeds.
    func openssl(_ words: String) throws {
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        var description = ProcessDescription(
            executable: "/usr/bin/env",
            arguments: ["env", "-C", folder.path, "openssl"]
                + words.split(separator: " ").map(String.init),
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
        description.descriptors = [null.raw, null.raw, null.raw]
        let status = try ChildProcess.spawn(description).wait()
        try #require(status == .exited(0), "openssl \(words)")
    }
}
