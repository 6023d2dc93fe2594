import LinuxSystem
import StrictJSON
import TestSupport
import Testing

/// Apple's first sample, as a program of its own.
struct SampleAppTests {
    @Test func `the app's configuration becomes a profile, value by value`() throws {
        let folder = try TemporaryFolder()
        let read = { try FileSystem.read(folder($0), limit: 1 << 20) }
        let app = try ChildProcess.spawn(
            ProcessDescription(
                executable: Repository.program("SampleApp"), arguments: ["SampleApp", "save"],
                environment: [
                    "HOME": folder.path, "LOCALPUSH_STORE": folder("preferences.json"),
                    "SAMPLE_APP_REPORT": folder("report"),
                ]))
        #expect(try app.wait() == .exited(0))
        #expect(
            String(decoding: try read("report"), as: UTF8.self)
                == "saved com.myexample.simplepush.provider\n")
        let store = try JSONValue(parsing: read("preferences.json"))
        #expect(
            store["profiles"] == [
                [
                    "isEnabled": true,
                    "matchSSIDs": ["Cruise Ship Wi-Fi", "Cruise Ship Staff Wi-Fi"],
                    "name": "com.myexample.simplepush.provider",
                    "providerBundleIdentifier": "com.myexample.SimplePush.Provider",
                    "providerConfiguration": ["host": "cruiseship.example.com"],
                ]
            ])
    }
}
