"""The server of the user's devices: a PostgreSQL database of theirs."""
