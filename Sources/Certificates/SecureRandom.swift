import CCrypto
import LocalPushModel

/// Random numbers that nobody can guess.
package enum SecureRandom {
    /// So many random bytes. Throws only when the system has no randomness to give.
    package static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try succeed("get random bytes", unsafe RAND_bytes(&bytes, Int32(clamping: count)))
        return bytes
    }

    /// 32 lower-case hexadecimal digits, for what has to be unique.
    package static func identifier() throws(CryptoError) -> String {
        Hexadecimal.text(try bytes(16))
    }

    /// A password of 256 random bits, as 64 lower-case hexadecimal digits.
    package static func password() throws(CryptoError) -> String {
        Hexadecimal.text(try bytes(32))
    }
}
