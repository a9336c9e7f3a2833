"""The settings window, one module a page."""
