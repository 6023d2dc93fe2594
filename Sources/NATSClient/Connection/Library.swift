import CNATS
import Certificates
import Glibc

/// What libnats needs of the process before its first connection.
enum Library {
    /// Keeps TLS from trusting anybody but whom a connection names. Called on the loop's thread, before
    /// there is another.
    ///
    /// libnats always loads OpenSSL's default authorities, too, and offers no way not to (3.4.1); these
    /// two variables are where OpenSSL looks for them (SSL_CTX_load_verify_locations(3)).
    static func prepare() { _ = isPrepared }

    private static let isPrepared: Bool = {
        unsafe setenv("SSL_CERT_FILE", "/dev/null", 1)
        unsafe setenv("SSL_CERT_DIR", "/nonexistent", 1)
        LeafTrust.enable()
        return true
    }()
}
