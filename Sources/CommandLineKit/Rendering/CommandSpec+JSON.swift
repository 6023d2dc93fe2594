package import StrictJSON

extension CommandSpec {
    /// The command and all below it, for tools that generate documentation or other front ends.
    package var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "summary": .string(summary)]
        object["discussion"] = .array(discussion.map { .string($0) })
        object["options"] = .array((options + [.help]).map(\.json))
        object["operands"] = .array(operands.map(\.json))
        object["examples"] = .array(examples.map(\.json))
        object["exitStatuses"] = .array(exitStatuses.map(\.json))
        object["commands"] = .array(visibleSubcommands.map(\.json))
        return .object(object)
    }
}

extension OptionSpec {
    fileprivate var json: JSONValue {
        .object([
            "name": .string(name), "shortName": shortName.map { .string($0) } ?? .null,
            "value": value.map { .string($0.name) } ?? .null, "required": .bool(isRequired),
            "repeated": .bool(isRepeated), "help": .string(help),
        ])
    }
}

extension OperandSpec {
    fileprivate var json: JSONValue {
        .object([
            "name": .string(value.name), "required": .bool(isRequired),
            "repeated": .bool(isRepeated), "help": .string(help),
        ])
    }
}

extension Example {
    fileprivate var json: JSONValue {
        .object(["command": .string(command), "explanation": .string(explanation)])
    }
}

extension ExitStatusSpec {
    fileprivate var json: JSONValue {
        .object(["status": .number(JSONNumber(Int(status.rawValue))), "meaning": .string(meaning)])
    }
}
