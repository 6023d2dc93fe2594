import CCrypto
import Glibc
package import LinuxSystem

/// What a TLS server shows of itself, looked at without telling it anything.
package struct TLSInspection {
    /// What is wrong with a server's certificate.
    package enum Fault: Hashable, Sendable {
        /// It, or one that it leads to, is not valid yet.
        case notYetValid
        /// It, or one that it leads to, is not valid any more.
        case expired
        /// It is made out to others.
        case otherHost
        /// It does not lead to a trusted certificate; in OpenSSL's words.
        case untrusted(String)
    }

    /// The server's certificate.
    package let certificate: Certificate
    /// What is wrong with it; nil when nothing is.
    package let fault: Fault?

    /// Makes a TLS handshake with the server at the other end of a socket, and no more than that.
    ///
    /// - Parameters:
    ///   - socket: a connected socket that does not block.
    ///   - host: the name or address that the certificate has to be made out to.
    ///   - authorities: the certificates to trust, as PEM; nil to trust none, so that every
    ///     certificate is untrusted.
    ///   - deadline: when to give up, in ``MonotonicClock``'s time.
    package init(
        of socket: borrowing FileDescriptor, host: String, authorities: String?,
        until deadline: Duration
    ) throws(CryptoError) {
        let session = try Session(socket.raw, host: host, authorities: authorities)
        try session.shakeHands(until: deadline)
        certificate = try session.certificate()
        fault = session.fault
    }
}

/// A TLS session that ends after its handshake.
@safe private final class Session {
    private let context: OpaquePointer
    private let pointer: OpaquePointer
    private let socket: Int32

    init(_ socket: Int32, host: String, authorities: String?) throws(CryptoError) {
        LeafTrust.enable()
        self.socket = socket
        let context = unsafe try made("start TLS", SSL_CTX_new(TLS_client_method()))
        let session = unsafe SSL_new(context)
        guard let session = unsafe session else {
            unsafe SSL_CTX_free(context)
            throw .last("start TLS")
        }
        unsafe (self.context, pointer) = (context, session)
        // The handshake is to be completed in any case; the verdict is asked for afterwards.
        unsafe SSL_set_verify(pointer, SSL_VERIFY_NONE, nil)
        if let authorities { try trust(authorities) }
        unsafe SSL_set_hostflags(pointer, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        try succeed("name the server", unsafe SSL_set1_host(pointer, host))
        try succeed("start TLS", unsafe SSL_set_fd(pointer, socket))
    }

    deinit {
        unsafe SSL_free(pointer)
        unsafe SSL_CTX_free(context)
    }

    private func trust(_ authorities: String) throws(CryptoError) {
        let store = unsafe SSL_CTX_get_cert_store(context)
        for certificate in try Certificate.list(pem: authorities) {
            try succeed(
                "trust a certificate", unsafe X509_STORE_add_cert(store, certificate.pointer))
        }
    }

    func shakeHands(until deadline: Duration) throws(CryptoError) {
        while true {
            let result = unsafe SSL_connect(pointer)
            if result == 1 { return }
            let error = unsafe SSL_get_error(pointer, result)
            guard error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE else {
                throw .last("agree on TLS")
            }
            let interest = Poller.Interest(
                socket, reading: error == SSL_ERROR_WANT_READ,
                writing: error == SSL_ERROR_WANT_WRITE)
            let ready = try? Poller.wait(for: [interest], until: deadline)
            if ready?.isEmpty != false { throw CryptoError("agree on TLS", "no answer in time") }
        }
    }

    func certificate() throws(CryptoError) -> Certificate {
        unsafe Certificate(
            owning: try made("see a certificate", SSL_get1_peer_certificate(pointer)))
    }

    var fault: TLSInspection.Fault? {
        let result = unsafe SSL_get_verify_result(pointer)
        switch Int32(result) {
        case X509_V_OK: return nil
        case X509_V_ERR_CERT_NOT_YET_VALID: return .notYetValid
        case X509_V_ERR_CERT_HAS_EXPIRED: return .expired
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: return .otherHost
        default:
            return .untrusted(unsafe String(cString: X509_verify_cert_error_string(result)))
        }
    }
}
