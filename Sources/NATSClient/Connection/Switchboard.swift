import Glibc
import Synchronization

/// Where libnats's threads leave word for the event loop's.
///
/// libnats has threads of its own (timers, errors), and connecting blocks, so it has one, too. All that
/// any of them does for us is to put a value in here, under the number of the connection that it
/// concerns. A number is never used twice; word for a connection that is gone is dropped. This holds
/// the only lock of the house.
enum Switchboard {
    /// What is left for a connection.
    enum Word: Sendable {
        /// The attempt has ended.
        case attempted(AttemptOutcome)
        /// The connection stands, on this socket.
        case attached(Int32)
        /// Bytes wait to be sent.
        case wantsToWrite
        /// libnats is done with the connection.
        case detached
        /// The server refused something, in its words.
        case refused(String)
    }

    private struct Line {
        var words: [Word] = []
        /// The writing end of the doorbell's pipe.
        var bell: Int32
        /// Whether the loop's own thread is inside libnats and will look for itself.
        var isInside = false
        var wantsToWrite = false
    }

    private struct Lines {
        var last = 0
        var lines: [Int: Line] = [:]
    }

    private static let lines = Mutex(Lines())

    /// A new number, for which `bell` is rung.
    static func open(bell: Int32) -> Int {
        lines.withLock { all in
            all.last += 1
            all.lines[all.last] = Line(bell: bell)
            return all.last
        }
    }

    /// Drops the number. Returns what was not taken; the bell is not rung any more.
    static func close(_ number: Int) -> [Word] {
        lines.withLock { $0.lines.removeValue(forKey: number)?.words ?? [] }
    }

    /// Leaves word and rings. Returns false when nobody has the number any more.
    @discardableResult
    static func leave(_ word: Word, for number: Int) -> Bool {
        lines.withLock { all in
            guard all.lines[number] != nil else { return false }
            all.lines[number]?.words.append(word)
            if all.lines[number]?.words.count == 1 { ring(all.lines[number]) }
            return true
        }
    }

    /// Takes the word that was left.
    static func take(_ number: Int) -> [Word] {
        lines.withLock { all in
            let words = all.lines[number]?.words ?? []
            all.lines[number]?.words = []
            return words
        }
    }

    /// libnats wants to send, or no longer does.
    static func setWantsToWrite(_ wants: Bool, for number: Int) {
        let isNews = lines.withLock { all in
            all.lines[number]?.wantsToWrite = wants
            return wants && all.lines[number]?.isInside == false
        }
        if isNews { leave(.wantsToWrite, for: number) }
    }

    /// The loop's thread is about to call into libnats: it needs no bell. Returns whether something
    /// waits to be sent.
    @discardableResult
    static func enter(_ number: Int) -> Bool {
        lines.withLock { all in
            all.lines[number]?.isInside = true
            return all.lines[number]?.wantsToWrite ?? false
        }
    }

    /// The loop's thread has left libnats. Returns whether something waits to be sent.
    static func exit(_ number: Int) -> Bool {
        lines.withLock { all in
            all.lines[number]?.isInside = false
            return all.lines[number]?.wantsToWrite ?? false
        }
    }

    /// The lock is held, so the bell is still there. A full pipe is loud enough.
    private static func ring(_ line: Line?) {
        guard let line else { return }
        var byte: UInt8 = 1
        _ = unsafe Glibc.write(line.bell, &byte, 1)
    }
}
