import LinuxSystem
import LocalPushModel
import MessageLines
import StrictJSON
import SystemdSupport
import TestSupport
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(2))) struct ConversationTests {
    @Test func `an agent hears what it is told, and is heard`() throws {
        let stage = try Stage()
        let agent = try stage.launch("session.py")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        try agent.send(
            .configurationChanged(revision: 7, providerConfiguration: ["host": "quay"]))
        try agent.send(.networkChanged(try Stage.network))
        try agent.send(.timer)
        try agent.send(.stop(.noNetworkAvailable))
        #expect(try stage.ending() == "exited with status 0")

        let said = stage.news.compactMap {
            if case .said(let message) = $0 { message } else { nil }
        }
        #expect(
            said == [
                .started, .status(AgentStatus(state: "connected", delivered: 0)),
                .configurationAccepted(revision: 7),
                .incomingCall(id: "1", userInfo: ["from": "bridge"]), .stopped,
            ])
        #expect(stage.logged.count == 5)
        #expect(
            stage.logged.first?.hasPrefix(#"told start {"network": {"interface": "wlan0", "#)
                == true)
        guard case .launched = stage.news.first else {
            Issue.record("the first news was \(String(describing: stage.news.first))")
            return
        }
    }

    @Test func `what is no message is told, escaped, and what follows it gets through`() throws {
        let stage = try Stage()
        try stage.launch("garbage.py")
        #expect(try stage.ending() == "exited with status 0")
        #expect(stage.news.contains(.said(.started)))
        #expect(stage.complaints.count == 6)
        #expect(stage.complaints.contains { $0.contains(#"there is no message "nonsense""#) })
        #expect(stage.complaints.contains("a line over 1 MiB on its standard output was skipped"))
        #expect(stage.complaints.contains("a line over 4 KiB on its standard error was skipped"))
        #expect(stage.logged == [#"\x1b]0;owned\x07"#])
    }

    @Test func `an agent that never reads takes little memory and nobody waits for it`() throws {
        let stage = try Stage()
        let agent = try stage.launch("escaping.sh", "stay")
        #expect(try stage.runs { $0.contains(.said(.started)) })
        let filler: JSONObject = ["x": .string(String(repeating: "x", count: 200_000))]
        var sent = 0
        while sent < 100,
            try agent.send(.configurationChanged(revision: 1, providerConfiguration: filler))
        {
            sent += 1
        }
        #expect((9...11).contains(sent))
        #expect(try !agent.send(.configurationChanged(revision: 1, providerConfiguration: filler)))
        agent.kill()
        #expect(try stage.ending() == "killed by signal 9")
    }

    @Test func `a flood is slowed down, and its author can still be stopped`() throws {
        let stage = try Stage()
        let agent = try stage.launch("flooding.sh")
        let start = MonotonicClock.now
        #expect(try !stage.runs(within: .seconds(1)) { _ in false })
        let seconds = (MonotonicClock.now - start) / .seconds(1)
        let said = stage.news.filter { if case .said = $0 { true } else { false } }.count
        #expect(Double(said) <= Double(LineReader.burst) + 100 * seconds + 1)
        #expect(Double(stage.logged.count) <= 500 + 50 * seconds + 1)
        agent.terminate()
        #expect(try stage.ending() == "killed by signal 15")
        #expect(stage.complaints.contains { $0.hasSuffix("lines were too many for the log") })
        #expect(stage.processCount == 0)
    }

    @Test func `an agent that closed its outputs does not keep the loop busy`() throws {
        let stage = try Stage()
        let script = try stage.folder.write(
            "quiet.sh", "#!/bin/sh\nexec <&- >&- 2>&-\nexec sleep 1000\n", mode: 0o755)
        let launch = AgentLaunch(
            name: "quiet", command: [script], user: nil, conversation: .session(.timer))
        var news: [AgentNews] = []
        let agent = try stage.supervisor.launch(launch) { news.append($0) }
        #expect(try stage.runs { _ in !news.isEmpty })
        // Until the ends of its pipes were noticed.
        while try stage.loop.runOnce(patience: .milliseconds(300)) {}
        #expect(try !agent.send(.timer))
        #expect(try !stage.loop.runOnce(patience: .milliseconds(100)))
        agent.kill()
        #expect(try stage.runs { _ in news.last == .ended("killed by signal 9") })
    }

    @Test func `how an agent ended is told in words`() throws {
        for (script, expected) in [
            ("exit 42", "exited with status 42"), ("kill -SEGV $$", "killed by signal 11"),
        ] {
            let stage = try Stage()
            let file = try stage.folder.write("end.sh", "#!/bin/sh\n\(script)\n", mode: 0o755)
            let launch = AgentLaunch(
                name: "end", command: [file], user: nil, conversation: .session(.timer))
            var news: [AgentNews] = []
            let agent = try stage.supervisor.launch(launch) { news.append($0) }
            #expect(try stage.runs { _ in news.last?.isEnding == true })
            #expect(news.last == .ended(expected))
            withExtendedLifetime(agent) {}
        }
    }
}
