import Glibc
import LinuxSystem
import TestSupport
import Testing

/// The program itself at real terminals, and with none.
struct TerminalTests {
    private var terminal: RealTerminal

    init() throws { terminal = try RealTerminal() }

    @Test(arguments: [40, 60, 80]) func `help keeps to the width of the terminal`(
        _ columns: Int
    ) throws {
        var terminal = terminal
        terminal.columns = columns
        terminal.environment["PAGER"] = ""
        let outcome = try terminal.localpush("help", "profile")
        #expect(outcome.status == .exited(0))
        #expect(outcome.lines.allSatisfy { $0.unicodeScalars.count <= columns })
    }

    @Test func `headings are bold, but not with NO_COLOR, and not for a program`() throws {
        var terminal = terminal
        terminal.environment["PAGER"] = ""
        #expect(try terminal.localpush("help").shown.contains("\u{1B}[1m"))
        let piped = try terminal.run(["/bin/sh", "-c", "localpush help | cat"])
        #expect(!piped.shown.contains("\u{1B}"))
        terminal.environment["NO_COLOR"] = "1"
        #expect(!(try terminal.localpush("help").shown.contains("\u{1B}")))
    }

    @Test func `the same is printed in every locale`() throws {
        var terminal = terminal
        _ = try terminal.localpush(
            "profile", "add", "ship", "--ssid", "Fähre ⛴", "--provider", "com.example.P")
        let here = try terminal.localpush("profile", "show", "ship", "--json")
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1", ""] {
            terminal.environment["LANG"] = locale
            let there = try terminal.localpush("profile", "show", "ship", "--json")
            #expect(there.shown == here.shown && there.shown.contains("Fähre ⛴"))
        }
    }

    @Test func `a terminal that knows only ASCII is shown what else there is as escapes`() throws {
        var terminal = terminal
        _ = try terminal.localpush(
            "profile", "add", "ship", "--ssid", "Fähre", "--provider", "com.example.P")
        #expect(try terminal.localpush("profile", "show", "ship").shown.contains("\"Fähre\""))
        for locale in ["C", "de_DE.ISO-8859-1", ""] {
            terminal.environment["LC_ALL"] = locale
            terminal.environment["LANG"] = ""
            let shown = try terminal.localpush("profile", "show", "ship").shown
            #expect(shown.contains(#""F\xc3\xa4hre""#) && shown.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test func `tables keep to the width where letters are shown as escapes`() throws {
        var terminal = terminal
        terminal.environment["NO_COLOR"] = "1"
        terminal.environment["LC_ALL"] = "C"
        let ssids = (1...5).flatMap { ["--ssid", "Fähre \($0) für Gäste"] }
        _ = try terminal.run(
            ["localpush", "profile", "add", "ship", "--provider", "com.example.P"] + ssids)
        for words in [["profile", "list"], ["match", "Zürich"]] {
            let lines = try terminal.run(["localpush"] + words).lines
            #expect(lines.count > 3 && lines.contains { $0.contains("F\\xc3\\xa4hre") })
            for line in lines { #expect(line.utf8.count <= 80, "\(line)") }
        }
    }

    @Test func `nobody is told when a pipe is closed early`() throws {
        let script = "localpush help profile add --json 2>errors | head -c 1 >/dev/null; cat errors"
        let outcome = try terminal.run(["/bin/sh", "-c", "cd '\(terminal.folder.path)'; \(script)"])
        #expect(outcome.status == .exited(0) && outcome.shown.isEmpty, "\(outcome.shown)")
    }

    @Test func `a result that cannot be written is a failure`() throws {
        let outcome = try terminal.run(["/bin/sh", "-c", "localpush help >/dev/full"])
        #expect(outcome.status == .exited(1))
        #expect(outcome.shown.contains("cannot write to standard output: No space left"))
    }

    @Test func `Ctrl-C in a question saves nothing`() throws {
        var terminal = terminal
        terminal.environment["NO_COLOR"] = "1"
        let outcome = try terminal.localpush(
            "profile", "add", steps: [("Name of the profile:", "ship\r"), ("SSID", "\u{3}")])
        #expect(outcome.status == .exited(1))
        #expect(outcome.lines.suffix(2) == ["localpush: nothing was saved", ""])
        #expect((try? FileStatus(of: terminal.folder("preferences.json"))) == nil)
    }

    /// A terminal of somebody who has the profile `ship`, and an editor that does this and stays open.
    private func terminal(editing script: String) throws -> RealTerminal {
        var terminal = terminal
        _ = try terminal.localpush(
            "profile", "add", "ship", "--ssid", "Pier", "--provider", "com.example.P")
        terminal.environment["EDITOR"] = try terminal.folder.write(
            "editor", "#!/bin/sh\n\(script)\nwhile :; do sleep 0.1; done\n", mode: 0o755)
        return terminal
    }

    @Test func `Ctrl-C in an editor is the editor's`() throws {
        let terminal = try terminal(
            editing: """
                trap 'sed -i s/Pier/Harbor/ "$1"; exit 0' INT
                echo editing
                """)
        let outcome = try terminal.localpush(
            "profile", "edit", "ship", steps: [("editing", "\u{3}")])
        #expect(outcome.status == .exited(0) && outcome.shown.contains("changed ship"))
        #expect(try terminal.localpush("profile", "show", "ship").shown.contains("Harbor"))
    }

    @Test(arguments: ["TERM", "HUP"])
    func `who is told to end while the editor runs changes nothing and keeps what was written`(
        _ signal: String
    ) throws {
        var terminal = try terminal(
            editing: """
                trap 'exit 0' HUP
                [ -z "$WRITES" ] || sed -i s/Pier/Harbor/ "$1"
                kill -\(signal) $(cut -d' ' -f4 /proc/$PPID/stat)
                """)
        func drafts() throws -> [String] {
            try FileSystem.names(in: terminal.folder.path).filter { $0.hasPrefix("localpush-") }
        }
        let outcome = try terminal.localpush("profile", "edit", "ship")
        #expect(outcome.status == .exited(1) && outcome.shown.contains("ended the editor"))
        #expect(try drafts().isEmpty && !outcome.shown.contains("--file"))
        terminal.environment["WRITES"] = "1"
        let other = try terminal.localpush("profile", "edit", "ship")
        let draft = terminal.folder(try #require(try drafts().first))
        #expect(other.status == .exited(1) && other.shown.contains("--file \(draft)"))
        #expect(try FileContents.text(draft).contains("Harbor"))
        #expect(try terminal.localpush("profile", "show", "ship").shown.contains("Pier"))
    }

    @Test(arguments: [100, 600])
    func `what an editor wrote stays whole where there is no room, and no draft is left half`(
        _ length: Int
    ) throws {
        var terminal = terminal
        _ = try terminal.localpush(
            "profile", "add", "ship", "--ssid", "Pier", "--provider", "com.example.P", "--set",
            "text=\(String(repeating: "x", count: length))")
        terminal.environment["EDITOR"] = try terminal.folder.write(
            "editor", "#!/bin/sh\nprintf '{%0500d}' 0 >\"$1\"\n", mode: 0o755)
        let outcome = try terminal.run(
            ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 1; exec localpush profile edit ship"],
            steps: length == 100 ? [("Correct it?", "y\r")] : [])
        #expect(outcome.status == .exited(1) && outcome.shown.contains("File too large"))
        let drafts = try FileSystem.names(in: terminal.folder.path)
            .filter { $0.hasPrefix("localpush-") }
        let texts = try drafts.map { try FileContents.text(terminal.folder($0)).utf8.count }
        #expect(texts == (length == 100 ? [502] : []), "\(outcome.shown)")
    }
}
