// The first room of PreferencesStore is being built.
