// The first room of StrictJSON is being built.
