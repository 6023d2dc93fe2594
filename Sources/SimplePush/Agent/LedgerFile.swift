import Glibc
import LinuxSystem
import LocalPushModel
import PushPayload
import StrictJSON
import SystemdSupport

/// A ledger on the disk: one file whose first line is a ledger as it was, and whose other lines are what
/// has changed since. A line is on the disk before whatever depends on it is done.
final class LedgerFile {
    /// After so many changes the file is written anew.
    private static let mostChanges = 2000
    private static let longestFile = 1 << 26

    /// What is remembered, as it is on the disk.
    private(set) var ledger: DeliveryLedger
    private let path: String
    private let log: Log
    private var file: FileDescriptor?
    private var changes = 0

    /// Opens the ledger in `folder`; a new one where there is none. What cannot be read is kept beside
    /// it, and a new one begun: it is better to show something twice than nothing at all.
    init(in folder: String, log: Log) throws {
        path = folder + "/ledger"
        self.log = log
        do {
            ledger = try Self.read(path, log)
        } catch let error as SystemError where error.errno == ENOENT {
            ledger = DeliveryLedger()
        } catch let error as SystemError {
            throw error
        } catch {
            log.error("\(path) is begun anew, and kept as ledger.bad: \(error)")
            try FileSystem.rename(path, to: path + ".bad")
            ledger = DeliveryLedger()
        }
        try rewrite()
    }

    /// Changes the ledger; returns once the change, and all before it, are on the disk, where something
    /// waits for that. Returns false, and tells the log, when the disk does not take it; the change then
    /// counts in memory, and the file is written anew with the next.
    @discardableResult
    func remember(_ change: (inout DeliveryLedger) -> LedgerRecord?) -> Bool {
        do throws(SystemError) {
            try self.change(change)
            return true
        } catch {
            log.error(SafeText.escaped(error.description))
            return false
        }
    }

    private func change(_ change: (inout DeliveryLedger) -> LedgerRecord?) throws(SystemError) {
        let record = change(&ledger)
        guard changes < Self.mostChanges, file != nil else { return try rewrite() }
        guard let record else { return }
        var line: [UInt8] = []
        record.json.write(into: &line, pretty: false)
        line.append(UInt8(ascii: "\n"))
        do throws(SystemError) {
            try file?.writeAll(line)
            if record.isAwaited { try file?.synchronizeContents() }
            changes += 1
        } catch {
            // Part of the line may be there; nothing may follow it.
            file = nil
            throw SystemError(error.operation, path, errno: error.errno)
        }
    }

    private func rewrite() throws(SystemError) {
        file = nil
        var line: [UInt8] = []
        JSONValue.object(ledger.json).write(into: &line, pretty: false)
        line.append(UInt8(ascii: "\n"))
        try FileReplacement.replace(path, with: line)
        let folder = "/" + FileSystem.components(path).dropLast().joined(separator: "/")
        try FileSystem.synchronizeFolder(folder)
        file = try FileDescriptor.open(path, O_WRONLY | O_APPEND)
        changes = 0
    }

    private static func read(_ path: String, _ log: Log) throws -> DeliveryLedger {
        let bytes = try FileSystem.read(path, limit: longestFile)
        var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst() else { throw InvalidValue("it is empty") }
        var ledger = try DeliveryLedger(try JSONValue(parsing: Array(first)))
        for line in lines {
            // Only the last can be cut short, by a power cut or a full disk: nothing came of it yet.
            guard let json = try? JSONValue(parsing: Array(line)), let record = LedgerRecord(json)
            else {
                log.warning("a line of \(path) was cut short")
                break
            }
            ledger.apply(record)
        }
        return ledger
    }
}
