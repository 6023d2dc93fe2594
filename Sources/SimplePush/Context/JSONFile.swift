import LinuxSystem
import LocalPushModel
import StrictJSON

/// Files that hold one JSON document.
enum JSONFile {
    /// Reads the document. Throws what is wrong, naming the file and the place in it.
    static func read(_ path: String, limit: Int) throws -> JSONDocument {
        let bytes = try FileSystem.read(path, limit: limit)
        do throws(JSONSyntaxError) {
            return try JSONDocument(parsing: bytes)
        } catch {
            throw DocumentError(error, file: path)
        }
    }
}
