"""Conversations and hits as the engine tells of them, and a view that remembers."""

from collections.abc import Sequence
from datetime import UTC, datetime

from assistant.channels.desktop.history.model.date_groups import HistoryRow
from assistant.channels.desktop.history.model.presenter import HistorySearchResult
from assistant.protocol.history import (
    ConversationsListed,
    ConversationSummary,
    HistoryFound,
    SearchHit,
)
from assistant.protocol.messages import Attachment

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def summary(
    name: str, *, at: datetime = NOON, title: str | None = None, model: str = "m"
) -> ConversationSummary:
    """Return a conversation."""
    return ConversationSummary(
        conversation_id=name,
        title=f"About {name}" if title is None else title,
        updated_at=at,
        model=model,
        workspace="default",
        agent="default",
    )


def listed(*names: str, current: str = "") -> ConversationsListed:
    """Return the list of these conversations."""
    return ConversationsListed(
        conversations=tuple(summary(name) for name in names), current=current
    )


def hit(
    conversation_id: str,
    message_id: str,
    *,
    snippet: str = "the word is here",
    matches: tuple[tuple[int, int], ...] = ((4, 8),),
    role: str = "user",
) -> SearchHit:
    """Return something that was found."""
    return SearchHit(
        conversation_id=conversation_id,
        title=f"About {conversation_id}",
        message_id=message_id,
        role=role,
        snippet=snippet,
        matches=matches,
        said_at=NOON,
    )


def found(query: str, *hits: SearchHit, is_cut: bool = False) -> HistoryFound:
    """Return what a search found."""
    return HistoryFound(query=query, hits=hits, is_cut=is_cut)


class FakeHistoryView:
    """Implements `HistoryView`."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        """Every other call, oldest first: the method's name and what it was given."""
        self.rows: tuple[HistoryRow, ...] = ()
        self.current = ""
        self.found: HistorySearchResult | None = None
        self.messages: set[str] = set()
        """Ids of the messages that are shown."""

    def show_conversations(self, rows: Sequence[HistoryRow], current: str) -> None:
        self.rows, self.current = tuple(rows), current
        self.calls.append(("show_conversations",))

    def show_found(self, found: HistorySearchResult) -> None:
        self.found = found

    def show_message(self, message_id: str) -> bool:
        self.calls.append(("show_message", message_id))
        return message_id in self.messages

    def begin_editing(self, message_id: str, text: str) -> None:
        self.calls.append(("begin_editing", message_id, text))

    def end_editing(self) -> None:
        self.calls.append(("end_editing",))

    def copy_text(self, text: str) -> None:
        self.calls.append(("copy_text", text))

    def return_words(self, text: str) -> None:
        self.calls.append(("return_words", text))

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        self.calls.append(("return_files", *attachments))

    def conversation_chosen(self) -> None:
        self.calls.append(("conversation_chosen",))
