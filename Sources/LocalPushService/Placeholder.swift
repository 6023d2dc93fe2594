// The first room of LocalPushService is being built.
