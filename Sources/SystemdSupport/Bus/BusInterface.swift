/// What objects of one kind offer on a bus: methods, properties and signals.
package struct BusInterface {
    /// The name, dotted, two or more elements.
    package let name: String
    /// What can be asked of an object.
    package let methods: [Method]
    /// What can be read of it.
    package let properties: [Property]
    /// What it tells.
    package let signals: [Signal]

    package init(
        _ name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }

    /// A parameter of a method or signal.
    package struct Parameter: Hashable, Sendable {
        package let name: String
        /// The signature of its one type.
        package let signature: String

        package init(_ name: String, _ signature: String) {
            self.name = name
            self.signature = signature
        }
    }

    /// A method.
    package struct Method {
        package let name: String
        package let arguments: [Parameter]
        package let results: [Parameter]
        /// Called with each call, whose arguments are of the right types, from the loop; answers the
        /// call, now or later, once.
        package let handler: (BusCall) -> Void

        package init(
            _ name: String, arguments: [Parameter] = [], results: [Parameter] = [],
            handler: @escaping (BusCall) -> Void
        ) {
            self.name = name
            self.arguments = arguments
            self.results = results
            self.handler = handler
        }
    }

    /// A property. It cannot be set: what changes it is a method.
    package struct Property {
        package let name: String
        package let signature: String
        /// Whether it never changes. Changes of all others are told, by
        /// ``Bus/emitChanges(of:at:interface:)``.
        package let isConstant: Bool
        /// The value, for the object at this path.
        package let value: (_ path: String) -> BusValue?

        package init(
            _ name: String, _ signature: String, isConstant: Bool = false,
            value: @escaping (_ path: String) -> BusValue?
        ) {
            self.name = name
            self.signature = signature
            self.isConstant = isConstant
            self.value = value
        }
    }

    /// A signal.
    package struct Signal: Sendable {
        package let name: String
        package let parameters: [Parameter]

        package init(_ name: String, _ parameters: [Parameter] = []) {
            self.name = name
            self.parameters = parameters
        }
    }
}

extension [BusInterface.Parameter] {
    /// The signature of all of them.
    var signature: String { map(\.signature).joined() }
}
