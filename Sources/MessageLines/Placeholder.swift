// The first room of MessageLines is being built.
