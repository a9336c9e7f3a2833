"""Follow a run of backticks while it arrives: does it fence a choice? Pure.

Two things may come of it: a JSON block, ```` ```json {…} ``` ````, or a raw object right behind the
line of a plain fence, whose fence then goes with it.
"""

import re
from enum import Enum, auto
from typing import Final

from assistant.questions.inline_choices.json_scanner import (
    RAW_FIRST_KEYS,
    ObjectScanner,
    ScanStatus,
)

_TICKS: Final = re.compile(r"`*")
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_BLANK: Final = re.compile(r"[ \t\r]*")
_TAG: Final = "json"
FENCE: Final = 3
"""Backticks of the shortest fence."""


class _Phase(Enum):
    RUN = auto()
    TAG = auto()
    GAP = auto()
    """Between the tag and the opening brace."""
    LINE = auto()
    """The rest of the line of a plain fence."""
    BELOW = auto()
    """Between that line and the opening brace."""
    OBJECT = auto()
    AFTER = auto()
    """Between the closing brace and the closing fence."""
    CLOSING = auto()


class FenceScanner:
    """Follows one fence from its first backtick on.

    Args:
        may_open: Whether backticks here open a fence, so that a plain one may belong to a raw
            object.
    """

    def __init__(self, *, may_open: bool) -> None:
        self.run = 0
        """Backticks read at the beginning."""
        self.is_raw = False
        """Whether the object stands in a plain fence."""
        self.object_begin = 0
        """Characters before the opening brace."""
        self.object_end = 0
        """Characters up to and with the closing brace."""
        self._may_open = may_open
        self._phase = _Phase.RUN
        self._object: ObjectScanner | None = None
        self._length = 0
        self._tag = 0
        self._closing = 0

    @property
    def is_closed(self) -> bool:
        """Whether nothing more belongs to it: a raw object, or a block with its closing fence."""
        return self.is_raw or self._closing == self.run

    def feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        """Read on from `text[at]`; the verdict and place are as `ObjectScanner.feed` says.

        A JSON block is complete twice: at the end of its object, and when it is fed on, at the end
        of its closing fence.
        """
        verdict = ScanStatus.OPEN
        while at < len(text) and verdict is ScanStatus.OPEN:
            verdict, following = self._read(text, at)
            self._length += following - at
            at = following
        if verdict is ScanStatus.COMPLETE and self._phase is _Phase.OBJECT:
            self.object_end = self._length
            self._phase = _Phase.AFTER
        return verdict, at

    def _read(self, text: str, at: int) -> tuple[ScanStatus, int]:
        match self._phase:
            case _Phase.RUN:
                return self._read_run(text, at)
            case _Phase.TAG:
                return self._read_tag(text[at], at)
            case _Phase.GAP:
                return self._read_space(text, at, first_keys=())
            case _Phase.LINE:
                return self._read_line(text, at)
            case _Phase.BELOW:
                self.is_raw = True
                return self._read_space(text, at, first_keys=RAW_FIRST_KEYS)
            case _Phase.OBJECT:
                assert self._object is not None
                return self._object.feed(text, at)
            case _Phase.AFTER | _Phase.CLOSING:
                return self._read_closing(text, at)

    def _read_run(self, text: str, at: int) -> tuple[ScanStatus, int]:
        following = _end(_TICKS, text, at)
        self.run += following - at
        if following == len(text):
            return ScanStatus.OPEN, following
        if self.run < FENCE:
            return ScanStatus.FAILED, following
        if text[following] in "jJ":
            self._phase = _Phase.TAG
        elif self._may_open and text[following].isspace():
            self._phase = _Phase.LINE
        else:
            return ScanStatus.FAILED, following
        return ScanStatus.OPEN, following

    def _read_tag(self, character: str, at: int) -> tuple[ScanStatus, int]:
        if self._tag == len(_TAG):
            if character not in " \t\r\n{":
                return ScanStatus.FAILED, at
            self._phase = _Phase.GAP
            return ScanStatus.OPEN, at
        if character.lower() != _TAG[self._tag]:
            return ScanStatus.FAILED, at
        self._tag += 1
        return ScanStatus.OPEN, at + 1

    def _read_line(self, text: str, at: int) -> tuple[ScanStatus, int]:
        following = _end(_BLANK, text, at)
        if following == len(text):
            return ScanStatus.OPEN, following
        if text[following] != "\n":
            return ScanStatus.FAILED, following
        self._phase = _Phase.BELOW
        return ScanStatus.OPEN, following + 1

    def _read_space(
        self, text: str, at: int, *, first_keys: tuple[str, ...]
    ) -> tuple[ScanStatus, int]:
        following = _end(_SPACE, text, at)
        if following == len(text):
            return ScanStatus.OPEN, following
        if text[following] != "{":
            return ScanStatus.FAILED, following
        self.object_begin = self._length + following - at
        self._object = ObjectScanner(first_keys=first_keys)
        self._phase = _Phase.OBJECT
        return ScanStatus.OPEN, following

    def _read_closing(self, text: str, at: int) -> tuple[ScanStatus, int]:
        if self._phase is _Phase.AFTER:
            following = _end(_SPACE, text, at)
            if following > at:
                return ScanStatus.OPEN, following
            self._phase = _Phase.CLOSING
        if text[at] != "`":
            return ScanStatus.FAILED, at
        self._closing += 1
        return (ScanStatus.COMPLETE if self._closing == self.run else ScanStatus.OPEN), at + 1


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of a pattern that may match nothing."""
    found = pattern.match(text, at)
    return found.end() if found else at
