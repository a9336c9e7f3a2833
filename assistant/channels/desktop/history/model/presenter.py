"""Between the stored conversations and the part of the window that shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import TYPE_CHECKING, Final, Protocol

from assistant.channels.desktop.history.model.date_groups import (
    HistoryRow,
    group_by_date,
    title_text,
)
from assistant.clock import Clock
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.history import (
    BranchFrom,
    ConversationCopied,
    ConversationsListed,
    ConversationSummary,
    CopyConversation,
    HistoryFound,
    ListConversations,
    OpenConversation,
    SearchHistory,
    SearchHit,
)
from assistant.protocol.messages import Attachment, HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnStarted

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent

_REFUSALS: Final = frozenset({"history_refused", "model_unavailable", "command_failed"})
"""Codes of the notices that say why words were not taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySearchResult:
    """What a search found."""

    query: str
    hits: tuple[SearchHit, ...]
    note: str
    """What the user should know of it: that there is nothing, or more; empty otherwise."""


class HistoryView(Protocol):
    """What the window shows of stored conversations. Every method is called on the GUI thread."""

    def show_conversations(self, rows: Sequence[HistoryRow], current: str) -> None:
        """List the conversations; `current` is the id of the one that is held."""
        ...

    def show_found(self, found: HistorySearchResult) -> None:
        """Show what was found, unless the user is back at the list."""
        ...

    def show_message(self, message_id: str) -> bool:
        """Go to a message of the conversation that is shown; whether it is there."""
        ...

    def begin_editing(self, message_id: str, text: str) -> None:
        """Let the user change words they said before, to send them again."""
        ...

    def end_editing(self) -> None:
        """The message that was being changed is no longer shown; what was written stays."""
        ...

    def return_words(self, text: str) -> None:
        """Put words back into the input line that were not sent."""
        ...

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        """Put files back that were not sent."""
        ...

    def conversation_chosen(self) -> None:
        """The user chose a conversation to go on with."""
        ...

    def copy_text(self, text: str) -> None:
        """Put a text on the clipboard."""
        ...


def found_note(event: HistoryFound) -> str:
    """Return what the user should know of a search's result."""
    if event.is_partial:
        return _("Older conversations are still being read in; there may be more.")
    if not event.hits:
        return _("Nothing found for “{query}”.").format(query=event.query)
    if event.is_cut:
        return _("Only the best {n} are shown. Another word narrows them down.").format(
            n=len(event.hits)
        )
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Resent:
    message_id: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    has_branched: bool = False
    """The engine went back to before the message: it is not shown any more."""


class HistoryPresenter:
    """Turns gestures into commands, and events into calls on the view. GUI thread.

    Args:
        engine: Takes commands.
        view: Shows what happens.
        clock: Says which day it is.
        zone: Whose midnight parts the days; None for the system's.
    """

    def __init__(
        self,
        *,
        engine: EngineClient,
        view: HistoryView,
        clock: Clock,
        zone: tzinfo | None = None,
    ) -> None:
        self._engine = engine
        self._view = view
        self._clock = clock
        self._zone = zone
        self._conversations: tuple[ConversationSummary, ...] = ()
        self._current = ""
        self._is_listing = self._is_listed = False
        """Whether the list was asked for, and whether it came."""
        self._query = ""
        self._found: HistoryFound | None = None
        self._wanted: str | None = None
        """The message to go to as soon as the past is shown."""
        self._edited: str | None = None
        """The message whose words were given to the user to change them last."""
        self._resent: _Resent | None = None
        """Changed words that were sent and that no turn has taken yet."""

    @property
    def current(self) -> str:
        """Id of the conversation that is held."""
        return self._current

    def title_of(self, conversation_id: str) -> str | None:
        """Return the title of a conversation, as shown; None if it is not in the list."""
        for known in self._conversations:
            if known.conversation_id == conversation_id:
                return title_text(known.title)
        return None

    # What the user does.

    def opened(self) -> None:
        """The list came on the screen: have it kept up to date from now on."""
        if self._is_listing:
            self._show()  # it may be another day
        else:
            self._is_listing = True
            self._engine.submit(ListConversations())

    def refresh(self) -> None:
        """Show everything in the language of now."""
        self._show()
        self._show_found()

    def search(self, query: str) -> None:
        """Look for words in everything that was said; blank ends the search."""
        query = " ".join(query.split())
        if query == self._query:
            return
        self._query, self._found = query, None
        if query:
            self._engine.submit(SearchHistory(query=query))

    def open(self, conversation_id: str, message_id: str = "") -> None:
        """Go on with a conversation, at a message unless its id is empty."""
        self._view.conversation_chosen()
        is_current = conversation_id == self._current
        if is_current and (not message_id or self._view.show_message(message_id)):
            return
        self._engine.submit(
            OpenConversation(conversation_id=conversation_id, message_id=message_id or None)
        )

    def switch_branch(self, message_id: str) -> None:
        """Go on with the branch of this conversation that holds a message."""
        self._engine.submit(OpenConversation(conversation_id=self._current, message_id=message_id))

    def edit(self, message_id: str, text: str) -> None:
        """The user wants to change words they said before."""
        self._edited = message_id
        self._view.begin_editing(message_id, text)

    def send_edited(
        self, message_id: str, text: str, attachments: Sequence[Attachment] = ()
    ) -> None:
        """Send changed words in the place of those they were; blank ones are not sent."""
        text, files = text.strip(), tuple(attachments)
        if text or files:
            self._resent = _Resent(message_id=message_id, text=text, attachments=files)
            self._engine.submit(BranchFrom(message_id=message_id, text=text, attachments=files))

    def copy_current(self) -> None:
        """Have the conversation that is held put on the clipboard."""
        self._engine.submit(CopyConversation(conversation_id=self._current))

    # What the engine says.

    def handle(self, event: "EngineEvent") -> None:
        """Take one event; those that do not concern stored conversations do nothing.

        The conversation itself must have taken it before, so that a message that is to be shown is
        there.
        """
        match event:
            case ConversationOpened():
                self._opened(event)
            case HistoryLoaded():
                if self._edited is not None and not _holds(event, self._edited):
                    self._edited = None
                    self._view.end_editing()
                wanted, self._wanted = self._wanted, None
                if wanted is not None and event.conversation_id == self._current:
                    self._view.show_message(wanted)
            case ConversationsListed():
                self._conversations, self._is_listed = event.conversations, True
                self._show()
                self._show_found()
            case TurnStarted():
                self._resent = None
            case Notice() if event.code in _REFUSALS:
                self._give_back()
            case ConversationCopied():
                self._view.copy_text(event.text)
            case HistoryFound() if event.query == self._query:
                self._found = event
                self._show_found()
            case _:
                pass

    def _opened(self, event: ConversationOpened) -> None:
        if event.conversation_id != self._current:
            self._view.end_editing()
        self._current = event.conversation_id
        self._wanted = event.message_id
        if self._resent is not None:
            self._resent = replace(self._resent, has_branched=True)
        self._show()

    def _give_back(self) -> None:
        """Changed words could not be sent: let the user have them again."""
        resent, self._resent = self._resent, None
        if resent is None:
            return
        if resent.has_branched:
            self._view.return_words(resent.text)
            if resent.attachments:
                self._view.return_files(resent.attachments)
        else:
            self._view.begin_editing(resent.message_id, resent.text)

    def _show_found(self) -> None:
        """Show what was found, with the titles of now and without what was deleted since."""
        found = self._found
        if found is None:
            return
        titles = {c.conversation_id: c.title for c in self._conversations}
        hits = tuple(
            replace(hit, title=title_text(titles.get(hit.conversation_id, hit.title)))
            for hit in found.hits
            if hit.conversation_id in titles or not self._is_listed
        )
        note = found_note(replace(found, hits=hits))
        self._view.show_found(HistorySearchResult(query=found.query, hits=hits, note=note))

    def _show(self) -> None:
        if self._is_listing and self._is_listed:
            rows = group_by_date(self._conversations, now=self._clock.now(), zone=self._zone)
            self._view.show_conversations(rows, self._current)


def _holds(event: HistoryLoaded, message_id: str) -> bool:
    return any(message.message_id == message_id for message in event.messages)
