import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import MessageLines

/// The program that knows of signatures, asked over pipes: keys are never among its arguments.
struct SignatureHelper {
    private static let program = "localpush-signature"

    let context: CommandContext

    /// Signs bytes; all else is PEM. Throws a ``Failure`` where that cannot be done.
    func sign(
        _ contents: [UInt8], key: String, certificate: String, chain: String
    ) throws -> [UInt8] {
        let request = SignatureRequest.sign(
            contents: contents, key: key, certificate: certificate, chain: chain)
        guard case .signed(let message) = try ask(request) else { throw Self.misunderstood }
        return message
    }

    /// Looks at a signed message, with these certificates trusted.
    func verify(
        _ message: [UInt8], trust: [TrustedFile]
    ) throws -> SignatureReply.Verification {
        let seconds = Int(context.outside.wallClock() / 1_000_000_000)
        let request = SignatureRequest.verify(message: message, trust: trust, time: seconds)
        guard case .verified(let verification) = try ask(request) else { throw Self.misunderstood }
        return verification
    }

    private func ask(_ request: SignatureRequest) throws -> SignatureReply {
        let executable = try HelperProgram.find(
            Self.program, "the program for signatures", from: try context.outside.programPath())
        let description = ProcessDescription(
            executable: executable, arguments: [Self.program], environment: context.environment)
        let answer = try context.outside.converse(description, try request.line())
        let reply = try SignatureReply(line: Array(answer.prefix { $0 != 0x0A }))
        if case .failed(let problem) = reply {
            throw Failure(.failure, SafeText.escaped(problem))
        }
        return reply
    }

    private static let misunderstood = Failure(
        .failure, "the program for signatures and this one do not understand each other")
}
