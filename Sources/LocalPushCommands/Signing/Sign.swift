import CommandConsole
import CommandLineKit
import LinuxSystem
import LocalPushModel
import StrictJSON

/// `sign`: signs a profile file.
struct Sign: Command {
    private static let sizeLimit = 1 << 20

    @Required var file: String
    @Required var key: String
    @Required var certificate: String
    var chain: String?
    @Required var result: String
    var output = OutputOptions()

    static let name = "sign"
    static let summary = "Sign a profile file"

    static var declaration: Declaration<Self> {
        Declaration(
            discussion: [
                """
                The result is a CMS SignedData in DER around the very bytes of the file, with the \
                certificates of the signer; openssl cms -verify -inform DER takes it, and what \
                openssl cms -sign -binary -nodetach -outform DER makes, for example with a key in \
                hardware, is taken the same.
                """,
                """
                A device trusts the certificates in /etc/localpush/trust.d and nothing else. Keys and \
                certificates are PEM; a key that is encrypted is asked for its passphrase.
                """,
            ],
            operands: [.required(\._file, .file(), "The profile file.")],
            options: [
                .required("--key", \._key, .file(), "The signer's private key."),
                .required("--cert", \._certificate, .file(), "The signer's certificate."),
                .value(
                    "--chain", \.chain, .file(),
                    "The certificates between the signer's and one that devices trust."),
                .required(
                    "--output", \._result, .file("OUT"),
                    "Where the signed file goes; - is standard output."
                )
                .withShortName("-o"),
            ], OutputOptions.options(in: \.output),
            examples: [
                Example(
                    "localpush sign ship.json --key admin.key --cert admin.pem -o ship.p7m",
                    "Sign a profile")
            ],
            exitStatuses: [.denied, .invalidProfile])
    }

    func run(in context: CommandContext) throws -> ExitStatus {
        let contents = try context.bytes(of: file)
        do { _ = try ProfileFile(parsing: contents) } catch {
            throw Failure(
                .invalidProfile, error.inFile(ProfileFile.title(file)).description)
        }
        try checkResult()
        let message = try signed(contents, in: context)
        if isToStandardOutput {
            try context.console.write(message)
            return .success
        }
        try FileReplacement.replace(result, with: message)
        if output.isJSON {
            try context.console.print([
                "file": .string(result), "bytes": .number(JSONNumber(message.count)),
            ])
        } else {
            try context.console.print("signed \(SafeText.escaped(result))")
        }
        return .success
    }

    private var isToStandardOutput: Bool { result == "-" }

    /// What is no file must not be replaced by one: it could be a device.
    private func checkResult() throws {
        if isToStandardOutput {
            guard output.isJSON else { return }
            throw Failure(.usage, "standard output takes the signed file or --json, not both")
        }
        guard let kind = try? FileStatus(of: result).kind, kind != .file else { return }
        throw Failure(
            .failure, "cannot write \(SafeText.escaped(result)): it is not a regular file",
            advice: ["To standard output: -o -"])
    }

    private func signed(_ contents: [UInt8], in context: CommandContext) throws -> [UInt8] {
        let helper = SignatureHelper(context: context)
        let (key, certificate) = (try text(key), try text(certificate))
        let chain = try chain.map(text) ?? ""
        do {
            return try helper.sign(contents, key: key, certificate: certificate, chain: chain)
        } catch let failure as Failure where failure.advice.isEmpty {
            throw Failure(failure.status, problem(failure.message), advice: Self.advice)
        }
    }

    private func problem(_ problem: String) -> String {
        let chain = chain.map { " and \(SafeText.escaped($0))" } ?? ""
        return "cannot sign with the key in \(SafeText.escaped(key)) and the certificate in "
            + SafeText.escaped(certificate) + chain + ": " + problem
    }

    private static let advice = [
        "Both are PEM, the key has to be the certificate's, and its passphrase the right one"
    ]

    private func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(path, limit: Self.sizeLimit), as: UTF8.self)
    }
}

extension CommandContext {
    /// The contents of a profile file; `-` is standard input.
    func bytes(of path: String) throws(SystemError) -> [UInt8] {
        path == "-"
            ? try outside.input(ProfileFile.sizeLimit)
            : try FileSystem.read(path, limit: ProfileFile.sizeLimit)
    }
}
