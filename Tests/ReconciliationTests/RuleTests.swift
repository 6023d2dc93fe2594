import LocalPushModel
import Reconciliation
import StrictJSON
import Testing

/// The rules of DESIGN, one by one, as a reader would check them.
struct RuleTests {
    private typealias Stage = ReconcilerStage

    // MARK: Rules 1 and 2

    @Test func `joining a network starts the agent of the profile that names it, at once`() throws {
        var stage = try Stage()
        stage.save(try Stage.profile(ssids: ["Ship", "Staff"]))
        stage.look(Stage.on("ship"))
        #expect(stage.actions == [], "the case of letters counts")
        stage.look(Stage.on("Staff"))
        #expect(stage.launched != nil)
        #expect(stage.state() == .starting)
    }

    @Test func `a provider is idle while its profile waits, and no longer`() throws {
        var stage = try Stage()
        let provider = try Stage.provider
        #expect(stage.reconciler.idleProviders == [])
        stage.save(try Stage.profile("b"), try Stage.profile())
        #expect(stage.reconciler.idleProviders == [provider])
        let instance = try stage.running()
        #expect(stage.reconciler.idleProviders == [])
        stage.look()
        stage.pass(.seconds(1))
        #expect(stage.reconciler.idleProviders == [], "its agent is stopping")
        stage.handle(.agent(instance, .exited("")))
        #expect(stage.reconciler.idleProviders == [provider])
        stage.save(try Stage.profile(isEnabled: false))
        #expect(stage.reconciler.idleProviders == [])
        stage.save(try Stage.profile())
        stage.handle(.providers([provider: .unusable(problem: "")]))
        #expect(stage.reconciler.idleProviders == [])
        stage.handle(.providers([provider: .usable(understandsMessages: true, fingerprint: "")]))
        stage.handle(.shutdown(.userInitiated))
        #expect(stage.reconciler.idleProviders == [])
    }

    @Test func `few providers are said to be idle, those of the preferred profiles`() throws {
        var stage = try Stage()
        let profiles = try (1...6).map {
            try Stage.profile("p\($0)", provider: "com.example.P\($0)")
        }
        let usable = ProviderAvailability.usable(understandsMessages: true, fingerprint: "")
        let found = profiles.map { ($0.providerBundleIdentifier, usable) }
        stage.handle(.providers(Dictionary(uniqueKeysWithValues: found)))
        stage.handle(.profiles(ProfileSet(stored: profiles, managed: [])))
        let idle = stage.reconciler.idleProviders.map(\.text)
        #expect(idle == [6, 5, 4, 3].map { "com.example.P\($0)" })
    }

    @Test func `a profile that lacks something on this device does not run, and gives way to none`()
        throws
    {
        var stage = try Stage()
        let set = ProfileSet(stored: [try Stage.profile("b"), try Stage.profile()], managed: [])
        func lacking(_ problem: String?) -> ReconcilerEvent {
            .profiles(set.withProblems { $0.profile.name.text == "p" ? problem : nil })
        }
        stage.handle(lacking("no credential"))
        stage.look(Stage.on("Ship"))
        #expect(stage.launched == nil)
        #expect(stage.state() == .invalid)
        #expect(stage.state("b") == .superseded)
        #expect(stage.reconciler.profileReports().last?.reason == "no credential")
        stage.handle(lacking(nil))
        let instance = try #require(stage.launched)
        stage.handle(.agent(instance, .started))
        stage.handle(lacking("no credential"))
        #expect(stage.stopReason == .providerDisabled)
        stage.handle(.agent(instance, .exited("")))
        #expect(stage.state() == .invalid)
        #expect(stage.launched == nil)
    }

    @Test func `a network that is only associated starts nothing`() throws {
        var stage = try Stage()
        stage.save(try Stage.profile())
        stage.look(Stage.on("Ship", state: .associated))
        #expect(stage.actions == [])
        #expect(stage.state() == .waiting)
    }

    @Test func `of several profiles of one provider the last saved runs`() throws {
        var stage = try Stage()
        stage.save(try Stage.profile("a"), try Stage.profile("b"))
        stage.look(Stage.on("Ship"))
        #expect([stage.state("a"), stage.state("b")] == [.superseded, .starting])
    }

    @Test func `a managed profile goes before a stored one, a later file before an earlier`() throws
    {
        var stage = try Stage()
        stage.save(
            try Stage.profile("z"), managed: [try Stage.profile("a"), try Stage.profile("b")])
        stage.look(Stage.on("Ship"))
        #expect(
            [stage.state("z"), stage.state("a"), stage.state("b")]
                == [.superseded, .superseded, .starting])
    }

    @Test func `providers run side by side`() throws {
        var stage = try Stage()
        let usable = ProviderAvailability.usable(understandsMessages: true, fingerprint: "")
        let other = try BundleIdentifier("com.example.Q")
        stage.handle(.providers([try Stage.provider: usable, other: usable]))
        stage.save(try Stage.profile("a"), try Stage.profile("b", provider: "com.example.Q"))
        stage.look(Stage.on("Ship"))
        #expect([stage.state("a"), stage.state("b")] == [.starting, .starting])
    }

    @Test func `two adapters on one network give one agent`() throws {
        var stage = try Stage()
        stage.save(try Stage.profile())
        stage.look(Stage.on("Ship", index: 3), Stage.on("Ship", index: 4))
        let instance = try #require(stage.launched)
        stage.handle(.agent(instance, .started))
        stage.look(Stage.on(nil, index: 3), Stage.on("Ship", index: 4))
        stage.pass(.seconds(60))
        #expect(stage.state() == .active, "one adapter left is enough")
    }

    // MARK: Rule 3

    @Test func `a lost network keeps its agent for five seconds, then it is stopped with 3`() throws
    {
        var stage = try Stage()
        _ = try stage.running()
        stage.look(Stage.on(nil))
        stage.pass(.milliseconds(4999))
        #expect(stage.actions == [])
        stage.pass(.milliseconds(1))
        #expect(stage.stopReason == .noNetworkAvailable)
    }

    @Test func `coming back within the grace changes nothing but that a roam is recorded`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.look(Stage.on(nil))
        stage.pass(.seconds(3))
        stage.look(Stage.on("Ship", bssid: "02:00:00:00:01:00"))
        let ssid = try #require(SSID(text: "Ship"))
        #expect(
            stage.actions.contains(
                .record(
                    .roamed(
                        interface: "wlan0", ssid: ssid, from: "02:00:00:00:00:00",
                        to: "02:00:00:00:01:00"))))
        #expect(stage.stopReason == nil)
        stage.pass(.seconds(60))
        #expect(stage.reconciler.profileReports().first?.agent?.instance == instance)
    }

    @Test func `a network that was lost starts nothing new`() throws {
        var stage = try Stage()
        stage.look(Stage.on("Ship"))
        stage.look(Stage.on(nil))
        stage.save(try Stage.profile())
        #expect(stage.actions == [])
    }

    @Test func `joining another network ends the grace, and stops the agent with 4`() throws {
        var stage = try Stage()
        _ = try stage.running()
        stage.look(Stage.on(nil))
        stage.look(Stage.on("Home"))
        #expect(stage.stopReason == .unrecoverableNetworkChange)
    }

    @Test(arguments: [true, false])
    func `radio off and removal end the grace at once`(_ isRadioOff: Bool) throws {
        var stage = try Stage()
        _ = try stage.running()
        stage.look(Stage.on(nil))
        if isRadioOff { stage.look(Stage.on(nil, state: .radioOff)) } else { stage.look() }
        #expect(stage.stopReason == .noNetworkAvailable)
    }

    // MARK: Rules 4 and 5

    @Test func `removing, disabling and superseding each have their reason`() throws {
        var stage = try Stage()
        _ = try stage.running()
        var removed = stage
        removed.save()
        #expect(removed.stopReason == .configurationRemoved)
        var disabled = stage
        disabled.save(try Stage.profile(isEnabled: false))
        #expect(disabled.stopReason == .configurationDisabled)
        var superseded = stage
        superseded.save(try Stage.profile(), try Stage.profile("q"))
        #expect(superseded.stopReason == .superceded)
        var uninstalled = stage
        uninstalled.handle(.providers([:]))
        #expect(uninstalled.stopReason == .providerDisabled)
        stage.handle(.shutdown(.userInitiated))
        #expect(stage.stopReason == .userInitiated)
    }

    @Test func `an agent stopped by hand is held until its network is left`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.handle(.request(.stop, try ProfileName("p")))
        #expect(stage.stopReason == .userInitiated)
        stage.handle(.agent(instance, .exited("exited with status 0")))
        #expect(stage.state() == .held)
        stage.look(Stage.on(nil))
        stage.pass(.seconds(10))
        stage.look(Stage.on("Ship"))
        #expect(stage.launched != nil)
    }

    @Test func `a change of its profile releases a held agent`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.handle(.request(.stop, try ProfileName("p")))
        stage.handle(.agent(instance, .exited("exited with status 0")))
        stage.save(try Stage.profile(port: 2))
        #expect(stage.launched != nil)
    }

    // MARK: Rule 6

    @Test func `a changed configuration that is not accepted in time leads to a restart`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.save(try Stage.profile(port: 2))
        #expect(
            stage.actions == [
                .changeConfiguration(instance, revision: 2, ["port": .number(.init(2))])
            ])
        var accepting = stage
        accepting.handle(.agent(instance, .configurationAccepted(revision: 2)))
        accepting.pass(.seconds(60))
        #expect(accepting.actions == [])
        stage.handle(.agent(instance, .configurationAccepted(revision: 3)))
        stage.pass(.seconds(5))
        #expect(stage.stopReason == .superceded)
        stage.handle(.agent(instance, .exited("exited with status 0")))
        #expect(stage.launched != nil)
    }

    // MARK: Rule 7

    @Test func `stopping goes from the message to SIGTERM to killing everything`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.save()
        #expect(stage.actions == [.requestStop(instance, .configurationRemoved)])
        stage.pass(.seconds(5))
        #expect(stage.actions == [.terminate(instance)])
        stage.pass(.seconds(1))
        #expect(stage.actions == [.kill(instance)])
    }

    @Test func `an agent that says it has stopped has a second left to end by itself`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.save()
        stage.pass(.seconds(2))
        stage.handle(.agent(instance, .stopped))
        #expect(stage.actions.isEmpty, "a signal would catch it on its way out")
        stage.pass(.seconds(1))
        #expect(stage.actions == [.terminate(instance)])
    }

    @Test func `a start that is not confirmed within 30 seconds has failed`() throws {
        var stage = try Stage()
        stage.save(try Stage.profile())
        stage.look(Stage.on("Ship"))
        let instance = try #require(stage.launched)
        stage.pass(.seconds(30))
        #expect(stage.stopReason == .providerFailed)
        stage.handle(.agent(instance, .exited("killed by signal 9")))
        #expect(stage.state() == .backoff)
        let reason = stage.reconciler.profileReports().first?.reason
        #expect(reason?.contains("did not confirm its start in time") == true)
    }

    @Test func `why a start failed is told while it stops, waits and starts again`() throws {
        var stage = try Stage()
        stage.save(try Stage.profile())
        stage.look(Stage.on("Ship"))
        let instance = try #require(stage.launched)
        func reason() -> String { stage.reconciler.profileReports().first?.reason ?? "" }
        #expect(!reason().contains("no answer"))
        stage.handle(.agent(instance, .startFailed("no answer")))
        #expect(stage.state() == .stopping && reason().contains("no answer"))
        stage.handle(.agent(instance, .exited("exited with status 1")))
        #expect(stage.state() == .backoff && reason().contains("no answer"))
        stage.pass(.seconds(2))
        let second = try #require(stage.launched)
        #expect(stage.state() == .starting && reason().contains("no answer"))
        stage.handle(.agent(second, .started))
        #expect(stage.state() == .active && !reason().contains("no answer"))
    }

    @Test func `the pause before a restart doubles from one second to sixty`() throws {
        var stage = try Stage()
        var instance = try stage.running()
        var pauses: [Double] = []
        for _ in 0..<9 {
            stage.handle(.agent(instance, .exited("exited with status 1")))
            for case .record(.agentFailed(_, _, let pause)) in stage.actions {
                pauses.append(pause / .seconds(1))
            }
            stage.pass(.seconds(60))
            instance = try #require(stage.launched)
        }
        for (failure, pause) in pauses.enumerated() {
            let shortest = min(60, Double(1 << failure))
            #expect((shortest...min(60, shortest * 1.5)).contains(pause), "\(pauses)")
        }
        #expect(pauses.count == 9)
    }

    @Test func `a healthy minute forgets the failures before it`() throws {
        var stage = try Stage()
        var instance = try stage.running()
        for _ in 0..<4 {
            stage.handle(.agent(instance, .exited("exited with status 1")))
            stage.pass(.seconds(20))
            instance = try #require(stage.launched)
        }
        stage.handle(.agent(instance, .started))
        stage.pass(.seconds(60))
        stage.handle(.agent(instance, .exited("exited with status 1")))
        stage.pass(.milliseconds(1500))
        #expect(stage.launched != nil)
    }

    // MARK: Rule 8

    @Test func `a running agent is told of sleep, of waking and of each minute`() throws {
        var stage = try Stage()
        let instance = try stage.running()
        stage.handle(.minute)
        #expect(stage.actions == [.timer(instance)])
        stage.handle(.sleep)
        #expect(stage.actions == [.sleep(instance)])
        stage.handle(.wake)
        #expect(stage.actions == [.wake(instance)])
    }

    @Test func `a simple agent, which cannot be told, is stopped for sleep with 15`() throws {
        var stage = try Stage()
        stage.handle(
            .providers([try Stage.provider: .usable(understandsMessages: false, fingerprint: "")]))
        let instance = try stage.running()
        stage.handle(.sleep)
        #expect(stage.stopReason == .sleep)
        stage.handle(.agent(instance, .exited("killed by signal 15")))
        #expect(stage.launched == nil)
        stage.handle(.wake)
        #expect(stage.launched != nil)
    }
}
