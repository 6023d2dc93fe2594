import LocalPush

// Manage App Extension life cycle and report VoIP call: Apple's second sample of Local Push
// Connectivity, line by line. What differs is how a call's info is typed, and `any`.

@main class SimplePushProvider: NEAppPushProvider {

    override func start(completionHandler: @escaping ((any Error)?) -> Void) {
        // Connect to your provider server
        completionHandler(nil)
    }

    override func stop(
        with reason: NEProviderStopReason,
        completionHandler: @escaping () -> Void
    ) {
        // Disconnect your provider server
        completionHandler()
    }

    func handleIncomingVoIPCall(callInfo: PropertyList) {
        reportIncomingCall(userInfo: callInfo)
    }

    // The part that the sample leaves out: here calls come with changes of the configuration.
    override func providerConfigurationDidChange() -> Bool {
        if let call = providerConfiguration?["call"]?.dictionary {
            handleIncomingVoIPCall(callInfo: call)
        }
        return true
    }
}
