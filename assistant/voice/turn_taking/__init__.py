"""When a turn begins, ends, or gives way; the wake word decided. Pure."""
