package import LocalPushModel
import StrictJSON

/// What the helper for signatures answers, one message.
package enum SignatureReply: Hashable, Sendable {
    /// The signed message.
    case signed([UInt8])
    /// What there is to say of a signed message.
    case verified(Verification)
    /// Why nothing could be done, in words.
    case failed(problem: String)

    /// What a look at a signed message found.
    package struct Verification: Hashable, Sendable {
        /// What was signed; nil when it cannot be had, or is not what was signed.
        package var contents: [UInt8]?
        /// Who signed it, with the digest of the contents; nil when that cannot be told.
        package var signature: SignatureRecord?
        /// Why it is not to be used; nil when nothing speaks against it.
        package var reason: SignatureFault?
        /// The same in words; empty when nothing does.
        package var problem: String

        package init(
            contents: [UInt8]? = nil, signature: SignatureRecord? = nil,
            reason: SignatureFault? = nil, problem: String = ""
        ) {
            self.contents = contents
            self.signature = signature
            self.reason = reason
            self.problem = problem
        }
    }

    /// Reads a line without its line feed. Throws for what is no reply.
    package init(line: [UInt8]) throws(MessageError) {
        let envelope = try Envelope(line: line)
        switch envelope.name {
        case "signed": self = .signed(try envelope.octets("message"))
        case "verified": self = .verified(try Verification(envelope))
        case "failed": self = .failed(problem: try envelope.text("problem"))
        default: throw MessageError(unknown: envelope.name)
        }
    }

    /// The reply as a line, its line feed included.
    package func line() throws(MessageError) -> [UInt8] {
        let envelope =
            switch self {
            case .signed(let message): Envelope("signed", ["message": .octets(message)])
            case .verified(let verification): Envelope("verified", verification.json)
            case .failed(let problem): Envelope("failed", ["problem": .string(problem)])
            }
        return try envelope.line(limit: SignatureRequest.longestLine)
    }
}

extension SignatureReply.Verification {
    fileprivate init(_ envelope: Envelope) throws(MessageError) {
        let record = try envelope.optionalPart("signature")
        self.init(
            contents: try envelope.optionalText("contents", limit: SignatureRequest.longestLine)
                == nil ? nil : try envelope.octets("contents"),
            signature: try record.map { part throws(MessageError) in
                SignatureRecord(
                    signer: try part.text("signer"), key: try part.text("key"),
                    digest: try part.text("digest"))
            },
            reason: try envelope.optionalText("reason").map { _ throws(MessageError) in
                try envelope.word("reason")
            },
            problem: try envelope.text("problem"))
    }

    fileprivate var json: JSONObject {
        var object: JSONObject = ["problem": .string(problem)]
        object["contents"] = contents.map { .octets($0) }
        object["signature"] = signature?.json
        object["reason"] = reason.map { .string($0.rawValue) }
        return object
    }
}
