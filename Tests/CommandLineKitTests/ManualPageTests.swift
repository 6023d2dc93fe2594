import CommandLineKit
import Testing

struct ManualPageTests {
    private var page: String {
        ManualPage(
            Sample.tree.spec, date: "November 30, 2025",
            environment: .init("ENVIRONMENT", [("SHIP", "A ship. 'quoted' \\ and \"so\".")]),
            files: .init("FILES", [("/etc/fleet.json", ".hidden files count.")]),
            exitStatuses: [ExitStatusSpec(.success, "Done")],
            seeAlso: [("systemd", 1), ("iw", 8)]
        ).text
    }

    @Test(.enabled(if: Tool.exists("mandoc")))
    func `mandoc finds nothing to complain about`() throws {
        let complaints = try Tool.run("mandoc -T lint -W warning", file: page)
        #expect(complaints.isEmpty, "\(complaints)")
    }

    @Test(.enabled(if: Tool.exists("mandoc")))
    func `the page says what was declared`() throws {
        let text = try Tool.run("mandoc -T ascii -O width=400 | col -b", file: page)
        for part in [
            "fleet – Keep a fleet of ships", "ship add NAME [--port PORT]", "--owner OWNER",
            "'quoted' \\ and \"so\".", ".hidden files count.", "/etc/fleet.json", "iw(8)",
        ] {
            let ascii = part.split(separator: "–").joined(separator: "-")
            #expect(text.contains(ascii), "\(part)")
        }
        #expect(!text.contains("__secret"))
    }
}
