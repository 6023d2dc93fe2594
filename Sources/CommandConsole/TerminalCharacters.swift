import LinuxSystem

/// The characters that an output can show.
struct TerminalCharacters {
    private let hasAll: Bool

    /// Those of a terminal are its locale's: all, or ASCII's alone. For a program that reads, text is
    /// UTF-8 everywhere.
    init(isTerminal: Bool, environment: Environment) {
        hasAll = !isTerminal || Self.isUTF8(Self.locale(environment))
    }

    /// The name of the locale for characters; see locale(7).
    private static func locale(_ environment: Environment) -> String {
        ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    }

    private static func isUTF8(_ locale: String) -> Bool {
        let name = locale.lowercased().filter { $0 != "-" }
        return name.hasSuffix(".utf8") || name.contains(".utf8@")
    }

    /// Text for that output. What it cannot show is escaped as all else that people could not read.
    func bytes(of text: String) -> [UInt8] {
        if hasAll { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            if scalar.isASCII { return [UInt8(scalar.value)] }
            if scalar == "…" { return Array("...".utf8) }
            return Array(String(scalar).utf8).flatMap(Self.escaped)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let digits = String(byte, radix: 16)
        return Array(("\\x" + (digits.utf8.count < 2 ? "0" : "") + digits).utf8)
    }
}
