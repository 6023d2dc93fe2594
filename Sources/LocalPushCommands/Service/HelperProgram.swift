import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel

/// Programs that have what the command line does without.
enum HelperProgram {
    /// The path of the program `name`: beside `program`, which runs, or in libexec.
    ///
    /// - Parameter title: What people call it.
    static func find(
        _ name: String, _ title: String, from program: String
    ) throws(Failure) -> String {
        let folder = FileSystem.components(program).dropLast()
        let places = [folder, folder.dropLast() + ["libexec", "localpush"]].map {
            "/" + ($0 + [name]).joined(separator: "/")
        }
        for place in places where (try? FileStatus(of: place).kind) == .file { return place }
        throw Failure(
            .failure, "\(title) is not installed",
            advice: [
                "It should be at \(places.map { SafeText.escaped($0) }.joined(separator: " or "))"
            ])
    }
}
