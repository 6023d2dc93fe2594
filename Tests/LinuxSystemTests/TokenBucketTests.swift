import LinuxSystem
import Testing

@Suite struct TokenBucketTests {
    @Test func `a burst passes, then one for each interval`() {
        var bucket = TokenBucket(capacity: 3, interval: .seconds(1))
        var passed: [Int] = []
        for tenth in 1000..<1060 {
            if bucket.take(at: .milliseconds(100 * tenth)) { passed.append(tenth) }
        }
        #expect(passed == [1000, 1001, 1002, 1010, 1020, 1030, 1040, 1050])
        #expect(bucket.nextTake == .seconds(106))
    }

    @Test func `what is saved up is never more than a burst`() {
        var bucket = TokenBucket(capacity: 2, interval: .seconds(1))
        let times = [100, 10_000, 10_000, 10_000].map { bucket.take(at: .seconds($0)) }
        #expect(times == [true, true, true, false])
    }
}
