// The first room of CommandLineKit is being built.
