import LinuxSystem
package import LocalPushModel
package import StrictJSON
import SystemdSupport

/// What it takes to have systemd run an agent.
package struct UnitLaunch: Sendable {
    /// The unit's name; no other agent may have it at present.
    package let unit: String
    package let ssid: SSID
    package let configuration: JSONObject

    package init(unit: String, ssid: SSID, configuration: JSONObject) {
        self.unit = unit
        self.ssid = ssid
        self.configuration = configuration
    }
}

/// Has systemd run agents, and stop those that an earlier service left.
final class UnitStarter {
    private let address: String?
    private let runtimeFolder: String
    private let loop: EventLoop
    private let log: Log
    private var left: [String: LeftUnit] = [:]

    /// - Parameter address: That of the bus that systemd's manager is on; nil for none.
    init(at address: String?, runtimeFolder: String, loop: EventLoop, log: Log) {
        self.address = address
        self.runtimeFolder = runtimeFolder
        self.loop = loop
        self.log = log
    }

    /// Has the units of an earlier service stopped, from the loop.
    func stopLeftovers() {
        guard let address else { return }
        for files in UnitFiles.left(in: runtimeFolder) {
            left[files.unit] = try? LeftUnit(files, at: address, loop: loop, log: log) {
                [weak self] in
                files.remove()
                self?.left[files.unit] = nil
            }
        }
    }

    func launch(
        _ launch: UnitLaunch, handler: @escaping (AgentNews) -> Void
    ) throws(LaunchError) -> AgentUnit {
        guard let address else {
            throw LaunchError("there is no bus over which systemd could start it")
        }
        // It is started afresh now, which stops what was left.
        left[launch.unit] = nil
        let files = UnitFiles(of: launch.unit, in: runtimeFolder)
        do throws(SystemError) {
            try files.write(launch.ssid, launch.configuration, runtimeFolder: runtimeFolder)
            return try AgentUnit(files, at: address, loop: loop, log: log, handler: handler)
        } catch {
            files.remove()
            throw LaunchError(SafeText.escaped("\(error)"))
        }
    }
}
