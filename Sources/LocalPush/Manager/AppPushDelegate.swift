/// Takes the calls that providers report: the counterpart of Apple's `NEAppPushDelegate`.
public protocol AppPushDelegate: AnyObject {
    /// A provider of one of the app's profiles has reported a call.
    ///
    /// Called in the thread that runs the ``AppPushApplication``. When it returns the app has the call,
    /// and the provider is told so: whatever takes longer, as the ringing, has to go on by itself.
    ///
    /// - Parameters:
    ///   - manager: The configuration that the provider runs for.
    ///   - userInfo: What the provider reported, unchanged.
    func appPushManager(
        _ manager: AppPushManager, didReceiveIncomingCallWithUserInfo userInfo: PropertyList)
}
