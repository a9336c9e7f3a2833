"""The user's decisions, from the store to whoever lists them or writes them to files."""
