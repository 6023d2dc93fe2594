import CommandLineKit
import Testing

struct CompletionTests {
    private func complete(_ words: String...) -> Completion {
        let engine = CompletionEngine(root: Sample.tree.spec) { source in
            source == .ports
                ? [.init("Hamburg", "a port"), .init("Hull\n"), .init("Le Havre")] : []
        }
        return engine.complete(words)
    }

    private func words(_ completion: Completion) -> [String] {
        guard case .candidates(let candidates) = completion else { return ["(files)"] }
        return candidates.map(\.word)
    }

    @Test func `commands are offered, hidden ones are not`() {
        #expect(words(complete("")) == ["ship", "sail"])
        #expect(words(complete("sh")) == ["ship"])
        #expect(complete("ship", "l") == .candidates([.init("list", "List the ships")]))
    }

    @Test func `options that are used up are not offered again`() {
        let offered = words(complete("ship", "add", "--port", "x", "--crew=1", "-"))
        #expect(offered == ["--port", "--color", "--owner", "--new", "--used", "--json", "--help"])
    }

    @Test func `values are offered in both forms`() {
        #expect(words(complete("ship", "add", "--color", "")) == ["red", "green", "blue"])
        #expect(words(complete("ship", "add", "--color=b")) == ["--color=blue"])
        #expect(words(complete("--color", "ship", "add", "--crew", "")) == [])
    }

    @Test func `values are looked up, and what would break a line stays out`() {
        #expect(words(complete("ship", "add", "A", "--port", "H")) == ["Hamburg"])
        #expect(
            words(complete("ship", "add", "A", "--port=")) == ["--port=Hamburg", "--port=Le Havre"])
    }

    @Test func `file names are left to the shell`() {
        #expect(complete("sail", "--log", "/t") == .files)
        #expect(complete("sail", "--log=/t") == .files)
        #expect(Completion.files.text == "files\n")
    }

    @Test func `after two dashes no option is offered`() {
        #expect(words(complete("sail", "--", "-")) == [])
    }

    @Test func `what scripts read starts with the kind`() {
        let completion = Completion.candidates([.init("a", "b c"), .init("d")])
        #expect(completion.text == "candidates\na\tb c\nd\n")
    }

    @Test(arguments: Shell.allCases)
    func `the scripts are valid`(_ shell: Shell) throws {
        guard Tool.exists(shell.rawValue) else { return }
        let script = shell.completionScript(program: "fleet")
        #expect(try Tool.run("\(shell.rawValue) -n", file: script).isEmpty)
    }

    @Test(.enabled(if: Tool.exists("bash")))
    func `bash completes, with quotes and equals signs`() throws {
        let script =
            Shell.bash.completionScript(program: "fleet") + """
                fleet() { printf '[%s]' "${@:3}" >&3; printf 'candidates\\n--port=Le Havre\\tx\\n'; }
                COMP_WORDS=(fleet ship add "'A" "b'" --port = Le\\\\\\ H) COMP_CWORD=7
                _fleet 3>&1
                printf '\\n%s\\n' "${COMPREPLY[@]}"
                """
        #expect(
            try Tool.run("bash", file: script) == "[ship][add][A][b][--port=Le H]\nLe\\ Havre\n")
    }
}
