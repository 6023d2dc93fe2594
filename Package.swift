// swift-tools-version: 6.3
import PackageDescription

// The house rules for every Swift target: Swift 6 language mode, every warning an error, and the
// upcoming language features that make dependencies explicit.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Targets that talk to C say so at every call.
let strictAroundC: [SwiftSetting] = strict + [.strictMemorySafety()]

// C of our own.
let strictC: [CSetting] = [
    .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

// The layers, bottom first. A target may depend only on targets of layers below its own, or on
// those named before it in its layer; Tests/ArchitectureTests holds this list against reality.

// MARK: C

let cTargets: [Target] = [
    .target(name: "CLinux", cSettings: strictC),
    .systemLibrary(
        name: "CNetlink", pkgConfig: "libnl-genl-3.0",
        providers: [.apt(["libnl-3-dev", "libnl-genl-3-dev"])]),
    .systemLibrary(
        name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    // Goes before a function of OpenSSL's, for libnats.
    .target(name: "CNATSGuard", dependencies: ["CCrypto"], cSettings: strictC),
]

// MARK: Pure logic: no input, no output, no clock

let pureTargets: [Target] = [
    .target(name: "StrictJSON", swiftSettings: strict),
    .target(name: "LocalPushModel", dependencies: ["StrictJSON"], swiftSettings: strict),
    .target(
        name: "Reconciliation", dependencies: ["LocalPushModel", "StrictJSON"],
        swiftSettings: strict),
    .target(name: "WirelessCodec", dependencies: ["LocalPushModel"], swiftSettings: strict),
    .target(
        name: "MessageLines", dependencies: ["LocalPushModel", "StrictJSON"], swiftSettings: strict),
    .target(name: "CommandLineKit", dependencies: ["StrictJSON"], swiftSettings: strict),
    .target(
        name: "PushPayload", dependencies: ["LocalPushModel", "StrictJSON"], swiftSettings: strict),
]

// MARK: Effects: one module for each thing of the outside world

let effectTargets: [Target] = [
    .target(name: "LinuxSystem", dependencies: ["CLinux"], swiftSettings: strictAroundC),
    .target(
        name: "CommandConsole",
        dependencies: ["CommandLineKit", "LinuxSystem", "LocalPushModel", "StrictJSON"],
        swiftSettings: strict),
    .target(
        name: "PreferencesStore", dependencies: ["LinuxSystem", "LocalPushModel", "StrictJSON"],
        swiftSettings: strict),
    .target(
        name: "ProviderCatalog", dependencies: ["LinuxSystem", "LocalPushModel", "StrictJSON"],
        swiftSettings: strict),
    .target(
        name: "WirelessLink",
        dependencies: ["CNetlink", "LinuxSystem", "LocalPushModel", "WirelessCodec"],
        swiftSettings: strictAroundC),
    .target(
        name: "SystemdSupport", dependencies: ["CSystemd", "LinuxSystem"],
        swiftSettings: strictAroundC),
    .target(
        name: "Supervision",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "MessageLines", "StrictJSON", "SystemdSupport",
        ],
        swiftSettings: strictAroundC),
    .target(
        name: "DesktopNotifications",
        dependencies: ["LinuxSystem", "LocalPushModel", "PushPayload", "SystemdSupport"],
        swiftSettings: strict),
    .target(
        name: "Certificates", dependencies: ["CCrypto", "LinuxSystem", "LocalPushModel"],
        swiftSettings: strictAroundC),
    .target(
        name: "NATSClient",
        dependencies: [
            "CNATS", "CNATSGuard", "Certificates", "LinuxSystem", "LocalPushModel", "StrictJSON",
            "SystemdSupport",
        ],
        swiftSettings: strictAroundC),
]

// MARK: The library for people who write providers and apps

let libraryTargets: [Target] = [
    .target(
        name: "LocalPush",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "MessageLines", "PreferencesStore", "ProviderCatalog",
            "StrictJSON", "SystemdSupport",
        ],
        swiftSettings: strict)
]

// MARK: The programs' bodies

let programTargets: [Target] = [
    .target(
        name: "LocalPushService",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "MessageLines", "PreferencesStore", "ProviderCatalog",
            "Reconciliation", "StrictJSON", "Supervision", "SystemdSupport", "WirelessLink",
        ],
        swiftSettings: strict),
    .target(
        name: "LocalPushCommands",
        dependencies: [
            "CommandConsole", "CommandLineKit", "LinuxSystem", "LocalPushModel", "MessageLines",
            "PreferencesStore",
            "ProviderCatalog", "Reconciliation", "StrictJSON", "WirelessLink",
        ],
        swiftSettings: strict),
    .target(
        name: "SignatureDesk",
        dependencies: ["Certificates", "LinuxSystem", "LocalPushModel", "MessageLines"],
        swiftSettings: strict),
    .target(
        name: "SimplePush",
        dependencies: [
            "Certificates", "CommandConsole", "CommandLineKit", "DesktopNotifications",
            "LinuxSystem", "LocalPush", "LocalPushModel", "MessageLines", "NATSClient",
            "PushPayload", "StrictJSON", "SystemdSupport",
        ],
        swiftSettings: strict),
]

// MARK: Executables

// The sanitizers are shared libraries, which no static program can load: `make sanitize` sets this.
let isStatic = Context.environment["LOCALPUSH_DYNAMIC"] == nil

// libnl's printing functions can look up host and protocol names, which no static program can do:
// glibc loads shared libraries for it. Nothing here prints through libnl, so these lead nowhere.
let noNameService = ["getaddrinfo", "getnameinfo", "getprotobyname", "getprotobynumber"]
    .flatMap { ["-Xlinker", "--defsym=\($0)=abort"] }

let staticLinking = isStatic ? ["-static-executable"] : []

let executableTargets: [Target] = [
    // The command line is one file: fully static, so that it starts in a millisecond and runs anywhere.
    .executableTarget(
        name: "localpush",
        dependencies: ["CommandConsole", "CommandLineKit", "LinuxSystem", "LocalPushCommands"],
        swiftSettings: strict,
        linkerSettings: [.unsafeFlags(staticLinking + (isStatic ? noNameService : []))]),
    .executableTarget(
        name: "localpushd", dependencies: ["LinuxSystem", "LocalPushService"],
        swiftSettings: strict),
    .executableTarget(
        name: "simplepush", dependencies: ["CommandLineKit", "LinuxSystem", "SimplePush"],
        swiftSettings: strict),
    .executableTarget(
        name: "localpush-signature", dependencies: ["SignatureDesk"], swiftSettings: strict),
    // Plain C: without Swift's start files nothing of its runtime is linked.
    .executableTarget(
        name: "localpush-keeper", cSettings: strictC,
        linkerSettings: [.unsafeFlags(staticLinking + ["-nostartfiles"])]),
]

// MARK: Tests
//
// No test target depends on a program: its -static-executable would reach the test bundle.
// Tests that run the programs find them beside the bundle, where every build leaves them.

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["LinuxSystem"], path: "Tests/TestSupport",
        swiftSettings: strictAroundC),
    // Killed by the store's tests in the middle of its work. It is linked dynamically.
    .executableTarget(
        name: "StoreWriter",
        dependencies: ["LinuxSystem", "LocalPushModel", "PreferencesStore", "StrictJSON"],
        path: "Tests/StoreWriter", swiftSettings: strict),
    // Many devices in one process, for the bench.
    .executableTarget(
        name: "MailboxFleet",
        dependencies: ["LinuxSystem", "NATSClient", "SimplePush", "StrictJSON", "SystemdSupport"],
        path: "Tests/MailboxFleet", swiftSettings: strict),
    // Apple's samples as programs: a provider that the service runs, an app that the bus starts.
    .executableTarget(
        name: "SampleProvider", dependencies: ["LocalPush"], path: "Tests/SampleProvider",
        swiftSettings: strict),
    .executableTarget(
        name: "SampleApp", dependencies: ["LinuxSystem", "LocalPush"], path: "Tests/SampleApp",
        swiftSettings: strict),
    .testTarget(
        name: "LocalPushTests",
        dependencies: [
            "LinuxSystem", "LocalPush", "LocalPushModel", "MessageLines", "PreferencesStore",
            "ProviderCatalog", "SampleApp", "SampleProvider", "StrictJSON", "SystemdSupport",
            "TestSupport",
        ],
        swiftSettings: strict),
    // The agent with a screen that writes down what it is shown, for the bench.
    .executableTarget(
        name: "RecordingAgent",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "PushPayload", "SimplePush", "StrictJSON",
            "SystemdSupport",
        ], path: "Tests/RecordingAgent", swiftSettings: strict),
    // libnats by itself, the peer of the bench.
    .executableTarget(
        name: "PlainNATS", dependencies: ["CNATS"], path: "Tests/PlainNATS", cSettings: strictC),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"], swiftSettings: strict),
    .testTarget(
        name: "LocalPushModelTests", dependencies: ["LocalPushModel", "StrictJSON"],
        swiftSettings: strict),
    .testTarget(
        name: "ReconciliationTests",
        dependencies: ["LocalPushModel", "Reconciliation", "StrictJSON"],
        swiftSettings: strict),
    .target(
        name: "WirelessTestSupport",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "TestSupport", "WirelessCodec", "WirelessLink",
        ],
        path: "Tests/WirelessTestSupport", exclude: ["Recordings"], swiftSettings: strict),
    .testTarget(
        name: "WirelessCodecTests",
        dependencies: ["LocalPushModel", "WirelessCodec", "WirelessTestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "MessageLinesTests", dependencies: ["LocalPushModel", "MessageLines", "StrictJSON"],
        swiftSettings: strict),
    .testTarget(
        name: "PushPayloadTests", dependencies: ["LocalPushModel", "PushPayload", "StrictJSON"],
        swiftSettings: strict),
    .testTarget(
        name: "CommandLineKitTests", dependencies: ["CommandLineKit"], swiftSettings: strict),
    .testTarget(
        name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "PreferencesStoreTests",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "PreferencesStore", "StoreWriter", "StrictJSON",
            "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "ProviderCatalogTests",
        dependencies: ["LinuxSystem", "LocalPushModel", "ProviderCatalog"], swiftSettings: strict),
    .testTarget(
        name: "WirelessLinkTests",
        dependencies: [
            "CNetlink", "LinuxSystem", "LocalPushModel", "TestSupport", "WirelessCodec",
            "WirelessLink", "WirelessTestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "SystemdSupportTests",
        dependencies: ["LinuxSystem", "SystemdSupport", "TestSupport"],
        swiftSettings: strict),
    // A session with a screen, for all that shows notifications.
    .target(
        name: "DesktopTestSupport", dependencies: ["LinuxSystem", "SystemdSupport", "TestSupport"],
        path: "Tests/DesktopTestSupport", swiftSettings: strict),
    .testTarget(
        name: "DesktopNotificationsTests",
        dependencies: [
            "DesktopNotifications", "DesktopTestSupport", "LinuxSystem", "PushPayload",
            "SystemdSupport", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "CertificatesTests",
        dependencies: [
            "Certificates", "LinuxSystem", "LocalPushModel", "MessageLines", "SignatureDesk",
            "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "NATSClientTests",
        dependencies: [
            "Certificates", "LinuxSystem", "NATSClient", "SystemdSupport", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "SimplePushTests",
        dependencies: [
            "Certificates", "CommandConsole", "CommandLineKit", "DesktopNotifications",
            "DesktopTestSupport", "LinuxSystem", "LocalPush", "LocalPushModel",
            "LocalPushService", "MessageLines", "NATSClient", "PushPayload", "SimplePush",
            "StrictJSON", "SystemdSupport", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "SupervisionTests",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "MessageLines", "StrictJSON", "Supervision",
            "SystemdSupport", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "LocalPushServiceTests",
        dependencies: [
            "LinuxSystem", "LocalPushModel", "LocalPushService", "MessageLines",
            "PreferencesStore", "ProviderCatalog", "SampleApp", "StrictJSON", "SystemdSupport",
            "TestSupport",
            "WirelessLink", "WirelessTestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "LocalPushCommandsTests",
        dependencies: [
            "CommandConsole", "CommandLineKit", "LinuxSystem", "LocalPushCommands",
            "LocalPushModel", "MessageLines",
            "PreferencesStore", "ProviderCatalog", "StrictJSON", "TestSupport", "WirelessLink",
        ],
        swiftSettings: strict),
]

let package = Package(
    name: "localpush",
    products: [
        .library(name: "LocalPush", targets: ["LocalPush"]),
        .executable(name: "localpush", targets: ["localpush"]),
        .executable(name: "localpushd", targets: ["localpushd"]),
        .executable(name: "localpush-keeper", targets: ["localpush-keeper"]),
        .executable(name: "localpush-signature", targets: ["localpush-signature"]),
        .executable(name: "simplepush", targets: ["simplepush"]),
    ],
    targets: cTargets + pureTargets + effectTargets + libraryTargets + programTargets
        + executableTargets + testTargets,
    swiftLanguageModes: [.v6]
)
