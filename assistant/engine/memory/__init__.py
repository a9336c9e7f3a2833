"""Keeps facts in memory, notifies the user, undoes changes and shortens full files."""
