// The first room of LinuxSystem is being built.
