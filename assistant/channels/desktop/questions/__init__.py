"""Questions in the window: presenters, the list of those that wait, undo."""
