"""What is shown and spoken of a message that may contain choices, while it arrives. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from assistant.questions.inline_choices.call_scanner import LONGEST_NAME, NAME
from assistant.questions.inline_choices.quote_marks import QuoteMarks
from assistant.questions.inline_choices.segmenter import (
    ChoiceSegmenter,
    FoundChoice,
    MessageSegment,
    UnreadableChoice,
)
from assistant.questions.inline_choices.surroundings import Surroundings

_BEGUN_FUNCTOOLS: Final = "|".join("functools"[:end] for end in range(9, 0, -1))
_NOT_PLAIN: Final = re.compile(
    rf"\n|<|>|`|~|\{{|\[|｛|［|{NAME.pattern}|(?<!\w)(?:{_BEGUN_FUNCTOOLS})\Z"
)
"""What may begin something within a line, or ends it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterEnd:
    """The end of a message."""

    text: str
    """What is still to be shown."""
    choice: Mapping[str, Any] | None
    """The choice to ask, as the model wrote it."""
    unreadable: UnreadableChoice | None
    """The first text that was meant as a choice and cannot be asked."""
    notes: tuple[str, ...]
    """Lines for the log; they carry no content."""


class ChoiceFilter:
    """Lets the text of one message through and keeps its choices back.

    All that `feed` and `finish` return, joined, is what `without_choices` says of the whole message,
    however it is cut into chunks; nothing of a choice is ever let through, nor of what is meant as
    one and cannot be asked. Ordinary text passes at
    once; what may become a choice is withheld until a character rules it out.

    The first JSON block that is a choice is the one to ask. Without one it is the first raw object,
    and the text behind it is dropped; so that text is kept to the end of the message, in case a
    block follows. Other choices are left out of what is shown.
    """

    def __init__(self) -> None:
        self._quotes = QuoteMarks()
        self._segmenter = ChoiceSegmenter()
        self._surroundings = Surroundings()
        self._fenced: FoundChoice | None = None
        self._raw: FoundChoice | None = None
        self._unreadable: UnreadableChoice | None = None
        self._kept: list[str] = []
        """What goes with the raw choice unless a block is found."""
        self._hidden = 0
        self._is_within_line = False
        """Whether nothing is withheld and a piece of plain text changes nothing."""
        self._begun_name = ""
        """What is withheld because it may begin the name of the question tool."""

    def feed(self, chunk: str) -> str:
        """Take the next piece of the message and return what may be shown now."""
        if self._begun_name:
            chunk, self._begun_name = self._begun_name + chunk, ""
        if self._is_within_line:
            found = _NOT_PLAIN.search(chunk)
            if found is None:
                return chunk
            if found.end() == len(chunk) and found[0][0] in "aA":
                self._begun_name = found[0]
                return chunk[: found.start()]
        if begun := NAME.search(chunk, max(0, len(chunk) - LONGEST_NAME)):
            if begun.end() == len(chunk):
                self._begun_name = begun[0]
                chunk = chunk[: begun.start()]
        return self._take(chunk)

    def _take(self, chunk: str) -> str:
        shown: list[str] = []
        at = 0
        while at < len(chunk):
            text, at = self._quotes.take_out(chunk, at, is_in_object=self._segmenter.is_in_object)
            self._let_through(self._segmenter.feed(text), shown)
        self._is_within_line = (
            self._is_flowing
            and self._quotes.is_within_line
            and self._segmenter.is_within_line
            and self._surroundings.is_within_line
        )
        return "".join(shown)

    def break_off(self) -> str:
        """Return what is withheld of ordinary words, for a message of which no more arrives."""
        words, self._begun_name = self._begun_name, ""
        return words

    def finish(self) -> FilterEnd:
        """End the message. Call it once."""
        shown = [self._take(self._begun_name)]
        self._let_through(self._segmenter.finish(), shown)
        self._show(self._surroundings.finish(), shown)
        chosen = self._fenced or self._raw
        notes = list(self._segmenter.notes)
        if self._hidden:
            notes.append(f"{self._hidden} further choices in the message are not shown")
        dropped = len("".join(self._kept).strip())
        if dropped:
            notes.append(f"{dropped} characters behind a choice outside a block are not shown")
        return FilterEnd(
            text="".join(shown),
            choice=None if chosen is None else chosen.value,
            unreadable=self._unreadable,
            notes=tuple(notes),
        )

    def _let_through(self, segments: Sequence[MessageSegment], shown: list[str]) -> None:
        for segment in self._quotes.put_back(segments):
            if isinstance(segment, str):
                self._show(self._surroundings.feed(segment), shown)
                continue
            is_call = isinstance(segment, FoundChoice) and segment.is_call
            text, lead = self._surroundings.cut(is_call=is_call)
            self._show(text, shown)
            if isinstance(segment, FoundChoice) and segment.opening:
                segment = replace(segment, opening=lead + segment.opening)
            else:
                self._surroundings.drop(lead)
            if isinstance(segment, UnreadableChoice):
                self._unreadable = self._unreadable or segment
            elif segment.is_fenced and self._fenced is None:
                self._take_block(segment, shown)
            else:
                self._take_other(segment, shown)

    def _show(self, text: str, shown: list[str]) -> None:
        (shown if self._is_flowing else self._kept).append(text)

    @property
    def _is_flowing(self) -> bool:
        return self._raw is None or self._fenced is not None

    def _take_block(self, found: FoundChoice, shown: list[str]) -> None:
        self._hidden += self._raw is not None
        self._hidden += found.further
        self._fenced = found
        shown += self._kept
        self._kept.clear()

    def _take_other(self, found: FoundChoice, shown: list[str]) -> None:
        if self._fenced is None and self._raw is None:
            self._raw = found
            self._kept.append(found.opening)
            return
        self._hidden += 1
        self._show(found.opening, shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilteredMessage:
    """What is shown of a complete message."""

    text: str
    choice: Mapping[str, Any] | None
    """The choice to ask."""
    unreadable: UnreadableChoice | None
    """The first text that was meant as a choice and cannot be asked."""
    notes: tuple[str, ...]
    """Lines for the log; they carry no content."""


def without_choices(text: str) -> FilteredMessage:
    """Return what is shown and spoken of a complete message.

    That is its text without the choice to ask and, if that one stands outside a JSON block, without
    what follows it; every other choice is left out, too.
    """
    choice_filter = ChoiceFilter()
    passed = choice_filter.feed(text)
    rest = choice_filter.finish()
    return FilteredMessage(
        text=passed + rest.text,
        choice=rest.choice,
        unreadable=rest.unreadable,
        notes=rest.notes,
    )
