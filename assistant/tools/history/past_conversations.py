"""What tools know of past conversations. Values only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMessage:
    """A message that holds what was sought."""

    conversation_id: str
    title: str
    message_id: str
    is_person: bool
    """Whether the user said it, not the assistant."""
    said_at: datetime
    """Aware."""
    excerpt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMessages:
    """What a search found, best first."""

    said: tuple[PastMessage, ...] = ()
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PastConversationEntry:
    """A conversation in which something was said in some time."""

    conversation_id: str
    title: str
    began_at: datetime
    n_messages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PastLine:
    """What one of the two said."""

    is_person: bool
    text: str
    said_at: datetime | None
    message_id: str
    tools: tuple[str, ...] = ()
    """Names of the tools that were used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """Words of the user's own and all that followed."""

    number: int
    """From 1."""
    lines: tuple[PastLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastConversation:
    """One conversation, on one of its branches."""

    title: str
    rounds: tuple[PastRound, ...]


class ConversationArchive(Protocol):
    """The conversations that are stored."""

    async def search(
        self, query: str, *, since: datetime | None, until: datetime | None, limit: int
    ) -> PastMessages:
        """Messages with all words of a query; raises StoreError."""
        ...

    async def held(
        self, *, since: datetime, until: datetime, limit: int
    ) -> tuple[PastConversationEntry, ...]:
        """Conversations of a period, the latest first; raises StoreError."""
        ...

    async def read(self, conversation_id: str, *, message_id: str = "") -> PastConversation | None:
        """On the branch of that message, or on the present one.

        Returns:
            None if there is none, or it has no such message.

        Raises:
            StoreError: If it cannot be read.
        """
        ...
