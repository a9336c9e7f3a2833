"""A wake word of the user's own, learned on this machine from a few recordings."""
