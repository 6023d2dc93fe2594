// The first room of LocalPushCommands is being built.
