import LocalPushModel
import Testing

struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("2026-11-30T09:00:00Z", 1_796_029_200_000),
        ("2026-11-30T09:00:00.25+01:00", 1_796_025_600_250), ("2000-02-29", 951_782_400_000),
        ("2026-11-30 09:00:00.000000001-00:30", 1_796_031_000_000),
        ("1969-12-31T23:59:59Z", -1000), ("2100-03-01", 4_107_542_400_000),
    ])
    func `a time is read to the millisecond`(text: String, milliseconds: Int64) throws {
        #expect(try Timestamp(text).nanoseconds / 1_000_000 == milliseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-29", "1900-02-29", "2026-11-30T", "2026-11-30T09:00:00",
        "2026-11-30T24:00:00Z", "2026-11-30T09:00:00.Z", "2026-11-30T09:00:00Zx", "9999-01-01",
        "2026-11-30T09:00:00+1:00", " 2026-11-30", "２026-11-30", "999999999999999999999999",
        "2026-01-01T00:00:00.000Z ", "2026-00-01T00:00:00.000Z", "-026-01-01T00:00:00.000Z",
    ])
    func `anything else is refused`(_ text: String) {
        #expect(throws: InvalidValue.self) { try Timestamp(text) }
    }
}
