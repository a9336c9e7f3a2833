"""Cut what a model writes into ordinary text and choices, while it arrives. Pure.

A choice is found where the text has a JSON block whose object is one, or an object that begins
`{ "type":` or `{ "question":` and is one, wherever it stands. A place that may begin one is a
*candidate*: from there on text is withheld, until the object is complete or a character rules a
choice out. Then the search goes on right behind the candidate's beginning, for the next one may
stand inside; only an object that named itself a choice, and one that is still open when the text
ends, are not taken apart: the first question of half a form is not what was asked.

Each character is read a bounded number of times, however the text arrives: candidates that were
open at the same place are nested in each other, and so many of them are not tried.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from assistant.questions.inline_choices.choice_detection import recognise_choice
from assistant.questions.inline_choices.code_fences import FenceLines
from assistant.questions.inline_choices.fence_scanner import FENCE, FenceScanner
from assistant.questions.inline_choices.json_scanner import (
    RAW_FIRST_KEYS,
    ObjectScanner,
    ScanStatus,
)

# A place that may begin a candidate: three backticks, an object's first quote, or the end of what
# has arrived before that is known.
_BEGINNING: Final = re.compile(r'`(?:``|`?\Z)|\{(?=[ \t\r\n]*(?:\Z|"(?:\Z|[tq])))')
_PLAIN_RUN: Final = re.compile(r"`{3,}([^`jJ])")
_NAMES_INSIDE: Final = ('"user_choice', '"choices"')
"""What the text of an object contains if it contains a choice."""
_MAX_REREADS: Final = 4
"""How many objects around a raw object may have been read in vain before it is read itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundChoice:
    """A choice, and the text it stands in."""

    value: Mapping[str, Any]
    is_fenced: bool
    """Whether it is a JSON block; otherwise it is a raw object."""
    opening: str
    """The plain fence right before a raw object, with the space between them."""
    text: str
    """The block with its fences, or the object."""


MessageSegment = str | FoundChoice


class _Candidate:
    """A place that may begin a choice."""

    def __init__(self, scanner: FenceScanner | ObjectScanner) -> None:
        self.scanner = scanner
        self.parts: list[str] = []
        """What earlier pieces of text had of it."""
        self.value: Mapping[str, Any] | None = None
        """The choice it holds, once that is known."""


class ChoiceSegmenter:
    """Cuts one message. Feed it piece by piece; the cut does not depend on the pieces."""

    def __init__(self) -> None:
        self._lines = FenceLines()
        self._candidate: _Candidate | None = None
        self._offset = 0
        """Characters of the message before the piece at hand."""
        self._closed_until = 0
        """Raw objects that begin before this offset are part of one that was rejected."""
        self._ends: list[int] = []
        """Offsets where raw objects end that were no choice, as far as the search is still inside.
        """
        self._notes: dict[str, None] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd so far, each once."""
        return tuple(self._notes)

    def feed(self, chunk: str) -> list[MessageSegment]:
        """Take the next piece and return what is known now, in order."""
        return self._run(chunk, is_end=False)

    def finish(self) -> list[MessageSegment]:
        """Return the rest: what was withheld is ordinary text now."""
        return self._run("", is_end=True)

    def _run(self, text: str, *, is_end: bool) -> list[MessageSegment]:
        out: list[MessageSegment] = []
        done = at = 0
        """Up to `done` all is in `out`; the candidate, if there is one, was read up to `at`."""
        while True:
            if self._candidate is None:
                begin = self._next_beginning(text, done)
                self._pass(text, done, begin, out)
                done = at = begin
                if begin == len(text):
                    break
                if run := self._plain_run(text, begin):
                    self._lines.run(run)
                    out.append(text[begin : begin + run])
                    done = begin + run
                    continue
                self._candidate = self._begin(text[begin])
            candidate = self._candidate
            verdict, at = candidate.scanner.feed(text, at)
            if verdict is ScanStatus.OPEN and not is_end:
                candidate.parts.append(text[done:])
                break
            if verdict is ScanStatus.COMPLETE and self._holds_choice(candidate, text[done:at]):
                if _is_closed(candidate.scanner):
                    out.append(self._found(candidate, text[done:at]))
                    self._candidate = None
                    done = at
                continue
            self._candidate = None
            if candidate.parts:  # it began in an earlier piece, so this one is all its own yet
                earlier = "".join(candidate.parts)
                text, at = earlier + text, len(earlier) + at
                self._offset -= len(earlier)
            done = self._step_over(
                candidate, text, done, at, out, is_open=verdict is ScanStatus.OPEN
            )
        self._offset += len(text)
        return _joined(out)

    def _next_beginning(self, text: str, at: int) -> int:
        """Return where the next candidate begins, or the length of the text."""
        while found := _BEGINNING.search(text, at):
            at = found.start()
            if text[at] == "`" or self._offset + at >= self._closed_until:
                return at
            at += 1
        return len(text)

    def _plain_run(self, text: str, at: int) -> int:
        """Return the length of a run of backticks of which it is plain that no choice follows."""
        found = _PLAIN_RUN.match(text, at)
        if found is None or (self._lines.may_open and found[1].isspace()):
            return 0
        return found.start(1) - at

    def _begin(self, character: str) -> _Candidate:
        if character == "`":
            return _Candidate(FenceScanner(may_open=self._lines.may_open))
        return _Candidate(ObjectScanner(first_keys=RAW_FIRST_KEYS))

    def _holds_choice(self, candidate: _Candidate, rest: str) -> bool:
        """Whether the object of a candidate, which is complete, is a choice."""
        if candidate.value is None:
            text = "".join((*candidate.parts, rest))
            if isinstance(candidate.scanner, FenceScanner):
                text = text[candidate.scanner.object_begin : candidate.scanner.object_end]
            try:
                recognised = recognise_choice(json.loads(text))
            except ValueError:  # a number with more digits than Python reads
                return False
            self._notes |= dict.fromkeys(recognised.notes)
            candidate.value = recognised.choice
        return candidate.value is not None

    def _found(self, candidate: _Candidate, rest: str) -> FoundChoice:
        scanner, value = candidate.scanner, candidate.value
        assert value is not None
        text = "".join((*candidate.parts, rest))
        is_fenced = isinstance(scanner, FenceScanner) and not scanner.is_raw
        opening = ""
        if isinstance(scanner, FenceScanner) and scanner.is_raw:
            opening = text[: scanner.object_begin]
            self._lines.run(scanner.run)
            self._lines.text(opening, scanner.run, len(opening))
        self._lines.object()
        return FoundChoice(
            value=value, is_fenced=is_fenced, opening=opening, text=text[len(opening) :]
        )

    def _step_over(
        self,
        candidate: _Candidate,
        text: str,
        begin: int,
        end: int,
        out: list[MessageSegment],
        *,
        is_open: bool,
    ) -> int:
        """Give out the beginning of a candidate that is none; return where the search goes on.

        Args:
            candidate: What failed.
            text: Contains it whole.
            begin: Where it begins.
            end: How far it was read.
            out: Takes what is given out.
            is_open: Whether it failed because the message is over.
        """
        scanner = candidate.scanner
        if isinstance(scanner, FenceScanner):
            behind = begin + scanner.run
            out.append(text[begin:behind])
            if scanner.run < FENCE:
                self._lines.text(text, begin, behind)
            else:
                self._lines.run(scanner.run)
            return behind
        self._ends = [e for e in self._ends if e > self._offset + begin] + [self._offset + end]
        if (
            is_open
            or scanner.is_declared
            or len(self._ends) > _MAX_REREADS
            or not _may_hold_choice(text, begin + 1, end)
        ):
            closed = end if is_open else begin + scanner.last_string
            self._closed_until = max(self._closed_until, self._offset + closed)
        self._pass(text, begin, begin + 1, out)
        return begin + 1

    def _pass(self, text: str, begin: int, end: int, out: list[MessageSegment]) -> None:
        if begin < end:
            self._lines.text(text, begin, end)
            out.append(text[begin:end])


def _is_closed(scanner: FenceScanner | ObjectScanner) -> bool:
    return isinstance(scanner, ObjectScanner) or scanner.is_closed


def _may_hold_choice(text: str, begin: int, end: int) -> bool:
    return any(text.find(name, begin, end) >= 0 for name in _NAMES_INSIDE)


def _joined(segments: list[MessageSegment]) -> list[MessageSegment]:
    """Return the segments with texts that touch as one."""
    result: list[MessageSegment] = []
    texts: list[str] = []
    for segment in segments:
        if isinstance(segment, str):
            texts.append(segment)
            continue
        if texts:
            result.append("".join(texts))
            texts.clear()
        result.append(segment)
    if texts:
        result.append("".join(texts))
    return result
