/// What one look at the kernel found about one Wi-Fi interface.
package struct NetworkObservation: Hashable, Sendable {
    /// The interface's name, such as `wlan0`, at the time of the look. Names change; show it, but
    /// tell interfaces apart by ``interfaceIndex``.
    package var interface: String
    /// The kernel's index of the interface, which a rename keeps and no other interface shares.
    package var interfaceIndex: UInt32
    /// How far the interface is; never ``NetworkState/leaving``.
    package var state: NetworkState
    /// The network's SSID. Always there when ``state`` is ``NetworkState/joined``, possibly when
    /// it is associating or associated, never otherwise.
    package var ssid: SSID?
    /// The access point's address as six pairs of lower-case digits, `02:00:00:00:00:00`; of a
    /// multi-link access point the one address of all its links. Nil unless associated or joined.
    package var bssid: String?
    /// Whether the access point asks for encryption; false unless associated or joined.
    package var isProtected: Bool

    package init(
        interface: String, interfaceIndex: UInt32, state: NetworkState, ssid: SSID? = nil,
        bssid: String? = nil, isProtected: Bool = false
    ) {
        self.interface = interface
        self.interfaceIndex = interfaceIndex
        self.state = state
        self.ssid = ssid
        self.bssid = bssid
        self.isProtected = isProtected
    }
}
