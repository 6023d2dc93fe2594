import LocalPushModel
import MessageLines
package import SystemdSupport

/// The agent that talks to a provider server on the local network: the counterpart of Apple's
/// `NEAppPushProvider`.
///
/// Subclass it, override what is needed, and make its ``main()`` the program's:
///
/// ```swift
/// @main final class SimplePushProvider: AppPushProvider {
///     override func start(completionHandler: @escaping ((any Error)?) -> Void) {
///         // Connect to your provider server.
///         completionHandler(nil)
///     }
/// }
/// ```
///
/// The service starts the program when the device joins a network of one of the provider's profiles, and
/// stops it when the device leaves. They talk over standard input and output, one JSON object a line;
/// standard error is the program's log.
///
/// Everything is called in one thread, the one that called ``main()``, and everything of this class is
/// to be called from it. Nothing that is overridden may block: wait with ``loop``.
open class AppPushProvider {
    /// What waits for the server's connection, for times, and for whatever else.
    public final let loop: AppPushLoop

    /// What the profile has for the provider; nil before ``start(completionHandler:)``. Changes just
    /// before ``providerConfigurationDidChange()``.
    public internal(set) final var providerConfiguration: PropertyList?

    /// The name of the profile that the agent runs for; nil before ``start(completionHandler:)``.
    public internal(set) final var profileName: String?

    /// The network that the agent runs on; nil before ``start(completionHandler:)``. Changes just before
    /// ``networkDidChange()``.
    public internal(set) final var network: Network?

    /// Where the provider writes what happens: standard error, which the service keeps.
    package final let log: Log

    /// The conversation with the service, while there is one.
    final var session: ProviderSession?

    /// Makes a provider, which does nothing until ``run()``. Ends the program where a process can have no
    /// event loop at all, for want of descriptors or memory.
    public required init() {
        do { loop = try AppPushLoop() } catch { fatalError("\(error)") }
        log = .plainStandardError()
    }

    /// Makes a provider that shares a loop.
    package init(loop: EventLoop, log: Log) {
        self.loop = AppPushLoop(loop)
        self.log = log
    }

    // MARK: To be overridden

    /// The device has joined a network of the profile: connect to the provider server.
    ///
    /// - Parameter completionHandler: To be called once, now or later, within 30 s, or else the agent is
    ///   killed and started again: with nil when the provider is ready, connected or not, for a server
    ///   that is not there yet is a state to report (``reportStatus(_:detail:delivered:)``) and no
    ///   failure; or with an error when it cannot do its work. The program then ends, and is started
    ///   again after a pause of 1 to 60 s. What it is called with after the first time is ignored.
    open func start(completionHandler: @escaping ((any Error)?) -> Void) {
        completionHandler(nil)
    }

    /// Disconnect, free what is held, and call `completionHandler`; the program then ends.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - completionHandler: To be called within 5 s, or else the agent is sent SIGTERM, and killed a
    ///     second later with all that it ever started.
    open func stop(with reason: StopReason, completionHandler: @escaping () -> Void) {
        completionHandler()
    }

    /// Another 60 s have passed: check the connection, and connect again where it is lost.
    open func handleTimerEvent() {}

    /// The device is about to sleep. It waits a moment, not for `completionHandler`, which is there for
    /// code that comes from Apple's platforms.
    open func sleep(completionHandler: @escaping () -> Void) { completionHandler() }

    /// The device has woken up: connections that others have given up meanwhile look alive.
    open func wake() {}

    /// ``providerConfiguration`` has changed. Apple's providers observe the property by key-value
    /// observation; here there is an answer too.
    ///
    /// - Returns: Whether the provider now works by the new configuration. If not, as is the default,
    ///   the agent is stopped and a new one is started with it.
    open func providerConfigurationDidChange() -> Bool { false }

    /// ``network`` has changed: another access point, or another network of the same profile. Addresses
    /// and routes may have changed with it.
    open func networkDidChange() {}
}
