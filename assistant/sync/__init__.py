"""The other devices of the user: what travels between them, and who leads."""
