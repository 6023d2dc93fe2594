import Glibc
import LinuxSystem
import LocalPushService

exit(
    ServiceProgram.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: .current))
