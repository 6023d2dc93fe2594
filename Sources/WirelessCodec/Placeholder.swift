// The first room of WirelessCodec is being built.
