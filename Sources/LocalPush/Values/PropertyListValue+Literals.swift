import StrictJSON

extension PropertyListValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) { self.init(value) }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
    /// A number. A literal too large for a `Double` is ``null``.
    public init(floatLiteral value: Double) { self = PropertyListValue(value) ?? .null }
}

extension PropertyListValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self.init(value) }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
    /// A list of values.
    public init(arrayLiteral elements: PropertyListValue...) { self.init(elements) }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
    /// Values with names; of a name that is given twice the last value counts.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self.init(PropertyList(elements))
    }
}
