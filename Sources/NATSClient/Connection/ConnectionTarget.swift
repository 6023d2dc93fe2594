package import Certificates

/// A server to connect to, and how both sides prove who they are.
package struct ConnectionTarget: Hashable, Sendable {
    /// What makes a server the right one, besides its host name.
    package enum Trust: Hashable, Sendable {
        /// Its certificate leads to one of these (PEM), and to no other authority.
        case authorities(String)
        /// Its certificate has this public key.
        case pin(PublicKeyPin)
        /// Nothing: no TLS. Only for a server on this very machine.
        case plainText
    }

    /// The host: a name or an address. The certificate has to be made out to it.
    package var host: String
    /// The port, 4222 as a rule.
    package var port: UInt16
    /// What makes the server the right one.
    package var trust: Trust
    /// The user of the server's accounts.
    package var user: String
    /// The user's password.
    package var password: String
    /// What subjects of answers start with; the user has to be allowed to subscribe below it.
    package var inboxPrefix: String
    /// How long one attempt may take before libnats gives it up.
    package var timeout: Duration = .seconds(5)
    /// How often libnats asks a silent server whether it is there.
    package var pingInterval: Duration = .seconds(120)

    /// A server and a user.
    package init(
        host: String, port: UInt16, trust: Trust, user: String, password: String,
        inboxPrefix: String = "_INBOX"
    ) {
        self.host = host
        self.port = port
        self.trust = trust
        self.user = user
        self.password = password
        self.inboxPrefix = inboxPrefix
    }

    /// Host and port for people and for URLs: an IPv6 address is in brackets.
    package var address: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
