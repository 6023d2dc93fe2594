import CLinux
import Glibc

/// Environment variables, as a value: the process's own are never changed.
///
/// Names and values are kept as the bytes they are; what is not UTF-8 passes through unchanged, but
/// reads as nil.
package struct Environment: Equatable, Sendable {
    /// `NAME=VALUE`, each without the NUL at its end, in no particular order.
    package private(set) var entries: [[UInt8]] = []

    /// No variables.
    package init() {}

    /// The process's own variables.
    package static var current: Environment {
        var environment = Environment()
        guard var next = unsafe clinux_environment() else { return environment }
        while let entry = unsafe next.pointee {
            environment.entries.append(
                unsafe UnsafeRawBufferPointer(start: entry, count: strlen(entry)).map { $0 })
            unsafe next = next.successor()
        }
        return environment
    }

    /// The value of the variable `name`; nil when there is none or it is not UTF-8. Setting nil
    /// removes the variable. A NUL in what is set ends the entry there.
    package subscript(_ name: String) -> String? {
        get {
            let prefix = Array("\(name)=".utf8)
            guard let entry = entries.first(where: { $0.starts(with: prefix) }) else { return nil }
            return String(validating: entry[prefix.count...], as: UTF8.self)
        }
        set {
            removeAll { $0.elementsEqual(name.utf8) }
            if let newValue {
                entries.append(Array("\(name)=\(newValue)".utf8.prefix { $0 != 0 }))
            }
        }
    }

    /// Removes the variables whose name, as bytes, `isUnwanted`.
    package mutating func removeAll(where isUnwanted: (ArraySlice<UInt8>) -> Bool) {
        entries.removeAll { entry in isUnwanted(entry.prefix { $0 != UInt8(ascii: "=") }) }
    }
}

extension Environment: ExpressibleByDictionaryLiteral {
    /// The variables written out; of two of one name the later wins.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }
}
