"""Tools for the files of the workspace."""
