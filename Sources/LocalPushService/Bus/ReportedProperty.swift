import SystemdSupport

/// A property on a bus that shows a part of a report.
struct ReportedProperty<Report>: Sendable {
    let name: String
    let signature: String
    var isConstant = false
    let value: @Sendable (Report) -> BusValue
}

extension BusInterface.Property {
    /// The property of the object at each path, as far as there is a report on it.
    init<Report>(
        _ property: ReportedProperty<Report>, report: @escaping (_ path: String) -> Report?
    ) {
        self.init(property.name, property.signature, isConstant: property.isConstant) {
            report($0).map(property.value)
        }
    }
}

extension Sequence {
    /// The names of those properties that differ between two reports.
    func changes<Report>(from old: Report, to new: Report) -> [String]
    where Element == ReportedProperty<Report> {
        filter { $0.value(old) != $0.value(new) }.map(\.name)
    }
}
