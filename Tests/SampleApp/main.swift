import Glibc
import LinuxSystem
import LocalPush

// Apple's first and third sample of Local Push Connectivity, line by line; what is not theirs says so.

/// Create local push configuration in containing app.
func saveConfiguration() {
    let manager = NEAppPushManager()
    manager.matchSSIDs = ["Cruise Ship Wi-Fi", "Cruise Ship Staff Wi-Fi"]
    manager.providerBundleIdentifier = "com.myexample.SimplePush.Provider"
    manager.providerConfiguration = ["host": "cruiseship.example.com"]
    manager.isEnabled = true

    manager.saveToPreferences { (error) in
        if let error = error {
            // Handle error
            report("error \(error)")
            return
        }
        // Report success
        report("saved \(manager.profileName ?? "")")
    }
}

/// Receive VoIP call information in containing app. `UIResponder` and `UIApplicationDelegate` are
/// `AppPushApplicationDelegate` here.
class AppDelegate: AppPushApplicationDelegate, NEAppPushDelegate {
    func applicationDidFinishLaunching(_ application: AppPushApplication) {
        NEAppPushManager.loadAllFromPreferences { (managers, error) in
            // Handle non-nil error
            for manager in managers {
                manager.delegate = self
            }
        }
    }

    func appPushManager(
        _ manager: NEAppPushManager,
        didReceiveIncomingCallWithUserInfo userInfo: PropertyList = [:]
    ) {
        // Report incoming call to CallKit and let it display call UI
        report("call \(manager.profileName ?? "") \(userInfo)")
        // For the tests: a call that the app does not survive.
        if userInfo["crash"] == true { abort() }
    }

    func application(
        _ application: AppPushApplication, didActivateAction action: String, parameter: String?
    ) {
        report("action \(action) \(parameter ?? "")")
    }
}

/// What key-value observation of `isActive` is for, which the samples do not have.
func observe(_ managers: [NEAppPushManager]) {
    for manager in managers {
        manager.isActiveDidChange = { [unowned manager] isActive in
            report("active \(manager.profileName ?? "") \(isActive)")
        }
    }
}

/// Adds a line to the file that a test reads.
func report(_ line: String) {
    guard let path = Environment.current["SAMPLE_APP_REPORT"] else { return print(line) }
    let file = try? FileDescriptor.open(path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
    try? file?.writeAll(Array("\(line)\n".utf8))
}

if CommandLine.arguments.contains("save") {
    saveConfiguration()
} else if CommandLine.arguments.contains("observe") {
    let application = try AppPushApplication("com.myexample.SimplePush", delegate: nil)
    var managers: [NEAppPushManager] = []
    NEAppPushManager.loadAllFromPreferences { (loaded, error) in managers = loaded }
    observe(managers)
    report("observes \(managers.map { "\($0.profileName ?? "") \($0.isActive)" })")
    let status = try application.run()
    exit(status)
} else {
    let delegate = AppDelegate()
    let status = try AppPushApplication("com.myexample.SimplePush", delegate: delegate).run()
    exit(status)
}
