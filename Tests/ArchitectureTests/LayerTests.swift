import Foundation
import Testing

/// The rooms of the house and what each may lean on, held against the imports in the code.
struct LayerTests {
    /// Each layer may import the layers above it in this list, and within its own layer the modules
    /// named before it.
    static let layers: [[String]] = [
        ["CLinux", "CNetlink", "CSystemd", "CNATS", "CCrypto", "CNATSGuard"],
        [
            "StrictJSON", "LocalPushModel", "Reconciliation", "WirelessCodec", "MessageLines",
            "CommandLineKit", "PushPayload",
        ],
        [
            "LinuxSystem", "CommandConsole", "PreferencesStore", "ProviderCatalog", "WirelessLink",
            "SystemdSupport",
            "Supervision", "Certificates", "NATSClient", "DesktopNotifications",
        ],
        ["LocalPush"],
        ["LocalPushService", "LocalPushCommands", "SignatureDesk", "SimplePush"],
        ["localpush", "localpushd", "localpush-keeper", "localpush-signature", "simplepush"],
    ]

    /// A C library has one module that talks to it.
    static let owners = [
        "CLinux": "LinuxSystem", "CNetlink": "WirelessLink", "CSystemd": "SystemdSupport",
        "CNATS": "NATSClient", "CNATSGuard": "NATSClient", "CCrypto": "Certificates",
    ]

    /// Modules of the toolchain that a module may use besides: the pure ones none at all.
    static let toolchain: [String: Set<String>] = [
        "LocalPushService": ["Glibc"], "PreferencesStore": ["Glibc"], "ProviderCatalog": ["Glibc"],
        "Supervision": ["Glibc"], "localpushd": ["Glibc"], "localpush": ["Glibc"],
        "localpush-signature": ["Glibc"],
        "LocalPushCommands": ["Glibc"], "LinuxSystem": ["Glibc"], "WirelessLink": ["Glibc"],
        "SystemdSupport": ["Glibc"], "Certificates": ["Glibc"], "CommandConsole": ["Glibc"],
        "LocalPush": ["Glibc"], "SimplePush": ["Glibc"], "simplepush": ["Glibc"],
        "NATSClient": ["Glibc", "Synchronization"],
    ]

    static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    private func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { !$0.hasPrefix(".") }
    }

    private func imports(of module: String) throws -> Set<String> {
        let folder = Self.sources.appending(path: module)
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        var imports: Set<String> = []
        for case let file as String in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 1 else { continue }
                let kinds: Set = ["struct", "class", "enum", "func", "protocol", "var", "let"]
                let path = words[(index + 1)...].first { !kinds.contains(String($0)) } ?? ""
                imports.insert(String(path.split(separator: ".").first ?? ""))
            }
        }
        return imports
    }

    @Test func `every module has its place`() throws {
        #expect(Set(try modules()).subtracting(Self.layers.joined()).isEmpty)
    }

    @Test func `no module imports upwards`() throws {
        let order = Array(Self.layers.joined())
        for module in try modules() {
            let place = try #require(order.firstIndex(of: module))
            for imported in try imports(of: module) {
                let allowed = Self.toolchain[module, default: []]
                guard let target = order.firstIndex(of: imported) else {
                    #expect(allowed.contains(imported), "\(module) imports \(imported)")
                    continue
                }
                #expect(target < place, "\(module) imports \(imported), which lies above it")
            }
        }
    }

    @Test func `each C library has one module that talks to it`() throws {
        for module in try modules() {
            for imported in try imports(of: module) {
                guard let owner = Self.owners[imported] else { continue }
                #expect(module == owner, "\(module) imports \(imported), which is \(owner)'s")
            }
        }
    }

    @Test func `pure modules import pure modules only`() throws {
        let pure = Set(Self.layers[1])
        for module in Self.layers[1] {
            #expect(try imports(of: module).subtracting(pure).isEmpty, "\(module)")
        }
    }
}
