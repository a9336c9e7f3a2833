"""The environment of child processes. Pure."""
