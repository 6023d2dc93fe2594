import Glibc
import LinuxSystem
import TestSupport
import Testing
import WirelessCodec
import WirelessLink

/// libnl and the kernel that runs these tests, which need not have Wi-Fi.
struct KernelTests {
    @Test func `the loopback link answers through libnl`() throws {
        let answer = try LibnlTransport().ask(.link(interfaceIndex: 1))
        #expect(answer.compactMap(Link.init).map(\.interfaceIndex) == [1])
    }

    @Test func `one connection serves many questions`() throws {
        let transport = LibnlTransport()
        for _ in 0..<3 {
            #expect(try transport.ask(.link(interfaceIndex: 1)).count == 1)
        }
        transport.reset()
        #expect(try transport.ask(.link(interfaceIndex: 1)).count == 1)
    }

    @Test func `a refusal carries the kernel's error number`() throws {
        #expect(throws: NetlinkError("look at a link", .refused(errno: ENODEV))) {
            try LibnlTransport().ask(.link(interfaceIndex: 0x7fff_fff0))
        }
    }

    @Test func `a look succeeds or says that there is no Wi-Fi support`() throws {
        do throws(WirelessError) {
            _ = try WirelessLink().look()
        } catch {
            #expect(error == .noWirelessSupport)
        }
    }

    @Test func `link events are subscribed to whether or not there is Wi-Fi`() throws {
        let events = WirelessEvents()
        do throws(WirelessError) {
            try events.subscribe()
        } catch {
            #expect(error == .noWirelessSupport)
        }
        let descriptors = events.descriptors
        #expect(!descriptors.isEmpty)
        try? events.subscribe()
        #expect(events.descriptors == descriptors)
    }
}

/// Real events, in a network namespace of the test's own: a process of its own makes it.
@Suite(.enabled(if: geteuid() == 0, "a network namespace needs root"))
struct KernelEventTests {
    @Test func `a change of a link arrives once and is then taken`() async {
        await #expect(processExitsWith: .success) {
            let events = try Loopback.isolated()
            #expect(try events.drain() == .nothing)
            try Loopback.toggle(times: 1)
            let ready = try Poller.wait(
                for: events.descriptors.map { Poller.Interest($0) },
                until: MonotonicClock.now + .seconds(20))
            #expect(!ready.isEmpty)
            #expect(try events.drain() == .events)
            #expect(try events.drain() == .nothing)
        }
    }

    @Test func `events that come too fast are an overrun, after which all is well`() async {
        await #expect(processExitsWith: .success) {
            let events = try Loopback.isolated()
            try Loopback.toggle(times: 1000)
            #expect(try events.drain() == .overrun)
            #expect(try events.drain() == .nothing)
            try Loopback.toggle(times: 1)
            #expect(try events.drain() == .events)
        }
    }
}

/// The loopback interface of a network namespace that only this process has.
private enum Loopback {
    /// Moves this thread, and the sockets it opens from now on, to a new namespace; events of it.
    static func isolated() throws -> WirelessEvents {
        typealias Unshare = @convention(c) (Int32) -> Int32
        // Not in Swift's Glibc; the number is CLONE_NEWNET (linux/sched.h).
        let unshare = unsafeBitCast(dlsym(nil, "unshare"), to: Unshare?.self)
        guard unshare?(0x4000_0000) == 0 else { throw SystemError("unshare", errno: errno) }
        let events = WirelessEvents()
        try? events.subscribe()
        // The device for radio switches is not of a namespace, and tells of each radio at first.
        _ = try events.drain()
        return events
    }

    /// Sets the interface up and down.
    static func toggle(times: Int) throws {
        let socket = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
        for index in 0..<(2 * times) {
            var request = ifreq()
            withUnsafeMutableBytes(of: &request) { $0.copyBytes(from: Array("lo".utf8)) }
            request.ifr_ifru.ifru_flags = index.isMultiple(of: 2) ? Int16(IFF_UP) : 0
            guard ioctl(socket.raw, UInt(SIOCSIFFLAGS), &request) == 0 else {
                throw SystemError("set flags", errno: errno)
            }
        }
    }
}
