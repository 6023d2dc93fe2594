import Testing

@testable import Supervision

@Suite struct LogLimitTests {
    @Test func `dropped lines are counted until they are told`() {
        var limit = LogLimit()
        for _ in 0..<500 { #expect(limit.admit(at: .seconds(1)).isAdmitted) }
        for _ in 0..<7 { #expect(!limit.admit(at: .seconds(1)).isAdmitted) }
        let next = limit.admit(at: .seconds(2))
        #expect(next.isAdmitted && next.dropped == 7)
        #expect(limit.takeDropped() == 0)
    }
}
