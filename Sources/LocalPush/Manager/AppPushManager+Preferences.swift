import LocalPushModel
import PreferencesStore

extension AppPushManager {
    /// Loads the configurations of the app that are in force: those of the ``AppPushApplication``, whose
    /// providers name it as their containing app; in a program without one, all of them.
    ///
    /// - Parameter completionHandler: Called once, before this returns: with the managers, none where
    ///   there are none, or with an ``AppPushManagerError``.
    public static func loadAllFromPreferences(
        completionHandler: (_ managers: [AppPushManager], _ error: (any Error)?) -> Void
    ) {
        loadAll(in: nil, completionHandler: completionHandler)
    }

    package static func loadAll(
        in domain: PreferencesDomain?,
        completionHandler: (_ managers: [AppPushManager], _ error: (any Error)?) -> Void
    ) {
        let managers: [AppPushManager]
        do throws(StoreError) {
            let place: PreferencesDomain
            if let domain { place = domain } else { place = try .ofThisProcess() }
            let active = place.activeNames()
            managers = try place.profiles().map { installed in
                let manager = AppPushManager(in: domain)
                manager.take(installed, isActive: active.contains(installed.profile.name.text))
                return manager
            }
        } catch {
            return completionHandler([], AppPushManagerError(error))
        }
        completionHandler(managers, nil)
    }

    /// Loads this configuration again, as others may have changed it.
    ///
    /// - Parameter completionHandler: Called once, before this returns: with nil, or with an
    ///   ``AppPushManagerError``, `configurationNotLoaded` when it was never saved or was removed.
    public func loadFromPreferences(completionHandler: ((any Error)?) -> Void) {
        completionHandler(failure { () throws(AppPushManagerError) in try load() })
    }

    /// Saves this configuration; from then on it is in force, at once on a device that is on the network
    /// already.
    ///
    /// A configuration that is saved first gets a name, which it keeps: its ``localizedDescription``, or
    /// else its ``providerBundleIdentifier``, in lower case, with a hyphen for whatever is not an ASCII
    /// letter or digit, a dot or an underscore, at most 60 bytes. Where another configuration has the name,
    /// `-2`, `-3` and so on are added, unless that one is for the same provider and the same SSIDs and has
    /// the same description: then it is replaced, so that a program that saves the same each time does not
    /// pile up copies.
    ///
    /// A device that takes signed profiles only (`requireSigned` in `/etc/localpush/policy.json`) refuses a
    /// configuration that is new or changed in more than ``isEnabled``, as `configurationInvalid`.
    ///
    /// - Parameter completionHandler: Called once, before this returns: with nil when the configuration
    ///   is on the disk, or with an ``AppPushManagerError``.
    public func saveToPreferences(completionHandler: ((any Error)?) -> Void) {
        completionHandler(failure { () throws(AppPushManagerError) in try save() })
    }

    /// Removes this configuration; its agent is stopped.
    ///
    /// - Parameter completionHandler: Called once, before this returns: with nil, or with an
    ///   ``AppPushManagerError``, `configurationNotLoaded` when it was never saved or was removed.
    public func removeFromPreferences(completionHandler: ((any Error)?) -> Void) {
        completionHandler(failure { () throws(AppPushManagerError) in try remove() })
    }

    private func failure(
        _ action: () throws(AppPushManagerError) -> Void
    ) -> AppPushManagerError? {
        do throws(AppPushManagerError) {
            try action()
            return nil
        } catch {
            return error
        }
    }

    // MARK: The store

    private func load() throws(AppPushManagerError) {
        let place = try place()
        let installed: InstalledProfile?
        do throws(StoreError) {
            installed = try place.profiles().last { $0.profile.name.text == profileName }
        } catch {
            throw AppPushManagerError(error)
        }
        guard let installed else { throw .notLoaded }
        take(installed, isActive: place.activeNames().contains(installed.profile.name.text))
    }

    private func save() throws(AppPushManagerError) {
        let place = try place()
        var name = profileName
        try edit(place) { preferences throws(AppPushManagerError) in
            let managed = place.store.managedProfiles().profiles.map(\.profile.name)
            let profile = try profile(in: preferences, avoiding: Set(managed))
            preferences.save(profile)
            name = profile.name.text
        }
        profileName = name
    }

    private func remove() throws(AppPushManagerError) {
        guard let name = profileName.flatMap({ try? ProfileName($0) }) else { throw .notLoaded }
        try edit(try place()) { preferences throws(AppPushManagerError) in
            guard preferences.remove(name) else { throw .notLoaded }
            isActive = false
        }
    }

    private func place() throws(AppPushManagerError) -> PreferencesDomain {
        if let domain { return domain }
        do throws(StoreError) { return try .ofThisProcess() } catch {
            throw AppPushManagerError(error)
        }
    }

    /// Makes a change as commands do, as one transaction.
    private func edit(
        _ place: PreferencesDomain,
        _ change: (inout Preferences) throws(AppPushManagerError) -> Void
    ) throws(AppPushManagerError) {
        guard !isManaged else {
            throw AppPushManagerError(
                .configurationInvalid, "the configuration is the administrator's")
        }
        do {
            var transaction = try place.store.begin()
            try change(&transaction.preferences)
            try place.store.refuseUnsigned(
                from: transaction.before, to: transaction.preferences)
            _ = try transaction.commit()
        } catch let error as StoreError {
            throw AppPushManagerError(error)
        } catch let error as AppPushManagerError {
            throw error
        } catch {
            throw AppPushManagerError(.internalError, "\(error)")
        }
    }

    // MARK: Names

    /// The configuration under its name, or under one that is free.
    private func profile(
        in preferences: Preferences, avoiding managed: Set<ProfileName>
    ) throws(AppPushManagerError) -> Profile {
        do throws(InvalidValue) {
            if let profileName { return try profile(named: try ProfileName(profileName)) }
            let base = Self.slug(of: localizedDescription ?? providerBundleIdentifier ?? "")
            var number = 0
            while true {
                number += 1
                let name = try ProfileName(number == 1 ? base : "\(base)-\(number)")
                let profile = try profile(named: name)
                guard !managed.contains(name) else { continue }
                guard let other = preferences[name] else { return profile }
                if profile.isSameConfiguration(as: other) { return profile }
            }
        } catch {
            throw AppPushManagerError(.configurationInvalid, error.problem)
        }
    }

    /// What `text` becomes as the name of a profile.
    private static func slug(of text: String) -> String {
        var name: [UInt8] = []
        for byte in text.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let lower = isUpper ? byte + 32 : byte
            if isLetterOrDigit(lower) || lower == UInt8(ascii: ".") || lower == UInt8(ascii: "_") {
                name.append(lower)
            } else if name.last != UInt8(ascii: "-") {
                name.append(UInt8(ascii: "-"))
            }
        }
        let start = name.drop { !isLetterOrDigit($0) }.prefix(60)
        let end = start.reversed().drop { $0 == UInt8(ascii: "-") }
        return end.isEmpty ? "profile" : String(decoding: end.reversed(), as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension Profile {
    /// Whether both are for the same provider and networks and have the same description.
    fileprivate func isSameConfiguration(as other: Profile) -> Bool {
        var changed = other
        changed.providerConfiguration = providerConfiguration
        changed.isEnabled = isEnabled
        return isEquivalent(to: changed)
    }
}
