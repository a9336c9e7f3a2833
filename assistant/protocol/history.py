"""Stored conversations: commands and events.

Events answer the command of their kind and are sent again when what they tell has changed.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from assistant.protocol.messages import Attachment


class FileFormat(Enum):
    """How conversations are written to a file."""

    JSON_LINES = "jsonl"
    """Every record of every branch; can be read in again."""
    MARKDOWN = "md"
    """The present branch, to be read by people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListConversations:
    """Ask for `ConversationsListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHistory:
    """Ask for `HistoryFound`; a newer search replaces one that is under way."""

    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenConversation:
    """Go on with a stored conversation; a message of another branch makes that the present one."""

    conversation_id: str
    message_id: str | None = None
    """Where to look: `ConversationOpened.message_id` repeats it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameConversation:
    """Give a conversation a title of the user's own."""

    conversation_id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteConversation:
    """Delete a conversation for good; a new one is opened if it was the current one."""

    conversation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteEverything:
    """Delete every conversation for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchFrom:
    """Go back to before a message of the user's and go on from there on a new branch.

    What was said since stays stored and readable on the old branch.
    """

    message_id: str
    text: str = ""
    """The user's words in its place."""
    attachments: tuple[Attachment, ...] | None = None
    """The files in place of its own; None keeps those with words in its place. Without words and
    files it is only gone back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportConversations:
    """Write one conversation, or all, to a file; a notice tells how it went."""

    path: Path
    format: FileFormat
    conversation_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportConversations:
    """Read conversations from a JSON Lines file; a notice tells how it went."""

    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyConversation:
    """Ask for `ConversationCopied` of one conversation."""

    conversation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSummary:
    """One conversation in the list."""

    conversation_id: str
    title: str
    """The user's own, else from their first words; empty if nothing was said."""
    updated_at: datetime
    model: str
    workspace: str
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationsListed:
    """The conversations in which something was said, the one used last first."""

    conversations: tuple[ConversationSummary, ...]
    current: str
    """Id of the one that is held now; may not be among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One message that holds what was searched for."""

    conversation_id: str
    title: str
    message_id: str
    role: str
    snippet: str
    """Some of its words around the first match, in one line."""
    matches: tuple[tuple[int, int], ...]
    """Where the matches are in `snippet`: begin and end, in characters."""
    said_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFound:
    """What a search found, best first."""

    query: str
    hits: tuple[SearchHit, ...]
    is_cut: bool = False
    """There are more than are given."""
    is_partial: bool = False
    """Older conversations are being read in still; it is sent again once they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationCopied:
    """The present branch of a conversation as text for people, to be put on the clipboard."""

    text: str
    """Markdown."""


HistoryCommand = (
    ListConversations
    | SearchHistory
    | OpenConversation
    | RenameConversation
    | DeleteConversation
    | DeleteEverything
    | BranchFrom
    | ExportConversations
    | ImportConversations
    | CopyConversation
)
HistoryEvent = ConversationsListed | HistoryFound | ConversationCopied
