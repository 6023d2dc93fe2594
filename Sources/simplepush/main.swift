import CommandLineKit
import Glibc
import LinuxSystem
import SimplePush

let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    // CommandLine.arguments would repair what is not UTF-8; an SSID must arrive as it is.
    CommandLine.unsafeArgv[index].map { word in
        Argument(bytes: UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
}
ProcessIdentity.keepOwnersRights()
exit(Int32(SimplePushProgram.run(arguments, in: .real).rawValue))
