import CommandLineKit
import Testing

struct SuggestionTests {
    @Test(arguments: [
        ("shwo", "show"), ("lst", "list"), ("lisst", "list"), ("rist", "list"), ("val", "validate"),
        ("xxxx", nil), ("", nil), ("s", nil),
    ])
    func `the nearest name is found, and none when none is near`(_ word: String, _ name: String?) {
        let names = ["list", "show", "set", "validate"]
        #expect(Suggestion.closest(to: word, among: names) == name)
    }

    @Test func `an endless word costs nothing`() {
        let word = String(repeating: "a", count: 1_000_000)
        #expect(Suggestion.closest(to: word, among: [word + "b"]) == nil)
    }
}
