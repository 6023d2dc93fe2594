import Foundation
import LinuxSystem
import Testing

@Suite struct ValueTests {
    @Test func `times of day are written as Foundation writes them`() {
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -9_000_000_000...9_000_000_000)
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
            #expect(WallClock.text(seconds * 1_000_000_000) == expected.dropLast() + ".000Z")
        }
    }

    @Test func `leap days, and times before 1970, are written right`() {
        #expect(WallClock.text(951_782_400_000_000_000) == "2000-02-29T00:00:00.000Z")
        #expect(WallClock.text(1_704_067_199_999_000_000) == "2023-12-31T23:59:59.999Z")
        #expect(WallClock.text(-1) == "1969-12-31T23:59:59.999Z")
    }

    @Test func `time passes`() {
        let start = MonotonicClock.now
        #expect(start > .zero)
        #expect(MonotonicClock.now >= start)
        #expect(WallClock.now > 1_700_000_000_000_000_000)
    }

    @Test func `variables are found, replaced and removed`() {
        var environment: Environment = ["A": "1", "AB": "2", "A": "3"]
        #expect(environment["A"] == "3")
        #expect(environment["AB"] == "2")
        environment["A"] = nil
        #expect(environment["A"] == nil)
        #expect(environment.entries == [Array("AB=2".utf8)])
        environment.removeAll { $0.starts(with: "A".utf8) }
        #expect(environment == [:])
    }

    @Test func `the process's own variables are there`() {
        let expected = ProcessInfo.processInfo.environment["PATH"]
        #expect(Environment.current["PATH"] == expected)
    }
}
