import Glibc
import LocalPushService
import Testing

struct ConnectionQuotaTests {
    /// The users of the connections that are open when each of `users` has asked for so many.
    private func open(_ users: some Sequence<uid_t>, each count: Int) -> [uid_t] {
        var open: [uid_t] = []
        for user in users {
            for _ in 0..<count where quota(open).admits(user) { open.append(user) }
        }
        return open
    }

    private func quota(_ open: [uid_t]) -> ConnectionQuota {
        ConnectionQuota(users: open) { $0 == 0 || $0 == 1000 }
    }

    @Test func `no user gets more than a share`() {
        #expect(open([7], each: 100).count == 8)
        #expect(open([0], each: 100).count == 8)
    }

    @Test func `however many users crowd in, root and the service's user have their places`() {
        let crowd = open(5000..<6000, each: 100)
        #expect(crowd.count == 48)
        #expect(quota(crowd).admits(0))
        #expect(quota(crowd).admits(1000))
        let all = open(Array(5000..<6000) + [0, 1000], each: 100)
        #expect(all.count == 64)
        #expect(all.count { $0 == 0 } == 8)
        #expect(all.count { $0 == 1000 } == 8)
    }

    @Test func `who comes after root finds as many places as before`() {
        #expect(open([0, 1000] + Array(5000..<6000), each: 100).count == 64)
    }
}
