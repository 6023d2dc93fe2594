import LinuxSystem
import SystemdSupport
import TestSupport
import Testing

@testable import LocalPushService

/// localpush(8), which is written by hand, against the objects that the service is on a bus.
struct BusHandbookTests {
    @Test func `the manual page has every property and every signal`() throws {
        let page = String(
            decoding: try FileSystem.read(Repository.path("man/localpush.8"), limit: 1 << 20),
            as: UTF8.self)
        let names =
            BusManager.properties.map(\.name) + BusManager.signals.map(\.name)
            + BusProfile.properties.map(\.name)
        for interface in [BusManager.interface, BusProfile.interface] {
            #expect(page.contains(".Li \(interface)"), "\(interface)")
        }
        for name in names {
            let isThere = page.contains("\n.Va \(name) ,\n") || page.contains("\n.Va \(name)\n")
            #expect(isThere, "\(name)")
        }
    }
}
