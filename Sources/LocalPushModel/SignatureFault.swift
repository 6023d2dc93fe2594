/// Why a profile file is not to be installed, as `verify --json` names it.
package enum SignatureFault: String, Hashable, Sendable, CaseIterable {
    /// Nobody signed it, where somebody has to.
    case unsigned
    /// Somebody signed it whom this device does not trust, or not for this profile.
    case untrusted
    /// The signer's certificate, or the file itself, is not valid at the time.
    case expired
    /// It is not what was signed.
    case tampered
    /// It is for other devices.
    case wrongTarget
    /// The device has a later version.
    case rolledBack
}
