import CommandConsole
import CommandLineKit
import LocalPushModel
import StrictJSON

/// Changes to a profile's configuration, checked by the same reader as a profile file.
extension Profile {
    /// This profile with its provider configuration changed. Throws when an edit does not fit, or
    /// what comes out is not valid.
    func editing(_ edits: [ConfigurationEdit]) throws -> Profile {
        var configuration = providerConfiguration
        for edit in edits {
            do { try edit.apply(to: &configuration) } catch {
                throw Failure(.usage, SafeText.checked(error.problem))
            }
        }
        var copy = self
        copy.providerConfiguration = configuration
        return try copy.checked()
    }

    /// This profile, read back from its own JSON. Throws a ``Failure`` when that is not valid.
    func checked() throws(Failure) -> Profile {
        do {
            return try Profile(JSONDocument(parsing: [UInt8](json.compactText.utf8)).root)
        } catch let error as DocumentError {
            // The position is one in a text that nobody has seen.
            let plain = DocumentError(position: nil, key: error.key, problem: error.problem)
            throw Failure(.usage, plain.description)
        } catch {
            throw Failure(.usage, "\(error)")
        }
    }
}
