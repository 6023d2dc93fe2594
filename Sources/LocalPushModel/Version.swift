/// The version of all programs of this package, which are installed together.
package enum Version {
    /// As `--version` prints it.
    package static let text = "0.1.0"
}
