/// What an app does besides taking calls. Everything is called in the thread that runs the
/// ``AppPushApplication``.
public protocol AppPushApplicationDelegate: AnyObject {
    /// The app has started, and is not on the bus yet: set the delegates of all managers now, so that the
    /// call that the app may have been started for finds its way.
    func applicationDidFinishLaunching(_ application: AppPushApplication)

    /// A call has come for a profile of which no manager has a delegate, as one that was added since the
    /// app started: load all managers now and set their delegates, as at the start.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - profile: The profile's name, as the service says.
    func application(_ application: AppPushApplication, lacksDelegateForProfile profile: String)

    /// Somebody wants to see the app: `org.freedesktop.Application.Activate`.
    func applicationDidActivate(_ application: AppPushApplication)

    /// An action of the app was chosen, as on a notification:
    /// `org.freedesktop.Application.ActivateAction` (Desktop Entry Specification, "D-Bus
    /// Activation").
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - action: The action's name.
    ///   - parameter: What was given with it, where that is a text.
    func application(
        _ application: AppPushApplication, didActivateAction action: String, parameter: String?)

    /// Something is to be opened: `org.freedesktop.Application.Open`.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - locations: What to open, as URIs (Desktop Entry Specification, "D-Bus Activation"). Anybody on
    ///     the session's bus may have sent them.
    func application(_ application: AppPushApplication, open locations: [String])
}

// All of it may be left out.
extension AppPushApplicationDelegate {
    /// Does nothing.
    public func applicationDidFinishLaunching(_ application: AppPushApplication) {}

    /// Does nothing.
    public func application(
        _ application: AppPushApplication, lacksDelegateForProfile profile: String
    ) {}

    /// Does nothing.
    public func applicationDidActivate(_ application: AppPushApplication) {}

    /// Does nothing.
    public func application(
        _ application: AppPushApplication, didActivateAction action: String, parameter: String?
    ) {}

    /// Does nothing.
    public func application(_ application: AppPushApplication, open locations: [String]) {}
}
