import CSystemd
import Glibc

/// Paths of objects that stand for things with any names; see sd_bus_path_encode(3).
package enum BusPath {
    /// The path of what is called `name` below `prefix`, itself a path: letters and digits stay, all
    /// other bytes become `_NN`, so different names have different paths. Nil when `prefix` is no path.
    package static func encode(_ name: String, below prefix: String) -> String? {
        var path: UnsafeMutablePointer<CChar>?
        guard unsafe sd_bus_path_encode(prefix, name, &path) >= 0, let path = unsafe path else {
            return nil
        }
        defer { unsafe free(path) }
        return unsafe String(validatingCString: path)
    }
}
