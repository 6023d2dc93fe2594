import Glibc
import LinuxSystem
import LocalPushService

ProcessIdentity.keepOwnersRights()
exit(
    ServiceProgram.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: .current))
