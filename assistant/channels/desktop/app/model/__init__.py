"""What the main window shows and does, without Qt. Pure."""
