"""The window of workspaces and personas."""
