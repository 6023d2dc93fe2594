import DesktopTestSupport
import Glibc
import LinuxSystem
import LocalPushModel
import LocalPushService
import PushPayload
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import SimplePush

/// A session whose bus starts `simplepush app` as it does where `make install` has put it, and a service
/// that delivers calls to it.
final class AppStage {
    let session: DesktopSession
    let loop: EventLoop
    private let folder: TemporaryFolder
    private let bus: Bus
    private var delivery = CallDelivery()

    /// - Parameter idle: how long the app stays without anything to do.
    init(idle: String = "10m") throws {
        folder = try TemporaryFolder()
        session = try DesktopSession(
            policy: """
                <servicedir>\(folder.path)/services</servicedir>
                <policy context="default">
                  <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
                </policy>
                """)
        loop = try EventLoop()
        bus = try Bus("session bus", at: session.bus.address, loop: loop, log: Log { _ in })
        delivery.bus = bus
        try FileSystem.makeFolders(folder("services"), mode: 0o755)
        try install("Packaging/dbus/com.myexample.SimplePush.service", in: "services") {
            $0.replacingText("--idle 10s", by: "--idle \(idle)")
        }
        let providers = "data/localpush/providers"
        try FileSystem.makeFolders(folder(providers), mode: 0o755)
        try install("Packaging/providers/com.myexample.SimplePush.Provider.json", in: providers)
        try addProfile("p")
        // The program itself, with what a session has set.
        try folder.write(
            "simplepush",
            """
            #!/bin/sh
            export HOME='\(folder.path)' XDG_DATA_HOME='\(folder("data"))' LANG=C.UTF-8
            export XDG_STATE_HOME='\(folder("state"))' XDG_RUNTIME_DIR='\(folder("run"))'
            export DBUS_SESSION_BUS_ADDRESS='\(session.bus.address)'
            echo $$ >>'\(folder("pids"))'
            failures=$(cat '\(folder("failures"))' 2>/dev/null || echo 0)
            if [ "$failures" -gt 0 ]; then
                echo $((failures - 1)) >'\(folder("failures"))'
                kill -9 $$
            fi
            exec '\(Repository.program("simplepush"))' "$@" >>'\(folder("said"))' 2>>'\(folder("log"))'
            """, mode: 0o755)
        bus.connect()
        try until("the service is on the bus") { bus.isConnected }
    }

    deinit {
        for pid in pids { _ = kill(pid, SIGKILL) }
    }

    private func install(
        _ template: String, in target: String, _ change: (String) -> String = { $0 }
    ) throws {
        let bytes = try FileSystem.read(Repository.path(template + ".in"), limit: 1 << 16)
        let text = String(decoding: bytes, as: UTF8.self).replacingText("@BINDIR@", by: folder.path)
        let name = template.split(separator: "/").last.map(String.init) ?? ""
        try folder.write("\(target)/\(name)", change(text))
    }

    /// Issues a profile of the app's provider.
    func addProfile(_ name: String) throws {
        try FileSystem.makeFolders(folder("localpush"), mode: 0o755)
        let profiles = ["p", name].map {
            """
            {"name": "\($0)", "matchSSIDs": ["Ship"], "isEnabled": true,
             "providerBundleIdentifier": "com.myexample.SimplePush.Provider",
             "providerConfiguration": {}}
            """
        }
        let all = (name == "p" ? [profiles[0]] : profiles).joined(separator: ",")
        try FileSystem.makeFolders(folder(".config/localpush"), mode: 0o755)
        try folder.write(
            ".config/localpush/preferences.json",
            #"{"formatVersion": 1, "generation": 1, "profiles": [\#(all)]}"#)
    }

    // MARK: Waiting

    /// Runs the loop until `condition` holds.
    func until(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = MonotonicClock.now + .seconds(30)
        while try !condition() {
            try #require(MonotonicClock.now < deadline, "waited in vain: \(what)\n\(log)\(said)")
            try loop.runOnce(patience: .milliseconds(20))
        }
    }

    // MARK: What the service does

    /// Reports a call as the agent does; returns why it is not taken, nil when it is.
    func report(
        _ userInfo: JSONObject, id: String, profile: String = "p"
    ) throws -> String? {
        var answers: [String?] = []
        let call = CallDelivery.Call(
            provider: try BundleIdentifier("com.myexample.SimplePush.Provider"),
            app: try BundleIdentifier("com.myexample.SimplePush"),
            profile: try ProfileName(profile), id: id, userInfo: userInfo)
        delivery.deliver(call) { answers.append($0) }
        try until("an answer") { !answers.isEmpty }
        return answers[0]
    }

    /// Reports that `id` calls; it is taken.
    func ring(_ id: String, seconds: Int = 30, message: String? = nil) throws {
        let userInfo: JSONObject = [
            "call": .string(id), "event": "incoming", "senderName": "Bridge",
            "ringSeconds": .number(JSONNumber(seconds)),
            "sent": .string(WallClock.text(WallClock.now)),
        ]
        #expect(try report(userInfo, id: message ?? id) == nil, "\(log)")
    }

    /// Reports the end of a call; it is taken.
    func end(_ id: String, as event: String = "ended") throws {
        #expect(
            try report(["call": .string(id), "event": .string(event)], id: "\(id)-end") == nil)
    }

    /// A service that was started anew, and knows of no call.
    func restartService() {
        delivery = CallDelivery()
        delivery.bus = bus
    }

    /// Calls a method of the app as anybody can; returns the error's name, nil when there is none.
    func call(_ interface: String, _ method: String, _ arguments: BusValue...) throws -> String? {
        var answer: String??
        let target = Bus.Target(
            "com.myexample.SimplePush", "/com/myexample/SimplePush", interface, method)
        bus.call(target, arguments) {
            if case .failure(let error) = $0 { answer = error.name } else { answer = .some(nil) }
        }
        try until("an answer") { answer != nil }
        return answer ?? nil
    }

    // MARK: What the app does

    /// The processes that were started, the latest last.
    var pids: [pid_t] { text("pids").split(separator: "\n").compactMap { pid_t($0) } }
    /// What was said in the app's log.
    var log: String { text("log") }
    private var said: String { text("said") }

    private func text(_ name: String) -> String {
        String(
            decoding: (try? FileSystem.read(folder(name), limit: 1 << 24)) ?? [], as: UTF8.self)
    }

    /// What the app has printed under a name.
    func said(_ name: String) -> [JSONValue] {
        said.split(separator: "\n").compactMap { try? JSONValue(parsing: Array($0.utf8)) }
            .compactMap { $0[name] }
    }

    /// The states that a call went through, as printed.
    func states(of id: String) -> [String] {
        said("call").filter { $0["id"] == .string(id) }.compactMap { $0["state"]?.string }
    }

    /// Kills the app as a crash would.
    func crash() throws {
        let pid = try #require(pids.last)
        _ = kill(pid, SIGKILL)
        try until("the app is gone") { !isRunning(pid) }
    }

    /// Lets the app crash at its next starts.
    func failStarts(_ count: Int) throws { try folder.write("failures", "\(count)") }

    /// Tells the app to end, and waits until it has.
    func terminate() throws {
        let pid = try #require(pids.last)
        _ = kill(pid, SIGTERM)
        try until("the app is gone") { !isRunning(pid) }
    }

    /// Whether the app has heard that its notification is on the screen.
    func knows(_ id: UInt32) -> Bool { calls.contains { $0.notification?.id == id } }

    /// Whether the app has heard that a call's notification is on the screen.
    func knows(call id: String) -> Bool {
        calls.contains { $0.id == id && $0.notification != nil }
    }

    /// The calls as the app has written them down.
    private var calls: [Call] {
        let file = folder("state/localpush/apps/com.myexample.SimplePush/calls.json")
        let bytes = try? FileSystem.read(file, limit: 1 << 20)
        return (bytes.flatMap { try? JSONValue(parsing: $0) }).map { CallBook($0).calls } ?? []
    }

    /// Whether a process is there. The bus's children are not ours to wait for.
    func isRunning(_ pid: pid_t) -> Bool {
        let stat = (try? FileSystem.read("/proc/\(pid)/stat", limit: 4096)) ?? []
        return !stat.isEmpty && !String(decoding: stat, as: UTF8.self).contains(") Z ")
    }

    /// Starts the app by hand; returns how it ends.
    func startByHand(_ words: String...) throws -> ChildProcess {
        try ChildProcess.spawn(
            ProcessDescription(
                executable: folder("simplepush"), arguments: ["simplepush", "app"] + words,
                environment: ["PATH": "/usr/bin:/bin"]))
    }

    /// What is at the app's file of calls.
    func status(ofFile name: String) throws -> FileStatus {
        try FileStatus(of: folder("state/localpush/apps/com.myexample.SimplePush/\(name)"))
    }
}

extension String {
    fileprivate func replacingText(_ old: String, by new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
