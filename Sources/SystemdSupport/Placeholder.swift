// The first room of SystemdSupport is being built.
