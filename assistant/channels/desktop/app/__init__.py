"""The application: main window, its parts, and the way to and from the engine thread."""
