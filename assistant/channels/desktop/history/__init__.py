"""The panel of stored conversations: list, search, files."""
