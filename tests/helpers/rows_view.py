"""A window of which only the rows of its transcript are looked at."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from typing_extensions import override

from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.protocol.messages import HistoryMessage, ImagePart, PastQuestion
from assistant.protocol.notices import NoticeAction
from tests.unit.channels.desktop.conversation.model.fake_view import FakeView

AT: Final = datetime(2026, 1, 2, 12, tzinfo=UTC)
"""When everything that such a window shows is said."""


class Deaf:
    """Implements `TranscriptObserver`; nobody looks."""

    def rows_inserted(self, index: int, count: int) -> None: ...
    def row_removed(self, index: int, key: int) -> None: ...
    def row_moved(self, old: int, new: int) -> None: ...
    def row_changed(self, key: int) -> None: ...
    def rows_reset(self) -> None: ...


class RowsView(FakeView):
    """Implements `ConversationView` over the rows that the real window has."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = TranscriptModel(listener=Deaf(), now=lambda: AT, monotonic=lambda: 0.0)

    @override
    def show_history(
        self, messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion]
    ) -> None:
        self.rows.show_history(messages)

    @override
    def add_user(self, text: str, *, spoken: bool) -> None:
        self.rows.add_user(text, spoken=spoken)

    @override
    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        self.rows.begin_turn(turn_id, number=number, sent=sent)

    @override
    def append_reply(self, turn_id: str, text: str) -> None:
        self.rows.append_reply(text)

    @override
    def append_thinking(self, turn_id: str, text: str) -> None:
        self.rows.append_thinking(text)

    @override
    def restart_reply(self, turn_id: str) -> None:
        self.rows.restart_segment()

    @override
    def end_segment(self, turn_id: str) -> None:
        self.rows.end_segment()

    @override
    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        self.rows.add_tool(tool_use_id, name, arguments)

    @override
    def finish_tool(
        self,
        tool_use_id: str,
        name: str,
        content: str,
        *,
        is_error: bool,
        images: Sequence[ImagePart] = (),
    ) -> None:
        self.rows.finish_tool(tool_use_id, name, content, is_error=is_error, images=images)

    @override
    def end_turn(self, turn_id: str, *, stop_reason: str) -> None:
        self.rows.end_turn(turn_id, stop_reason=stop_reason)

    @override
    def show_shortfall(self, reason: str, hint: str, actions: Sequence[NoticeAction]) -> None:
        """It is said once, when it happens, and is no row of the past."""
