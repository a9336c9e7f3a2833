"""The icon in the desktop's panel, its menu, and the window that closes to it."""
