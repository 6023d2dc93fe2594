// Apple's names of what is here, so that code from Apple's platforms carries over.

/// Apple's name of ``AppPushProvider``.
public typealias NEAppPushProvider = AppPushProvider
/// Apple's name of ``AppPushProvider/StopReason``.
public typealias NEProviderStopReason = AppPushProvider.StopReason
/// Apple's name of ``AppPushManager``.
public typealias NEAppPushManager = AppPushManager
/// Apple's name of ``AppPushManagerError``.
public typealias NEAppPushManagerError = AppPushManagerError
/// Apple's name of ``AppPushDelegate``.
public typealias NEAppPushDelegate = AppPushDelegate
