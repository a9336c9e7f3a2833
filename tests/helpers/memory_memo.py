"""Texts kept by name, in memory."""

from dataclasses import dataclass, field

from typing_extensions import override

from assistant.errors import StoreError
from assistant.storage.key_value import StateRepository


@dataclass
class MemoryMemo(StateRepository):
    """Keeps texts in memory; what is kept outlives whoever put it there.

    Attributes:
        texts: What is kept.
        broken: Raised by every call while set.
    """

    texts: dict[str, str] = field(default_factory=dict[str, str])
    broken: StoreError | None = None

    @override
    async def get(self, key: str) -> str | None:
        """Return what is kept, or None."""
        if self.broken:
            raise self.broken
        return self.texts.get(key)

    @override
    async def put(self, key: str, value: str) -> None:
        """Keep a text."""
        if self.broken:
            raise self.broken
        self.texts[key] = value

    @override
    async def forget(self, key: str) -> None:
        """Keep a text no longer."""
        if self.broken:
            raise self.broken
        self.texts.pop(key, None)
