/// A property of a command that the parser always fills before the command runs: a required operand or
/// option. Declarations name it by its storage, `\._name`. Reading it before is a mistake in the
/// program and ends it.
@propertyWrapper
package struct Required<Value> {
    /// The value; nil before the command line was parsed.
    var storage: Value?

    /// Not filled yet.
    package init() {}

    /// The value, once the command line was parsed.
    package var wrappedValue: Value {
        guard let storage else { preconditionFailure("read before the command line was parsed") }
        return storage
    }
}
