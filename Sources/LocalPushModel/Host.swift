/// Whether a text can name a host: a host name, an IPv4 or an IPv6 address.
///
/// Pure syntax: nothing is looked up.
package enum Host {
    /// Throws unless `text` is a host name (RFC 1123, 2.1: labels of 1 to 63 letters, digits and
    /// inner hyphens, 253 characters in all, a final dot allowed), an IPv4 address in dotted decimal
    /// or an IPv6 address (RFC 4291, 2.2) with or without a zone (RFC 4007, 11).
    package static func validate(_ text: String) throws(InvalidValue) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            guard isIPv6Address(text) else {
                throw InvalidValue(
                    "\(SafeText.quoted(text)) is not an IPv6 address; a port is given apart from the host"
                )
            }
        } else if endsInNumber(text) {
            guard isIPv4Address(text) else {
                throw InvalidValue("\(SafeText.quoted(text)) is not an IPv4 address")
            }
        } else {
            try validateName(text)
        }
    }

    private static func validateName(_ text: String) throws(InvalidValue) {
        var name = text.utf8[...]
        if name.last == UInt8(ascii: ".") { name = name.dropLast() }
        guard name.count <= 253, areLabels(name) else {
            throw InvalidValue(
                "\(SafeText.quoted(text)) is not a host name, an IPv4 or an IPv6 address")
        }
    }

    /// Stores hold many hosts, so this goes over the bytes once and makes nothing.
    private static func areLabels(_ name: Substring.UTF8View) -> Bool {
        let lengths = 1...63
        var (length, previous) = (0, UInt8(ascii: "."))
        for byte in name {
            if byte == UInt8(ascii: ".") {
                guard lengths.contains(length), previous != UInt8(ascii: "-") else { return false }
                length = 0
            } else {
                let isInside = length > 0 && byte == UInt8(ascii: "-")
                guard byte.isLetterOrDigit || isInside else { return false }
                length += 1
            }
            previous = byte
        }
        return lengths.contains(length) && previous != UInt8(ascii: "-")
    }

    /// What ends in a number is an IPv4 address or a mistake, never a name.
    private static func endsInNumber(_ text: String) -> Bool {
        let last = text.utf8.reversed().drop { $0 == UInt8(ascii: ".") }
            .prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy { $0.isDigit }
    }

    private static func isIPv4Address(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in isDecimalOctet(Array(part)) }
    }

    private static func isDecimalOctet(_ digits: [UInt8]) -> Bool {
        guard (1...3).contains(digits.count), digits.allSatisfy({ $0.isDigit }) else {
            return false
        }
        // A leading zero reads as octal in some programs and as decimal in others.
        guard digits.count == 1 || digits[0] != UInt8(ascii: "0") else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
    }

    private static func isIPv6Address(_ text: String) -> Bool {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, !isZone(parts[1]) { return false }
        guard let address = parts.first else { return false }
        let halves = halves(of: address)
        guard halves.count <= 2 else { return false }
        var groups = 0
        for (index, half) in halves.enumerated() {
            guard let count = groupCount(of: half, isLast: index == halves.count - 1) else {
                return false
            }
            groups += count
        }
        return halves.count == 2 ? groups <= 7 : groups == 8
    }

    private static func isZone(_ zone: Substring) -> Bool {
        !zone.isEmpty && zone.utf8.allSatisfy { $0.isLetterOrDigit || $0.isOne(of: "._-") }
    }

    /// The parts before and after `::`; one part where there is none.
    private static func halves(of address: Substring) -> [Substring] {
        var halves: [Substring] = []
        var rest = address
        while let colon = rest.indices.first(where: { rest[$0...].hasPrefix("::") }) {
            halves.append(rest[..<colon])
            rest = rest[colon...].dropFirst(2)
        }
        return halves + [rest]
    }

    /// How many 16-bit groups a part without `::` stands for; nil when it is malformed. Only the end
    /// of an address may be an IPv4 address, which stands for two.
    private static func groupCount(of part: Substring, isLast: Bool) -> Int? {
        if part.isEmpty { return 0 }
        var groups = part.split(separator: ":", omittingEmptySubsequences: false)
        var count = 0
        if isLast, let last = groups.last, last.utf8.contains(UInt8(ascii: ".")) {
            guard isIPv4Address(last) else { return nil }
            groups.removeLast()
            count = 2
        }
        let areGroups = groups.allSatisfy { group in
            (1...4).contains(group.utf8.count) && group.allSatisfy(\.isHexDigit)
                && group.utf8.allSatisfy(\.isLetterOrDigit)
        }
        return areGroups ? count + groups.count : nil
    }
}
