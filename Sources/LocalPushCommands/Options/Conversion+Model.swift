import CommandLineKit
import LocalPushModel
import StrictJSON

extension CompletionSource {
    /// The names of profiles of either scope.
    static let profiles = CompletionSource(rawValue: "profiles")
    /// The bundle identifiers of installed providers.
    static let providers = CompletionSource(rawValue: "providers")
    /// The names of Wi-Fi interfaces.
    static let interfaces = CompletionSource(rawValue: "interfaces")
    /// The SSIDs that profiles name, and those in reach.
    static let ssids = CompletionSource(rawValue: "ssids")
}

extension Conversion<SSID> {
    /// An SSID as its very bytes.
    static var ssid: Conversion {
        Conversion("SSID", completion: .found(.ssids)) { word throws(ValueError) in
            guard let ssid = SSID(bytes: word.bytes) else { throw .ssidLength(word.bytes.count) }
            return ssid
        }
    }

    /// An SSID as hexadecimal digits.
    static var ssidHex: Conversion {
        .text("HEX") { text throws(ValueError) in
            guard let bytes = Hexadecimal.bytes(text) else {
                throw ValueError("it is not pairs of hexadecimal digits")
            }
            guard let ssid = SSID(bytes: bytes) else { throw .ssidLength(bytes.count) }
            return ssid
        }
    }
}

extension ValueError {
    fileprivate static func ssidLength(_ count: Int) -> ValueError {
        ValueError("an SSID has 1 to 32 octets, this one has \(count)")
    }

    init(_ error: InvalidValue) { self.init(error.problem) }
}

extension Conversion<ProfileName> {
    /// The name of a profile that may or may not exist.
    static func profileName(
        _ valueName: String = "NAME", completion: CompletionKind = .found(.profiles)
    ) -> Conversion {
        .text(valueName, completion: completion) { text throws(ValueError) in
            do throws(InvalidValue) { return try ProfileName(text) } catch {
                throw ValueError(error)
            }
        }
    }
}

extension Conversion<BundleIdentifier> {
    /// The bundle identifier of a provider that may or may not be installed.
    static var provider: Conversion {
        .text("PROVIDER", completion: .found(.providers)) { text throws(ValueError) in
            do throws(InvalidValue) { return try BundleIdentifier(text) } catch {
                throw ValueError(error)
            }
        }
    }
}

extension Conversion<ConfigurationEdit> {
    /// `KEY=VALUE`, the value JSON if it parses as such and text otherwise, or always text.
    static func assignment(alwaysText: Bool) -> Conversion {
        .text("KEY=VALUE") { text throws(ValueError) in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw ValueError("it has no \"=\"; write KEY=VALUE") }
            let value = String(parts[1])
            let json = alwaysText ? nil : try? JSONValue(parsing: [UInt8](value.utf8))
            let edit = ConfigurationEdit(
                path: try ConfigurationEdit.path(String(parts[0])), value: json ?? .string(value))
            // What was hidden cannot come back as if it were the value.
            guard !Secrecy.hidesValue(in: ["": edit.value ?? .null]) else {
                throw ValueError("it stands for a hidden value and is none itself")
            }
            return edit
        }
    }

    /// `KEY`, to be removed.
    static var removal: Conversion {
        .text("KEY") { text throws(ValueError) in
            ConfigurationEdit(path: try ConfigurationEdit.path(text), value: nil)
        }
    }

    /// A host name or address, which becomes the text at `host`.
    static var host: Conversion {
        .text("HOST") { text throws(ValueError) in
            do throws(InvalidValue) { try Host.validate(text) } catch { throw ValueError(error) }
            return ConfigurationEdit(path: ["host"], value: .string(text))
        }
    }
}
