import CCrypto

/// Trust in a server's own certificate.
package enum LeafTrust {
    /// Lets a trusted certificate end a chain, whoever issued it, in every TLS client of this process
    /// (X509_V_FLAG_PARTIAL_CHAIN in X509_VERIFY_PARAM_set_flags(3)). To be called before there is one.
    ///
    /// Nobody becomes trusted by it: it only makes a certificate that was named as trusted enough, also
    /// when it is not one that issued itself.
    package static func enable() { _ = isEnabled }

    /// Without memory the certificate of a pinned server is refused, which is the safe side.
    private static let isEnabled = ccrypto_trust_leaves() == 1
}
