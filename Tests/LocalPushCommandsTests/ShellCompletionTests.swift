import LinuxSystem
import TestSupport
import Testing

/// Completion as people have it: in the shells themselves, by pressing Tab.
struct ShellCompletionTests {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        var command: [String] {
            switch self {
            case .bash: ["/bin/bash", "--norc", "--noprofile", "-i"]
            case .zsh: ["/usr/bin/zsh", "-f", "-i"]
            case .fish: ["/usr/bin/fish", "--no-config", "-i"]
            }
        }

        /// Reads the completion script, as a user's start-up file does.
        var setUp: String {
            switch self {
            case .bash: "eval \"$(localpush completions bash)\""
            case .zsh: "autoload -Uz compinit; compinit -u; eval \"$(localpush completions zsh)\""
            case .fish: "localpush completions fish | source"
            }
        }

        static var here: [Shell] {
            allCases.filter { (try? FileStatus(of: $0.command[0])) != nil }
        }
    }

    /// The words that the shell hands over when `typed` and Tab and Enter were typed, each in brackets.
    private func words(_ typed: String, in shell: Shell) throws -> String {
        let terminal = try RealTerminal()
        let program = Repository.program("localpush")
        // Completion asks the program itself; what is run in the end shows its words.
        try terminal.folder.write(
            "bin/localpush",
            """
            #!/bin/sh
            case $1 in __complete | completions) exec '\(program)' "$@" ;; esac
            printf '<<'; printf '[%s]' "$@"; printf '>>\\n'

            """, mode: 0o755)
        for (name, ssid) in [("cruise-ship", "Cruise Ship Wi-Fi"), ("harbor", "It's $HOME")] {
            let added = try terminal.run([
                program, "profile", "add", name, "--ssid", ssid,
                "--provider", "com.example.\(name)",
            ])
            try #require(added.status == .exited(0), "\(added.shown)")
        }
        let outcome = try terminal.run(
            shell.command,
            steps: [
                ("", "\(shell.setUp); echo rea''dy-one\r"),
                ("ready-one", "localpush \(typed)\t\r"), (">>", "exit\r"),
            ])
        let tail = outcome.shown.split(separator: "<<").last ?? ""
        return String(tail.split(separator: ">>").first ?? "")
    }

    @Test(arguments: Shell.here)
    func `commands, options and what there is are completed`(_ shell: Shell) throws {
        #expect(try words("prof", in: shell).hasPrefix("[profile]"))
        #expect(try words("profile sho", in: shell) == "[profile][show]")
        #expect(try words("profile show --show-s", in: shell) == "[profile][show][--show-secrets]")
        #expect(try words("profile show cru", in: shell) == "[profile][show][cruise-ship]")
        #expect(
            try words("profile list --provider=com.example.h", in: shell)
                .contains("com.example.h"))
    }

    @Test(arguments: Shell.here)
    func `an SSID arrives as it is, whatever a shell would make of it`(_ shell: Shell) throws {
        #expect(try words("match Cru", in: shell) == "[match][Cruise Ship Wi-Fi]")
        #expect(try words("match It", in: shell) == "[match][It's $HOME]")
    }
}
