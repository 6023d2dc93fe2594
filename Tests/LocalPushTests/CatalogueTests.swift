import Glibc
import LinuxSystem
import StrictJSON
import TestSupport
import Testing

/// The library's documentation, as `make docs` renders it.
@Suite struct CatalogueTests {
    private static let catalogue = Repository.path("Sources/LocalPush/LocalPush.docc")

    @Test func `every link leads somewhere, and everything public has a word and a place`() throws {
        let folder = try TemporaryFolder()
        let complaints = try render(into: folder)
        #expect(complaints.status == .exited(0), "\(complaints.text)")
        let isSilent = complaints.text.allSatisfy { $0.isWhitespace }
        #expect(isSilent, "\(complaints.text)")
        let pages = try pages(below: folder("docs/data/documentation"))
        #expect(pages.count > 100)
        // Those of conformances are docc's own.
        for (path, page) in pages where !path.hasSuffix("-implementations.json") {
            #expect(page["abstract"]?.elements.isEmpty == false, "\(path) says nothing")
            // What no list of topics names, docc lists by itself.
            for section in page["topicSections"]?.elements ?? [] {
                let title = section["title"]?.string ?? ""
                let isOurs = section["generated"] == nil || title == "Default Implementations"
                #expect(isOurs, "\(path): \(title) of no topic")
            }
        }
    }

    @Test func `the code in the articles is the samples' own`() throws {
        let samples = try ["SampleApp/main.swift", "SampleProvider/SimplePushProvider.swift"]
            .map { try Self.text(Repository.path("Tests/" + $0)) }
        var count = 0
        for name in try FileSystem.names(in: Self.catalogue) where name.hasSuffix(".md") {
            let parts = try Self.text(Self.catalogue + "/" + name).split(separator: "```swift\n")
            for part in parts.dropFirst() {
                let code = try #require(part.split(separator: "```").first)
                count += 1
                let isThere = samples.contains { $0.contains(code) }
                #expect(isThere, "\(name): \(code)")
            }
        }
        #expect(count > 5)
    }

    /// Has `make-docs` render into the folder's `docs`; what it says.
    private func render(into folder: TemporaryFolder) throws -> (status: WaitStatus, text: String) {
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        let said = try FileDescriptor.open(folder("said"), O_WRONLY | O_CREAT, mode: 0o600)
        let program = Repository.path("Packaging/make-docs")
        var description = ProcessDescription(
            executable: program,
            arguments: [program, String(Repository.program("").dropLast()), folder("docs")],
            environment: Environment.current)
        description.descriptors = [null.raw, said.raw, said.raw]
        let status = try ChildProcess.spawn(description).wait()
        return (status, try Self.text(folder("said")))
    }

    /// All pages below a folder.
    private func pages(below path: String) throws -> [(path: String, page: JSONValue)] {
        try FileSystem.names(in: path).flatMap { name in
            let path = path + "/" + name
            guard name.hasSuffix(".json") else { return try pages(below: path) }
            return [(path, try JSONValue(parsing: try FileSystem.read(path, limit: 1 << 22)))]
        }
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
    }
}
