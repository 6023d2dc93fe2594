extension Reconciler {
    /// Whether nothing is left that must be gone before the device sleeps: no process of an agent that
    /// does not understand messages, and so cannot be told.
    package var isReadyForSleep: Bool {
        agents.values.allSatisfy { !$0.hasProcess || $0.understandsMessages }
    }
}
