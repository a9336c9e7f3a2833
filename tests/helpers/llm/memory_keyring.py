"""A key store of the system that works, in memory."""


class MemoryKeyring:
    """Implements `KeyringBackend`."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        """Return a password, or None if there is none."""
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a password."""
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Remove a password that exists."""
        del self.entries[service, username]
