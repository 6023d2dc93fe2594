import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

/// A real bus, and programs on it that all use one loop.
final class BusStage {
    let loop: EventLoop
    let bus: PrivateBus
    private(set) var logged: [String] = []

    init(policy: String? = nil, isRunning: Bool = true) throws {
        loop = try EventLoop()
        bus =
            try policy.map { try PrivateBus(policy: $0, isRunning: isRunning) }
            ?? PrivateBus(isRunning: isRunning)
    }

    /// A program's view of the bus, not connected yet.
    func member(on loop: EventLoop? = nil, acceptsDescriptors: Bool = false) throws -> Bus {
        let log = Log(to: .debug) { [weak self] in self?.logged.append($0.message) }
        return try Bus(
            "test bus", at: bus.address, loop: loop ?? self.loop, log: log,
            acceptsDescriptors: acceptsDescriptors, stallPatience: .seconds(1))
    }

    /// A program on the bus that the bus has let in.
    func connected(on loop: EventLoop? = nil, acceptsDescriptors: Bool = false) throws -> Bus {
        let member = try member(on: loop, acceptsDescriptors: acceptsDescriptors)
        member.connect()
        try #require(try runs(loop) { member.isConnected })
        return member
    }

    /// Runs the loop until `condition` holds; false when it takes too long.
    func runs(_ loop: EventLoop? = nil, until condition: () -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now + .seconds(20)
        while !condition() {
            if MonotonicClock.now > deadline { return false }
            try (loop ?? self.loop).runOnce(patience: .milliseconds(100))
        }
        return true
    }

    /// What comes of a call.
    func answer(
        from caller: Bus, _ target: Bus.Target, _ arguments: [BusValue] = []
    ) throws -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        caller.call(target, arguments) { result in
            answer = result.map { (try? $0.values()) ?? [] }
        }
        try #require(try runs { answer != nil })
        return try #require(answer)
    }
}

extension Bus.Target {
    /// A method of the interface that these tests offer.
    static func test(_ method: String, at path: String = "/test") -> Bus.Target {
        Bus.Target("org.example.Test", path, "org.example.Test", method)
    }

    /// A property of the same.
    static func property(at path: String = "/test") -> Bus.Target {
        Bus.Target("org.example.Test", path, "org.freedesktop.DBus.Properties", "Get")
    }
}
