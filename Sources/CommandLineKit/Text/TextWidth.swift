/// The room that text takes on a terminal.
package enum TextWidth {
    /// The number of columns that `text` takes: 0 for a combining mark, 2 for a wide character such as
    /// an ideograph or an emoji, otherwise 1. Control characters are not expected and count 1.
    package static func columns(_ text: String) -> Int {
        // Nearly all text is ASCII, and then bytes are columns.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: isWide(scalar) ? 2 : 1
        }
    }

    /// Whether Unicode's East Asian Width is Wide or Fullwidth (UAX #11), by blocks.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// `text` with spaces behind it up to `columns`.
    package static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - Self.columns(text)))
    }
}
