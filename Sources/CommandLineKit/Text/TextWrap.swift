/// Breaks paragraphs into lines.
package enum TextWrap {
    /// The lines of `text`, broken at spaces, each at most `width` columns unless a single word is
    /// longer. There is always at least one line. Where no line is broken, all spaces are kept: they
    /// may be part of an SSID.
    package static func lines(_ text: String, width: Int) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        var lines = [words[0]]
        var room = width - TextWidth.columns(words[0])
        for word in words.dropFirst() {
            let columns = TextWidth.columns(word)
            if columns + 1 > room {
                lines.append(word)
                room = width - columns
            } else {
                lines[lines.count - 1] += " " + word
                room -= columns + 1
            }
        }
        return lines
    }

    /// `text` broken into lines of at most `width` columns, all of them indented by `indent`.
    package static func paragraph(_ text: String, width: Int, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        return lines(text, width: width - indent).map { margin + $0 }.joined(separator: "\n")
    }
}
