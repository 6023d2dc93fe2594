/// Breaks paragraphs into lines.
package enum TextWrap {
    /// The lines of `text`, broken at spaces, each at most `width` columns unless a single word is
    /// longer. There is always at least one line.
    package static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let isFirst = line.isEmpty
            if !isFirst, TextWidth.columns(line) + 1 + TextWidth.columns(String(word)) > width {
                lines.append(line)
                line = String(word)
            } else {
                line += isFirst ? String(word) : " " + word
            }
        }
        return lines + [line]
    }

    /// `text` broken into lines of at most `width` columns, all of them indented by `indent`.
    package static func paragraph(_ text: String, width: Int, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        return lines(text, width: width - indent).map { margin + $0 }.joined(separator: "\n")
    }
}
