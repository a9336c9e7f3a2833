"""Starting Parley as the user logs in."""
