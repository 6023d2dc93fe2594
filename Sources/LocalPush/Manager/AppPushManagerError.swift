import PreferencesStore

/// Why something about a configuration could not be done: Apple's `NEAppPushManagerError`, with its
/// numbers (NEAppPushManager.h). A value, to be used in any thread.
public struct AppPushManagerError: Error, Hashable, Sendable {
    /// What kind of trouble it is.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The configuration cannot be saved as it is; ``AppPushManagerError/message`` says what is
        /// wrong with it.
        case configurationInvalid = 1
        /// There is no stored configuration, as it was never saved or has been removed.
        case configurationNotLoaded = 2
        /// The store cannot be read or changed.
        case internalError = 3
        /// There is no session. Apple's number; nothing here reports it.
        case inactiveSession = 4
    }

    /// What kind of trouble it is.
    public let code: Code
    /// What is wrong, in words that are safe to show on a terminal.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// There is nothing stored.
    static let notLoaded = AppPushManagerError(
        .configurationNotLoaded, "there is no such configuration: it was never saved, or removed")

    init(_ error: StoreError) {
        switch error {
        case .invalid, .unsigned: self.init(.configurationInvalid, error.description)
        default: self.init(.internalError, error.description)
        }
    }
}

extension AppPushManagerError: CustomStringConvertible {
    /// The same as ``message``.
    public var description: String { message }
}
