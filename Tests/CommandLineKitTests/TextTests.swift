import CommandLineKit
import Testing

struct TextTests {
    @Test(arguments: [
        ("ship", 4), ("é", 1), ("e\u{301}", 1), ("船", 2), ("🚢", 2), ("ｗ", 2), ("", 0), ("Ж", 1),
    ])
    func `width counts columns`(_ text: String, _ columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }

    @Test func `lines break at spaces only`() {
        #expect(TextWrap.lines("aa bb cc", width: 5) == ["aa bb", "cc"])
        #expect(TextWrap.lines("aaaaaaaa b", width: 5) == ["aaaaaaaa", "b"])
        #expect(TextWrap.lines("", width: 5) == [""])
        #expect(TextWrap.lines("a  b c", width: 4) == ["a  b", "c"])
        #expect(TextWrap.lines("船船 船", width: 5) == ["船船", "船"])
        #expect(TextWrap.paragraph("aa bb", width: 4, indent: 2) == "  aa\n  bb")
    }

    @Test func `columns of a table align by what is seen`() {
        var table = TextTable(["NAME", "STATE", "NOTE"])
        table.add(["船", .init("on", .good), "x"])
        table.add(["long name", "off", ""])
        #expect(
            table.lines(.plain) == [
                "NAME       STATE  NOTE", "船         on     x", "long name  off",
            ])
        #expect(table.lines(.colored)[1] == "船         \u{1B}[32mon\u{1B}[0m     x")
    }

    @Test func `where a terminal has only ASCII, a table is laid out by the escapes`() {
        let style = TextStyle(isTerminal: true) { ["LC_ALL": "C", "NO_COLOR": "1"][$0] }
        var table = TextTable(["NAME", "STATE", "WHY"])
        table.add(["é", "on", "it wants é é…"])
        table.add(["long name", "off", "x é é"])
        #expect(
            table.lines(style, width: 42) == [
                "NAME       STATE  WHY", "\\xc3\\xa9   on     it wants \\xc3\\xa9",
                "                  \\xc3\\xa9...", "long name  off    x \\xc3\\xa9 \\xc3\\xa9",
            ])
        let other = TextStyle(isTerminal: true) { ["LANG": "de_DE.utf8"][$0] }
        #expect(other.shown("é…") == "é…" && TextStyle.plain.shown("é…") == "é…")
    }

    @Test func `the last column is broken where the terminal is too narrow`() {
        var table = TextTable(["NAME", "WHY"])
        table.add(["ship", .init("it wants one network or another one", .bad)])
        #expect(
            table.lines(.plain, width: 28) == [
                "NAME  WHY", "ship  it wants one network", "      or another one",
            ])
        #expect(table.lines(.plain, width: 20).count == 2)
        #expect(table.lines(.plain).count == 2)
    }

    @Test(arguments: [
        (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
        (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    ])
    func `colors obey NO_COLOR`(
        _ isTerminal: Bool, _ variables: [String: String], _ isColored: Bool
    ) {
        let style = TextStyle(isTerminal: isTerminal) { variables[$0] }
        #expect((style.apply(.bad, "x") != "x") == isColored)
        #expect(style.apply(.bad, "").isEmpty)
    }

    @Test func `long output goes through a pager on a terminal`() {
        func pager(_ count: Int, _ isTerminal: Bool, _ variables: [String: String]) -> String? {
            PagerChoice.command(
                lineCount: count, screenHeight: 24, isTerminal: isTerminal,
                environment: { variables[$0] })
        }
        #expect(pager(24, true, [:]) == "less")
        #expect(pager(23, true, [:]) == nil)
        #expect(pager(99, false, [:]) == nil)
        #expect(pager(99, true, ["PAGER": "more"]) == "more")
        #expect(pager(99, true, ["PAGER": "more", "LOCALPUSH_PAGER": "cat"]) == nil)
        #expect(pager(99, true, ["PAGER": ""]) == nil)
        #expect(pager(99, true, ["TERM": "dumb"]) == nil)
    }
}
