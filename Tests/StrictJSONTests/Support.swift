import StrictJSON

/// The value of a JSON text that is expected to be right.
func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: [UInt8](text.utf8))
}

/// The error that a JSON text is expected to be refused with.
func refusal(_ bytes: some Sequence<UInt8>) -> JSONSyntaxError? {
    do {
        _ = try JSONDocument(parsing: [UInt8](bytes))
        return nil
    } catch {
        return error
    }
}

func refusal(_ text: String) -> JSONSyntaxError? { refusal(text.utf8) }

/// A generator whose sequence follows from its seed (SplitMix64), so that a failure repeats.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
