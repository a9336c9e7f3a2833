"""Cut what a model writes into ordinary text and choices, while it arrives. Pure.

A choice is found where the text has a JSON block whose object is one, or an object that begins with
a key of `RAW_FIRST_KEYS` and is one, wherever it stands; a list of such objects, too. A place that may
begin one is a *candidate*: from there on text is withheld, until the value is complete or
a character rules a choice out. Then the search goes on right behind the candidate's beginning, for
the next one may stand inside.

An object that named itself a choice is not taken apart: where it cannot be read or asked, it is an
`UnreadableChoice`, up to the end of its block, or the next block, or the end of the message. Nor is
one that is still open when the text ends: the first question of half a form is not what was asked.

Each character is read a bounded number of times, however the text arrives: candidates that were
open at the same place are nested in each other, and so many of them are not tried.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from assistant.code_fences import FenceLines
from assistant.foreign_text import ZERO_WIDTH
from assistant.questions.formats.lenient_json import OPENING_BRACES, QUOTES, SPACE
from assistant.questions.inline_choices.call_scanner import NAME, CallScanner
from assistant.questions.inline_choices.choice_detection import ChoiceCandidate, read_candidate
from assistant.questions.inline_choices.fence_scanner import (
    FENCE,
    FenceScanner,
    may_follow_run,
)
from assistant.questions.inline_choices.json_scanner import (
    RAW_FIRST_KEYS,
    ScanStatus,
    ValueScanner,
)
from assistant.questions.model.question_tool import WRITTEN_NAMES

_BRACKETS: Final = re.escape(OPENING_BRACES)
# A place that may begin a candidate: three marks of a fence, one or two of code within a line right
# before a bracket, an object's first key, the name of the question tool, or the end of what has
# arrived before that is known. Every branch begins with a literal: so the search is a fast one.
_FIRST_KEY: Final = rf"(?={SPACE}*(?:\Z|\\?(?:\Z|[{QUOTES}]?(?:\Z|[cfhnoqt]))))"
_FIRST_OBJECT: Final = rf"(?={SPACE}*(?:\Z|[{{｛]{_FIRST_KEY}))"
_BEGINNING: Final = re.compile(
    rf"`(?:``|`?(?:\Z|[{_BRACKETS}]))|~(?:~~|~?\Z)"
    rf"|\{{{_FIRST_KEY}|｛{_FIRST_KEY}|\[{_FIRST_OBJECT}|［{_FIRST_OBJECT}|{NAME.pattern}"
)
# The beginning of an object whose type says that it is something else.
_OTHER_TYPE: Final = re.compile(
    rf"\[?\s*\{{\s*\"type\"{SPACE}*:{SPACE}*(?:\"(?![uftUFT_\-\\]|\Z)|[^\"“”„＂\s{ZERO_WIDTH}/#\\])"
)
_PLAIN_RUN: Final = re.compile(r"(?:`{3,}(?!`)|~{3,}(?!~))(.)", re.DOTALL)
_FENCE: Final = re.compile(r"`{3}|~{3}")
MAY_BEGIN: Final = re.compile(rf"`|~|\{{|\[|｛|［|{NAME.pattern}")
"""With what every candidate begins."""
_NAMES_INSIDE: Final = re.compile(
    rf"user[_-]?choice|choices|{'|'.join(map(re.escape, WRITTEN_NAMES))}", re.IGNORECASE
)
"""What the text of an object contains if it contains a choice."""
BREAKS_OFF: Final = "it breaks off"
"""The fault of a choice that the message ends in."""
_MAX_REREADS: Final = 4
"""How many objects around a raw object may have been read in vain before it is read itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundChoice:
    """A choice, and the text it stands in."""

    value: Mapping[str, Any]
    is_fenced: bool
    """Whether it is a block; otherwise it is a raw object."""
    opening: str
    """The plain fence right before a raw object, with the space between them."""
    text: str
    """The block with its fences, or the object."""
    further: int = 0
    """Values that stand in the same block."""
    is_call: bool = False
    """Whether it is a call of the question tool in another notation than JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableChoice:
    """Text that is meant as a choice and cannot be asked."""

    text: str
    """With its fences."""
    fault: str
    """What is wrong with it, for the model."""


MessageSegment = str | FoundChoice | UnreadableChoice


class _Candidate:
    """A place that may begin a choice."""

    def __init__(self, scanner: FenceScanner | ValueScanner | CallScanner) -> None:
        self.scanner = scanner
        self.parts: list[str] = []
        """What earlier pieces of text had of it."""
        self.value: ChoiceCandidate | None = None
        """What its value is, once that is complete."""
        self._is_broken = False
        """Whether it is a raw object that was meant as a choice and failed."""
        self._marks = ""
        """The marks at the end of what was read since, which may become a fence."""

    def feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        """Read on; a raw object that was meant as a choice does not fail but ends at a fence."""
        status = ScanStatus.FAILED
        if not self._is_broken:
            status, at = self.scanner.feed(text, at)
        if status is not ScanStatus.FAILED or isinstance(self.scanner, FenceScanner):
            return status, at
        self._is_broken = self.is_cut_short
        return self._find_fence(text, at) if self._is_broken else (status, at)

    def _find_fence(self, text: str, at: int) -> tuple[ScanStatus, int]:
        behind = self._marks + text[at:]
        if fence := _FENCE.search(behind):
            return ScanStatus.COMPLETE, at - len(self._marks) + fence.start()
        self._marks = behind[len(behind.rstrip("`~")) :][-2:]
        return ScanStatus.OPEN, len(text)

    @property
    def is_cut_short(self) -> bool:
        """Whether it is meant as a choice, if nothing follows."""
        scanner = self.scanner
        is_whole = isinstance(scanner, ValueScanner) and scanner.is_between_objects
        return scanner.names_choice and not is_whole

    @property
    def has_value(self) -> bool:
        """Whether its value has begun."""
        return isinstance(self.scanner, ValueScanner) or self.scanner.value_begin > 0

    @property
    def is_closed(self) -> bool:
        """Whether nothing more belongs to it once its value is complete."""
        scanner = self.scanner
        return isinstance(scanner, ValueScanner) or self._is_broken or scanner.is_closed

    def read(self, text: str) -> ChoiceCandidate:
        """Say what the value in `text`, which is all that was read of it, is."""
        if self.value is None:
            may_be_open = is_input = False
            if not isinstance(self.scanner, ValueScanner):
                text = text[self.scanner.value_begin : self.scanner.value_end or len(text)]
                is_input = self.scanner.is_input
            if isinstance(self.scanner, FenceScanner):
                may_be_open = self.scanner.is_broken
            self.value = read_candidate(
                text,
                is_declared=self.scanner.names_choice,
                may_be_open=may_be_open,
                is_input=is_input,
            )
        return self.value


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

    @property
    def is_in_object(self) -> bool:
        """Whether an object that may be a choice, or a list of them, is not complete."""
        candidate = self._candidate
        return candidate is not None and candidate.has_value

    @property
    def is_within_line(self) -> bool:
        """Whether words that begin no candidate and end no line are let through unseen."""
        return self._candidate is None and self._lines.is_within_line

    def feed(self, chunk: str) -> list[MessageSegment]:
        """Take the next piece and return what is known now, in order."""
        return self._run(chunk, is_end=False)

    def finish(self) -> list[MessageSegment]:
        """Return the rest: what was withheld is ordinary text now, or unreadable."""
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
                if text[begin] not in "`~" and self._lines.is_foreign_code:
                    self._pass(text, begin, begin + 1, out)
                    done = begin + 1
                    continue
                if run := self._plain_run(text, begin):
                    self._lines.run(text[begin : begin + run])
                    out.append(text[begin : begin + run])
                    done = begin + run
                    continue
                self._candidate = self._begin(text, begin)
            candidate = self._candidate
            status, at = candidate.feed(text, at)
            if status is ScanStatus.OPEN and not is_end:
                candidate.parts.append(text[done:])
                break
            if candidate.parts:  # it began in an earlier piece, so this one is all its own yet
                earlier = "".join(candidate.parts)
                candidate.parts.clear()
                text, at = earlier + text, len(earlier) + at
                self._offset -= len(earlier)
            is_choice = self._is_meant_as_choice(candidate, status, text[done:at])
            if is_choice and not (candidate.is_closed or is_end):
                continue
            self._candidate = None
            if is_choice:
                out.append(self._found(candidate, text[done:at]))
                done = at
            else:
                done = self._step_over(
                    candidate, text, done, at, out, is_open=status is ScanStatus.OPEN
                )
        self._offset += len(text)
        return _joined(out)

    def _next_beginning(self, text: str, at: int) -> int:
        """Return where the next candidate begins, or the length of the text."""
        while found := _BEGINNING.search(text, at):
            at = found.start()
            if text[at] in "`~":
                return at
            if self._offset + at >= self._closed_until and not _OTHER_TYPE.match(text, at):
                return at
            at += 1
        return len(text)

    def _plain_run(self, text: str, at: int) -> int:
        """Return the length of a run of which it is plain that no choice follows."""
        found = _PLAIN_RUN.match(text, at)
        if found is None:
            return 0
        may_follow = may_follow_run(found[1], may_open=self._lines.may_open)
        return 0 if may_follow else found.start(1) - at

    def _begin(self, text: str, at: int) -> _Candidate:
        if text[at] in "`~":
            return _Candidate(FenceScanner(may_open=self._lines.may_open))
        if text[at] in OPENING_BRACES:
            return _Candidate(ValueScanner(first_keys=RAW_FIRST_KEYS, is_in_text=True))
        return _Candidate(CallScanner())

    def _is_meant_as_choice(self, candidate: _Candidate, status: ScanStatus, text: str) -> bool:
        """Whether what was read of a candidate, to its end or the message's, is no ordinary text.

        Args:
            candidate: What was read.
            status: How far it has come; OPEN only at the end of the message.
            text: What was read of it.
        """
        match status:
            case ScanStatus.FAILED:
                return False
            case ScanStatus.OPEN if candidate.value is None:
                return candidate.is_cut_short
            case _:
                value = candidate.read(text)
                self._notes |= dict.fromkeys(value.notes)
                return value.choice is not None or bool(value.fault)

    def _found(self, candidate: _Candidate, text: str) -> FoundChoice | UnreadableChoice:
        scanner, value = candidate.scanner, candidate.value
        is_fenced = isinstance(scanner, FenceScanner)
        is_block = is_fenced and scanner.is_closed and not scanner.is_raw
        opening = ""
        if is_fenced and not is_block:
            opening = text[: scanner.value_begin]
            self._pass_run(scanner.run)
            self._lines.text(opening, len(scanner.run), len(opening))
        self._lines.object()
        if value is None or value.choice is None:
            return UnreadableChoice(text=text, fault=value.fault if value else BREAKS_OFF)
        return FoundChoice(
            value=value.choice,
            is_fenced=is_block or isinstance(scanner, CallScanner),
            opening=opening,
            text=text[len(opening) :],
            further=scanner.further if isinstance(scanner, FenceScanner) else 0,
            is_call=isinstance(scanner, CallScanner),
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
            out.append(scanner.run)
            self._pass_run(scanner.run)
            return begin + len(scanner.run)
        self._ends = [e for e in self._ends if e > self._offset + begin] + [self._offset + end]
        is_between = isinstance(scanner, ValueScanner) and scanner.is_between_objects
        if not is_between and (
            is_open or len(self._ends) > _MAX_REREADS or not _may_hold_choice(text, begin + 1, end)
        ):
            closed = end if is_open else begin + scanner.last_string
            self._closed_until = max(self._closed_until, self._offset + closed)
        self._pass(text, begin, begin + 1, out)
        return begin + 1

    def _pass_run(self, run: str) -> None:
        if len(run) < FENCE:
            self._lines.text(run, 0, len(run))
        else:
            self._lines.run(run)

    def _pass(self, text: str, begin: int, end: int, out: list[MessageSegment]) -> None:
        if begin < end:
            self._lines.text(text, begin, end)
            out.append(text[begin:end])


def _may_hold_choice(text: str, begin: int, end: int) -> bool:
    return _NAMES_INSIDE.search(text, begin, end) is not None


def _joined(segments: list[MessageSegment]) -> list[MessageSegment]:
    """Return the segments with texts that touch as one."""
    if len(segments) < 2:
        return segments
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
