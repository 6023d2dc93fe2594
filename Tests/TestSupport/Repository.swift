import LinuxSystem

/// Where this repository's files are.
package enum Repository {
    /// The folder that holds Package.swift.
    package static let root: String = {
        let parts = FileSystem.components(#filePath)
        return "/" + parts.dropLast(3).joined(separator: "/")
    }()

    /// A file or folder of the repository.
    package static func path(_ relative: String) -> String { root + "/" + relative }

    /// A program of this package, as built beside the tests.
    ///
    /// `LOCALPUSH_PRODUCTS` names the folder when the build is not in `.build/debug`.
    package static func program(_ name: String) -> String {
        (Environment.current["LOCALPUSH_PRODUCTS"] ?? path(".build/debug")) + "/" + name
    }
}
