import LocalPushModel
package import MessageLines

/// What changed between two looks at the status.
package enum StatusDifference {
    /// The changes that lead from `old` to `new`: networks first, then profiles.
    package static func changes(
        from old: StatusReport, to new: StatusReport
    ) -> [MonitorEvent.Change] {
        let networks = differences(old.networks, new.networks, by: \.interfaceIndex)
        let profiles = differences(old.profiles, new.profiles, by: \.identity)
        return networks.removed.map {
            .networkRemoved(interface: $0.interface, interfaceIndex: $0.interfaceIndex)
        }
            + networks.changed.map { .network($0) }
            + profiles.removed.map { .profileRemoved(name: $0.name) }
            + profiles.changed.map { .profile($0) }
    }

    private static func differences<Element: Equatable, Key: Hashable>(
        _ old: [Element], _ new: [Element], by key: KeyPath<Element, Key>
    ) -> (removed: [Element], changed: [Element]) {
        let before = Dictionary(old.map { ($0[keyPath: key], $0) }, uniquingKeysWith: { $1 })
        let now = Set(new.map { $0[keyPath: key] })
        return (
            old.filter { !now.contains($0[keyPath: key]) },
            new.filter { before[$0[keyPath: key]] != $0 }
        )
    }
}

extension StatusReport.Profile {
    /// A stored profile and the managed one that hides it have the same name.
    fileprivate var identity: String { "\(origin) \(name)" }
}
