// The first room of WirelessLink is being built.
