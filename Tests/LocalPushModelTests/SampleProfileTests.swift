import Foundation
import LocalPushModel
import StrictJSON
import Testing

struct SampleProfileTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Profiles")

    private func samples() throws -> [(name: String, document: JSONDocument)] {
        try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
            .map { name in
                let bytes = try Data(contentsOf: Self.folder.appending(path: name))
                return (name, try JSONDocument(parsing: Array(bytes)))
            }
    }

    @Test func `every sample is a profile named like its file`() throws {
        let samples = try samples()
        #expect(samples.count >= 3)
        for (name, document) in samples {
            let profile = try Profile(document.root)
            #expect("\(profile.name).json" == name)
        }
    }

    @Test func `the schema knows the keys that the reader knows`() throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "profile.schema.json"))
        let schema = try JSONDocument(parsing: Array(bytes)).root
        let properties = try #require(schema["properties"]).members.compactMap(\.key.string)
        let full = Profile(
            name: try ProfileName("p"), localizedDescription: "d",
            matchSSIDs: [try #require(SSID(text: "A"))],
            providerBundleIdentifier: try BundleIdentifier("com.example"),
            issue: ProfileIssue(version: 1))
        let written = try JSONDocument(parsing: Array(full.json.compactText.utf8)).root
        #expect(Set(properties) == Set(written.members.compactMap(\.key.string)))
    }
}
