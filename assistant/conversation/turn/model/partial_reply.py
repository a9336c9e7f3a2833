"""Tracks a streaming reply: the stored form and the displayed form. Pure.

Each `PartialReply` is one attempt. After a broken connection, the next attempt uses a new one for
the same message of the history.
"""

from collections.abc import Sequence
from dataclasses import replace

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.embedded_choice import (
    EmbeddedChoiceFilter,
    is_asked_by_call,
)
from assistant.llm.messages_api.messages import Block, TextBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import CUT_SHORT
from assistant.questions.inline_choices import UnreadableChoice
from assistant.questions.model.question import QuestionSet


class PartialReply:
    """A reply that is streaming."""

    def __init__(self, blank: HistoryEntry) -> None:
        self._blank = blank
        self._blocks: list[Block] = []
        self._open_text = ""
        self._source = blank.model or ""
        self._words = EmbeddedChoiceFilter(source=self._source)
        self._version = self._saved_version = 0
        self._stop_reason: str | None = None
        self._latest: HistoryEntry | None = None
        self.text = ""
        """The words that are shown: without what may become a choice."""

    def add_text(self, text: str) -> str:
        """Add a delta of an incomplete text block; return what may be shown of it."""
        self._open_text += text
        self._touch()
        return self._show(self._words.feed(text))

    def add_block(self, block: Block) -> str:
        """Add a complete block; a text block replaces its deltas. Return what may be shown now."""
        shown = ""
        if isinstance(block, TextBlock):
            if not self._open_text:
                shown = self._words.feed(block.text)
            self._open_text = ""
        self._blocks.append(block)
        self._touch()
        return self._show(shown)

    def withdraw_text(self) -> str:
        """Drop text since the last complete block; return what stands of those before."""
        self._open_text = ""
        self._words = EmbeddedChoiceFilter(source=self._source)
        self._touch()
        self.text = ""
        for block in self._blocks:
            if isinstance(block, TextBlock):
                self._show(self._words.feed(block.text))
        return self.text

    def finish(self, stop_reason: str, *, model: str | None = None) -> str:
        """End the reply; return what is still to be shown."""
        self._stop_reason = stop_reason
        self._blank = replace(self._blank, model=model or self._blank.model)
        self._touch()
        return self._show(self._words.finish())

    def break_off(self) -> str:
        """No more arrives; return the text still to be shown."""
        return self._show(self._words.break_off())

    def is_said(self, *, may_call: bool) -> bool:
        """Whether a finished reply says or asks for anything, or why it does not.

        Args:
            may_call: Whether its calls count: they do not where the model was to use words.
        """
        has_calls = may_call and any(isinstance(block, ToolUseBlock) for block in self._blocks)
        has_words = bool(self.text.strip() or self.choice or self.unreadable)
        return has_calls or has_words or self._stop_reason in CUT_SHORT

    def unfinish(self) -> None:
        """Undo `finish`: the reply goes on."""
        self._stop_reason = None
        self._touch()

    @property
    def has_written_call(self) -> bool:
        """Whether the text contains a tool call, which is not run."""
        return self._words.has_call

    @property
    def choice(self) -> QuestionSet | None:
        """The choice in a complete reply's text, unless one of its calls asks the same."""
        choice = self._words.choice
        return None if choice is None or is_asked_by_call(choice, self._blocks) else choice

    @property
    def unreadable(self) -> UnreadableChoice | None:
        """A malformed choice in a complete reply's text."""
        return self._words.unreadable

    @property
    def blocks(self) -> Sequence[Block]:
        return self._blocks

    @property
    def size(self) -> tuple[int, int]:
        """Characters shown, characters in all; to compare attempts."""
        stored = sum(len(block.text) for block in self._blocks if isinstance(block, TextBlock))
        return len(self.text), stored + len(self._open_text)

    @property
    def is_empty(self) -> bool:
        return self._stop_reason is None and not self.entry.message.content

    def saved(self, entry: HistoryEntry) -> None:
        """This version is stored."""
        if entry is self._latest:
            self._saved_version = self._version

    @property
    def changed(self) -> bool:
        return self._version > self._saved_version

    @property
    def entry(self) -> HistoryEntry:
        """The reply as it stands.

        An incomplete one has no tool calls: they never run (TF-10).
        """
        if self._latest is None:
            content = list(self._blocks)
            is_partial = self._stop_reason is None
            if is_partial:
                content = [block for block in content if not isinstance(block, ToolUseBlock)]
            if self._open_text:
                content.append(TextBlock(text=self._open_text))
            self._latest = replace(
                self._blank,
                message=self._blank.message.model_copy(update={"content": tuple(content)}),
                partial=is_partial,
                stop_reason=self._stop_reason,
            )
        return self._latest

    def _show(self, text: str) -> str:
        self.text += text
        return text

    def _touch(self) -> None:
        self._version += 1
        self._latest = None
