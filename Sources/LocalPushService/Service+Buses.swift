import LinuxSystem
import LocalPushModel
import MessageLines
import Reconciliation
package import StrictJSON
import SystemdSupport

/// What the service has to do with D-Bus.
extension Service {
    /// Follows the device's sleep. Networks are looked at before anything starts after it.
    func take(_ event: SleepWatcher.Event) {
        switch event {
        case .sleep: post(.sleep)
        case .wake:
            lookAtEverything()
            post(.wake)
        }
    }

    /// The profiles as `profile list --json` has them, with or without what the providers are given.
    package func listing(withConfigurations: Bool) -> JSONValue {
        .array(
            reconciler.profileReports().compactMap(\.installed).map { installed in
                guard case .object(var object) = installed.profile.json else { return .null }
                if !withConfigurations { object["providerConfiguration"] = nil }
                object["origin"] = .string(installed.origin.word)
                object["scope"] = .string(settings.scope.rawValue)
                object["isShadowed"] = .bool(installed.isShadowed)
                if let file = installed.file { object["file"] = .string(file) }
                return .object(object)
            })
    }
}
