"""What channels and the engine say to each other: commands and events. Pure."""
