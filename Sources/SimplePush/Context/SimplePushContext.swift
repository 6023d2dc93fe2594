package import CommandConsole
import CommandLineKit
package import Glibc
package import LinuxSystem

/// Everything that a command of simplepush acts through.
package struct SimplePushContext {
    /// What is said.
    package let console: Console
    /// The process's environment variables.
    package let environment: Environment
    /// The effective user; 0 is root.
    package let user: uid_t

    /// A context of these parts.
    package init(console: Console, environment: Environment, user: uid_t) {
        self.console = console
        self.environment = environment
        self.user = user
    }

    /// The process's own surroundings. Only the executable may use it.
    package static var real: SimplePushContext {
        let environment = Environment.current
        return SimplePushContext(
            console: .real(SimplePushProgram.name, environment: environment),
            environment: environment, user: ProcessIdentity.effectiveUser)
    }

    /// The folder of the server: `given`, or the one of this user.
    func serverFolder(_ given: String?) throws -> ServerFolder {
        if let given {
            let isAbsolute = given.utf8.first == UInt8(ascii: "/")
            let path = isAbsolute ? given : try FileSystem.workingDirectory() + "/" + given
            return ServerFolder(path: path)
        }
        if user == 0 { return ServerFolder(path: "/var/lib/localpush/simplepush-server") }
        let data = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" }
        guard let data, data.utf8.first == UInt8(ascii: "/") else {
            throw Failure(
                .failure, "no home folder is known",
                advice: ["Name the server's folder: --folder FOLDER"])
        }
        return ServerFolder(path: data + "/localpush/simplepush-server")
    }
}
