// The first room of Supervision is being built.
