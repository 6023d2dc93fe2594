/// A word after the command that is not an option.
package struct Operand<Arguments> {
    let spec: OperandSpec
    let apply: (inout Arguments, Argument) throws(ValueError) -> Void

    /// A word that must be there.
    package static func required<Value>(
        _ path: WritableKeyPath<Arguments, Required<Value>>, _ conversion: Conversion<Value>,
        _ help: String
    ) -> Operand {
        make(conversion, isRequired: true, help) { $0[keyPath: path].storage = $1 }
    }

    /// A word that may be left out.
    package static func optional<Value>(
        _ path: WritableKeyPath<Arguments, Value?>, _ conversion: Conversion<Value>, _ help: String
    ) -> Operand {
        make(conversion, isRequired: false, help) { $0[keyPath: path] = $1 }
    }

    /// All words that remain: any number of them, or at least one where required.
    package static func repeated<Value>(
        _ path: WritableKeyPath<Arguments, [Value]>, _ conversion: Conversion<Value>,
        isRequired: Bool = false, _ help: String
    ) -> Operand {
        make(conversion, isRequired: isRequired, isRepeated: true, help) {
            $0[keyPath: path].append($1)
        }
    }

    /// The same operand for a command that holds the `Arguments` as one of its properties.
    package func within<Outer>(_ path: WritableKeyPath<Outer, Arguments>) -> Operand<Outer> {
        Operand<Outer>(spec: spec) { [apply] outer, argument throws(ValueError) in
            try apply(&outer[keyPath: path], argument)
        }
    }

    private static func make<Value>(
        _ conversion: Conversion<Value>, isRequired: Bool, isRepeated: Bool = false,
        _ help: String, store: @escaping (inout Arguments, Value) -> Void
    ) -> Operand {
        let spec = OperandSpec(
            value: ValueSpec(name: conversion.valueName, completion: conversion.completion),
            isRequired: isRequired, isRepeated: isRepeated, help: help)
        return Operand(spec: spec) { arguments, argument throws(ValueError) in
            store(&arguments, try conversion.convert(argument))
        }
    }
}
