import LinuxSystem
import LocalPushModel
import MessageLines

/// The contents of a profile file, signed or not.
struct ProfileSource {
    /// What the profiles are in; nil when a signed file does not give it away.
    private(set) var contents: [UInt8]?
    /// Who signed it; nil when nobody did, or that cannot be told.
    private(set) var signature: SignatureRecord?
    /// The signed file as it came; nil when it is not signed.
    private(set) var original: [UInt8]?
    /// What speaks against the signature.
    private(set) var refusal: ProfileAdmission.Refusal?

    /// Looks at a file's bytes.
    ///
    /// - Parameter trust: Gives the certificates that are trusted, asked only for a signed file.
    init(_ bytes: [UInt8], trust: () throws -> [TrustedFile], in context: CommandContext) throws {
        guard Self.isSigned(bytes) else {
            contents = bytes
            return
        }
        original = bytes
        let found = try SignatureHelper(context: context).verify(bytes, trust: try trust())
        contents = found.contents
        signature = found.signature
        refusal = found.reason.map { .init($0, SafeText.escaped(found.problem)) }
    }

    /// Whether the bytes start as a DER sequence of some length does, and no JSON can.
    static func isSigned(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] == 0x30 && bytes[1] >= 0x80
    }
}
