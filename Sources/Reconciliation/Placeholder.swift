// The first room of Reconciliation is being built.
