import Glibc

/// What is known about a terminal.
package enum Terminal {
    /// The size of the terminal `descriptor`, in columns and rows; nil when it is no terminal or does
    /// not know.
    package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
