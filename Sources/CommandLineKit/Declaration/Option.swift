/// An option of a command whose arguments are an `Arguments`.
///
/// An option names the property it fills, so a value can be neither looked up under a wrong name nor
/// read as a wrong type.
package struct Option<Arguments> {
    /// The option as plain data.
    let spec: OptionSpec
    /// Fills the property; the word is there exactly when the option takes a value.
    let apply: (inout Arguments, Argument?) throws(ValueError) -> Void

    /// An option without a value that turns a property on. It may be repeated.
    package static func flag(
        _ name: String, _ path: WritableKeyPath<Arguments, Bool>, _ help: String
    ) -> Option {
        Option(spec: OptionSpec(name: name, help: help)) { arguments, _ in
            arguments[keyPath: path] = true
        }
    }

    /// An option without a value that chooses one of several values of a property; two options that
    /// choose differently contradict each other.
    package static func flag<Value: Equatable>(
        _ name: String, choosing value: Value, _ path: WritableKeyPath<Arguments, Value?>,
        _ help: String
    ) -> Option {
        Option(spec: OptionSpec(name: name, help: help)) { arguments, _ throws(ValueError) in
            if let other = arguments[keyPath: path], other != value {
                throw ValueError("it contradicts another option")
            }
            arguments[keyPath: path] = value
        }
    }

    /// An option that takes one value and is given at most once.
    package static func value<Value>(
        _ name: String, _ path: WritableKeyPath<Arguments, Value?>, _ conversion: Conversion<Value>,
        _ help: String
    ) -> Option {
        make(name, conversion, help) { $0[keyPath: path] = $1 }
    }

    /// An option that takes one value and is given exactly once.
    package static func required<Value>(
        _ name: String, _ path: WritableKeyPath<Arguments, Required<Value>>,
        _ conversion: Conversion<Value>, _ help: String
    ) -> Option {
        make(name, conversion, isRequired: true, help) { $0[keyPath: path].storage = $1 }
    }

    /// An option that takes one value, with a default, and is given at most once.
    package static func value<Value>(
        _ name: String, _ path: WritableKeyPath<Arguments, Value>, _ conversion: Conversion<Value>,
        _ help: String
    ) -> Option {
        make(name, conversion, help) { $0[keyPath: path] = $1 }
    }

    /// An option that takes a value and may be repeated; the values keep their order, also across
    /// several options that fill the same property.
    package static func repeated<Value>(
        _ name: String, _ path: WritableKeyPath<Arguments, [Value]>,
        _ conversion: Conversion<Value>, _ help: String
    ) -> Option {
        make(name, conversion, isRepeated: true, help) { $0[keyPath: path].append($1) }
    }

    /// An option that takes one value and is given at most once; the value joins those of other options
    /// that fill the same property, in their order.
    package static func added<Value>(
        _ name: String, _ path: WritableKeyPath<Arguments, [Value]>,
        _ conversion: Conversion<Value>, _ help: String
    ) -> Option {
        make(name, conversion, help) { $0[keyPath: path].append($1) }
    }

    private static func make<Value>(
        _ name: String, _ conversion: Conversion<Value>, isRequired: Bool = false,
        isRepeated: Bool = false, _ help: String,
        store: @escaping (inout Arguments, Value) -> Void
    ) -> Option {
        let spec = OptionSpec(
            name: name,
            value: ValueSpec(name: conversion.valueName, completion: conversion.completion),
            isRequired: isRequired, isRepeated: isRepeated, help: help)
        return Option(spec: spec) { arguments, argument throws(ValueError) in
            guard let argument else { return }
            store(&arguments, try conversion.convert(argument))
        }
    }

    /// The same option, with a one-letter form such as `-o`.
    package func withShortName(_ shortName: String) -> Option {
        let spec = OptionSpec(
            name: spec.name, shortName: shortName, value: spec.value, isRequired: spec.isRequired,
            isRepeated: spec.isRepeated, help: spec.help)
        return Option(spec: spec, apply: apply)
    }

    /// The same option for a command that holds the `Arguments` as one of its properties.
    package func within<Outer>(_ path: WritableKeyPath<Outer, Arguments>) -> Option<Outer> {
        Option<Outer>(spec: spec) { [apply] outer, argument throws(ValueError) in
            try apply(&outer[keyPath: path], argument)
        }
    }
}
