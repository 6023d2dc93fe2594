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

    @Test func `times that were written are read, and nothing else is`() {
        for _ in 0..<2000 {
            let time = Int64.random(in: 0..<9_000_000_000_000) * 1_000_000
            #expect(WallClock.time(ofText: WallClock.text(time)) == time)
        }
        for text in [
            "", "2026-02-29T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-01-01 00:00:00.000Z",
            "2026-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "999999999999999999999999",
            "2026-01-01T00:00:00.000Z ", "2026-00-01T00:00:00.000Z", "-026-01-01T00:00:00.000Z",
        ] {
            #expect(WallClock.time(ofText: text) == nil, "\(text)")
        }
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
