import CommandLineKit
import LocalPushModel
import StrictJSON
import TestSupport
import Testing

/// A secret is planted, and everything that people are shown is searched for it.
struct SecrecyTests {
    private static let secret = "planted-7d1e"

    /// A machine with profiles that hold the secret in every way there is.
    private func world() throws -> TestWorld {
        let world = try TestWorld()
        world.add(
            "ship", "--set", "password=\(Self.secret)", "--set", "tls.privateKey=\(Self.secret)")
        world.add("url", "--set", "server=nats://me:\(Self.secret)@host", "--set", "port=1")
        world.add("list", "--set", #"accounts=[{"token": "\#(Self.secret)"}]"#)
        try world.manage(
            "managed",
            """
            {"name": "managed", "matchSSIDs": ["Deck 3"], "providerBundleIdentifier": "a.b",
             "providerConfiguration": {"secret": "\(Self.secret)"}}
            """)
        return world
    }

    @Test(arguments: [
        "profile list", "profile show ship", "profile show url", "profile show list",
        "profile show managed", "profile set url --set port=2", "profile set ship --unset password",
        "profile add ship --ssid X --provider a.b --set password=planted-7d1e",
        "profile rename ship boat", "profile disable ship --no-wait",
        "profile remove ship --no-wait",
        "profile validate FILE", "apply FILE", "apply FILE --prune --all --dry-run", "diff FILE",
        "match Deck\u{A0}3", "status", "is-active ship", "doctor", "provider list",
        "provider check",
        "agent list", "status --json", "doctor --json",
    ])
    func `nothing that people are shown holds a secret`(command: String) throws {
        let world = try world()
        let file = try world.folder.write(
            "f.json",
            """
            {"name": "ship", "matchSSIDs": ["Deck 3"], "providerBundleIdentifier": "a.b",
             "providerConfiguration": {"password": "\(Self.secret)-new", "n": {"pin": "\(Self.secret)"}}}
            """)
        let words = command.split(separator: " ").map { $0 == "FILE" ? file : String($0) }
        let outcome = world.run(words.map { Argument($0) })
        #expect(!outcome.output.contains("planted"), "\(outcome.output)")
        #expect(!outcome.errors.contains("planted"), "\(outcome.errors)")
    }

    @Test(arguments: ["wifipassword", "AUTHTOKEN", "clientsecret", "passwords", "mqtt.userpasswd"])
    func `a key written in one word is known as well`(key: String) throws {
        let world = try TestWorld()
        world.add("ship", "--set", "\(key)=\(Self.secret)")
        let shown = world.run("profile", "show", "ship").output
        #expect(!shown.contains(Self.secret), "\(shown)")
    }

    @Test func `the name of a credential is shown: it is no secret`() throws {
        let world = try TestWorld()
        world.add("ship", "--set", #"password={"$credential": "ship-password"}"#)
        #expect(
            world.run("profile", "show", "ship").output
                .contains(#"password.$credential = "ship-password""#))
        world.run("profile", "set", "ship", "--set", "password.$credential=other")
        world.input = """
            {"name": "ship", "matchSSIDs": ["Deck 3"], "providerBundleIdentifier": "\(simplePush)",
             "providerConfiguration": {"password": {"$credential": "third"}}}
            """
        #expect(
            world.run("diff", "-").output
                .contains(#"providerConfiguration.password.$credential: "other" -> "third""#))
    }

    @Test func `a credential's name that leads elsewhere is refused, whoever sets it`() throws {
        let world = try TestWorld()
        world.add("ship")
        let outcome = world.run("profile", "set", "ship", "--set", "password.$credential=../x")
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains("providerConfiguration.password.$credential: the credential's"))
    }
}
