"""Follow a run of backticks or tildes while it arrives: does it fence a choice? Pure.

Two things may come of it: a block, ```` ```json {…} ``` ````, or a raw object right behind the line
of a plain fence, or in a block that goes on with something else; its fence then goes with it. So do
words between the line of a JSON block and its object, which introduce it.
"""

import re
from enum import Enum, auto
from typing import Final

from assistant.foreign_text import ZERO_WIDTH
from assistant.questions.formats.inline_choice import FORM, GROUP, SINGLE
from assistant.questions.formats.lenient_json import OPENING_BRACES, SPACE
from assistant.questions.inline_choices.json_scanner import (
    RAW_FIRST_KEYS,
    ScanStatus,
    ValueScanner,
    end_of,
)
from assistant.questions.model.question_tool import is_question_tool

FENCE: Final = 3
"""Marks of the shortest fence."""
_JSON_TAGS: Final = frozenset({"json", "jsonc", "json5"})
"""Languages of which any object may be a choice; of others, one that says so at once."""
_TAGS_BELOW: Final = (*sorted(_JSON_TAGS), SINGLE, FORM, GROUP)
"""What may stand below the line of a plain fence instead of behind its marks."""
_LONGEST_TAG: Final = 20
_TAG: Final = re.compile(r"[\w+.-]*")
_PLAIN_OPENING: Final = re.compile(
    rf"(`{{3,}}|~{{3,}})(?=[^\W_]|[ \t\r\n])[ \t\r]*([\w+.-]{{0,{_LONGEST_TAG}}})[ \t\r]*\n"
)
"""A line that opens a fence and says nothing but the language."""
_BEHIND_RUN: Final = OPENING_BRACES + ZERO_WIDTH
_SPACE: Final = re.compile(f"{SPACE}*")
_BLANK: Final = re.compile(f"[ \t\r{ZERO_WIDTH}]*")
_INFO: Final = re.compile(r"[^\n`{\[｛［]*")
_LONGEST_INFO: Final = 200
_NAME: Final = re.compile(r"[\w$.: \t]*")
# Whatever begins like an assignment or a call also begins with a match of this, however little has arrived.
_ASSIGNED: Final = re.compile(
    r"(?:export[ \t]+)?(?:(?:const|let|var|await|return)[ \t]+)?[\w$.]*[ \t]*(?::[\w$. \t]*)?"
)
_LONGEST_NAME: Final = 60
_WORDS: Final = re.compile(r"[^{\[｛［`~]*")
_LONGEST_WORDS: Final = 200
_LINE: Final = re.compile(r"[^\n]*")
_BETWEEN_VALUES: Final = re.compile(rf"[\s{ZERO_WIDTH},;\]]*")
_KEYWORDS: Final = ("questions=", "questions:")
"""What names the input in a call of the question tool."""


def may_follow_run(character: str, *, may_open: bool) -> bool:
    """Whether a choice may be fenced by a run of marks that `character` follows."""
    return character in "jJ" or (
        may_open and (character.isspace() or character.isalnum() or character in _BEHIND_RUN)
    )


class _Phase(Enum):
    RUN = auto()
    TAG = auto()
    LINE = auto()
    """The rest of the opening line."""
    NAME = auto()
    """What the value is assigned to, or given to, in a block of code."""
    BELOW = auto()
    """Between that line and the opening bracket."""
    WORDS = auto()
    """Words there, which introduce the value."""
    VALUE = auto()
    AFTER = auto()
    """Between a value and what follows it in the block."""
    COMMENT = auto()
    FURTHER = auto()
    """Another value in the block."""
    BROKEN = auto()
    """Behind what is wrong with an object that was meant as a choice."""


class FenceScanner:
    """Follows one fence from its first mark on.

    Args:
        may_open: Whether a run here opens a fence; JSON may be fenced elsewhere, too.
    """

    def __init__(self, *, may_open: bool) -> None:
        self.run = ""
        """The marks read at the beginning."""
        self.is_raw = False
        """Whether the object stands in a plain fence, or the block goes on with something else."""
        self.is_broken = False
        """Whether it is meant as a choice and cannot be one as it is written."""
        self.value_begin = 0
        """Characters before the opening bracket."""
        self.value_end = 0
        """Characters up to and with the closing bracket, or up to the fence that cut it short."""
        self.is_closed = False
        """Whether nothing more belongs to it."""
        self.further = 0
        """Values behind the first one."""
        self.is_input = False
        """Whether the value is the input of a call of the question tool."""
        self._may_open = may_open
        self._phase = _Phase.RUN
        self._value: ValueScanner | None = None
        self._length = 0
        self._tag = ""
        self._info = 0
        """Characters of the opening line behind the tag."""
        self._name = ""
        """What the value is assigned or given to."""
        self._words = ""
        """What stands between the opening line and the value."""
        self._keyword = ""
        """What names the input of a call."""
        self._is_in_comment = False
        """Whether a line comment before the value goes on."""
        self._closing = 0

    @property
    def names_choice(self) -> bool:
        """Whether the value is meant as a choice."""
        return self._value is not None and self._value.names_choice

    def feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        """Read on from `text[at]`; the verdict and place are as `ValueScanner.feed` says.

        It is complete twice: at the end of its value, and when it is fed on, at its own end.
        """
        status = ScanStatus.OPEN
        while at < len(text) and status is ScanStatus.OPEN:
            status, following = self._read(text, at)
            self._length += following - at
            at = following
            if status is ScanStatus.COMPLETE and not self.value_end:
                self.value_end = self._length
                self.is_closed = self.is_raw
                self._phase = _Phase.AFTER
        return status, at

    def _read(self, text: str, at: int) -> tuple[ScanStatus, int]:
        match self._phase:
            case _Phase.RUN:
                return self._read_run(text, at)
            case _Phase.TAG:
                return self._read_tag(text, at)
            case _Phase.LINE:
                return self._read_line(text, at)
            case _Phase.BELOW:
                return self._read_below(text, at)
            case _Phase.NAME:
                return self._read_name(text, at)
            case _Phase.WORDS:
                return self._read_words(text, at)
            case _Phase.VALUE:
                return self._read_value(text, at)
            case _Phase.FURTHER:
                return self._read_further(text, at)
            case _Phase.COMMENT:
                following = end_of(_LINE, text, at)
                self._phase = _Phase.AFTER if following < len(text) else self._phase
                return ScanStatus.OPEN, following
            case _Phase.AFTER | _Phase.BROKEN:
                return self._read_closing(text, at)

    def _read_run(self, text: str, at: int) -> tuple[ScanStatus, int]:
        opening = None if self.run else _PLAIN_OPENING.match(text, at)
        if opening and (self._may_open or opening[2].lower() in _JSON_TAGS):
            self.run, self._tag = opening[1], opening[2].lower()
            self.is_raw = not self._tag
            self._phase = _Phase.BELOW
            return ScanStatus.OPEN, opening.end()
        mark = self.run[:1] or text[at]
        following = at
        while following < len(text) and text[following] == mark:
            following += 1
        self.run += text[at:following]
        if following == len(text):
            return ScanStatus.OPEN, following
        if len(self.run) < FENCE:  # code within a line
            self.is_raw = mark == "`" and text[following] in OPENING_BRACES
            self._phase = _Phase.BELOW
            return (ScanStatus.OPEN if self.is_raw else ScanStatus.FAILED), following
        if not may_follow_run(text[following], may_open=self._may_open):
            return ScanStatus.FAILED, following
        self._phase = _Phase.TAG
        return ScanStatus.OPEN, following

    def _read_tag(self, text: str, at: int) -> tuple[ScanStatus, int]:
        if not self._tag and (following := end_of(_BLANK, text, at)) > at:
            return ScanStatus.OPEN, following
        following = end_of(_TAG, text, at)
        self._tag += text[at:following].lower()
        is_json = self._tag in _JSON_TAGS
        if len(self._tag) > _LONGEST_TAG or not (
            self._may_open or any(tag.startswith(self._tag) for tag in _JSON_TAGS)
        ):
            return ScanStatus.FAILED, following
        if following < len(text):
            if not (self._may_open or is_json):
                return ScanStatus.FAILED, following
            self.is_raw = not self._tag
            self._phase = _Phase.LINE if self._may_open else _Phase.BELOW
        return ScanStatus.OPEN, following

    def _read_line(self, text: str, at: int) -> tuple[ScanStatus, int]:
        following = end_of(_INFO, text, at)
        self._info += following - at
        if self._info > _LONGEST_INFO:
            return ScanStatus.FAILED, following
        if following == len(text):
            return ScanStatus.OPEN, following
        if text[following] == "`":
            is_info = self.run[0] == "~"
            return (ScanStatus.OPEN, following + 1) if is_info else (ScanStatus.FAILED, following)
        self._phase = _Phase.BELOW
        return ScanStatus.OPEN, following + (text[following] == "\n")

    def _read_below(self, text: str, at: int) -> tuple[ScanStatus, int]:
        following = at if self._is_in_comment else end_of(_SPACE, text, at)
        if following == len(text):
            return ScanStatus.OPEN, following
        if self._is_in_comment or (self._tag and text[following] in "/#"):
            line_end = end_of(_LINE, text, following)
            self._is_in_comment = line_end == len(text)
            return ScanStatus.OPEN, line_end
        if text[following] in OPENING_BRACES:
            self._begin_value(self._length + following - at)
        elif self._name and self.is_input:
            self._keyword += text[following]
            is_keyword = any(keyword.startswith(self._keyword) for keyword in _KEYWORDS)
            return (ScanStatus.OPEN if is_keyword else ScanStatus.FAILED), following + is_keyword
        elif len(self.run) < FENCE or self._name:
            return ScanStatus.FAILED, following
        elif self._tag and self._tag not in _JSON_TAGS:
            if end_of(_NAME, text, following) == following:
                return ScanStatus.FAILED, following
            self._phase = _Phase.NAME
        elif text[following].isalpha() or text[following] in "*-":
            self._phase = _Phase.WORDS
        else:
            return ScanStatus.FAILED, following
        return ScanStatus.OPEN, following

    def _begin_value(self, begin: int) -> None:
        self.value_begin = begin
        if self._tag[-8:] == "question":
            self.is_input = is_question_tool(self._tag)
        is_any = self._tag in _JSON_TAGS or self.is_input
        first_keys = () if is_any else RAW_FIRST_KEYS
        self._value = ValueScanner(first_keys=first_keys, is_input=self.is_input)
        self._phase = _Phase.VALUE

    def _read_words(self, text: str, at: int) -> tuple[ScanStatus, int]:
        following = end_of(_WORDS, text, at)
        self._words += text[at:following]
        tag = self._words.strip().rstrip(":").lower()
        is_known = bool(self._tag) or any(name.startswith(tag) for name in _TAGS_BELOW)
        if len(self._words) > _LONGEST_WORDS or not is_known:
            return ScanStatus.FAILED, following
        if following < len(text):
            if text[following] not in OPENING_BRACES:
                return ScanStatus.FAILED, following
            if tag in _JSON_TAGS:
                self._tag, self.is_raw = tag, False
            self._begin_value(self._length + following - at)
        return ScanStatus.OPEN, following

    def _read_name(self, text: str, at: int) -> tuple[ScanStatus, int]:
        following = end_of(_NAME, text, at)
        self._name += text[at:following]
        if len(self._name) > _LONGEST_NAME or not _ASSIGNED.fullmatch(self._name):
            return ScanStatus.FAILED, following
        if following == len(text):
            return ScanStatus.OPEN, following
        if text[following] not in "=(":
            return ScanStatus.FAILED, following
        if text[following] == "(":
            self.is_input = is_question_tool(self._name.split()[-1])
        self._phase = _Phase.BELOW
        return ScanStatus.OPEN, following + 1

    def _read_value(self, text: str, at: int) -> tuple[ScanStatus, int]:
        assert self._value is not None
        status, following = self._value.feed(text, at)
        if status is ScanStatus.FAILED and self.names_choice:
            self.is_broken = True
            self._phase = _Phase.BROKEN
            status = ScanStatus.OPEN
        return status, following

    def _read_further(self, text: str, at: int) -> tuple[ScanStatus, int]:
        assert self._value is not None
        status, following = self._value.feed(text, at)
        if status is ScanStatus.COMPLETE:
            self.further += 1
            self._phase = _Phase.AFTER
            status = ScanStatus.OPEN
        elif status is ScanStatus.FAILED:
            return self._end_as_raw(following)
        return status, following

    def _read_closing(self, text: str, at: int) -> tuple[ScanStatus, int]:
        if text[at] == self.run[0]:
            self._closing += 1
            if self._closing < len(self.run):
                return ScanStatus.OPEN, at + 1
            self.is_closed = True
            if self.is_broken:
                self.value_end = self._length + 1 - len(self.run)
            return ScanStatus.COMPLETE, at + 1
        is_cut_run, self._closing = self._closing > 0, 0
        if self._phase is _Phase.BROKEN:
            following = text.find(self.run[0], at)
            return ScanStatus.OPEN, len(text) if following < 0 else following
        following = end_of(_BETWEEN_VALUES, text, at)
        if is_cut_run:
            return self._end_as_raw(at)
        if following > at:
            return ScanStatus.OPEN, following
        if text[at] in OPENING_BRACES:
            self._value = ValueScanner()
            self._phase = _Phase.FURTHER
            return ScanStatus.OPEN, at
        if text[at] in "/#":
            self._phase = _Phase.COMMENT
            return ScanStatus.OPEN, at
        return self._end_as_raw(at)

    def _end_as_raw(self, at: int) -> tuple[ScanStatus, int]:
        self.is_raw = self.is_closed = True
        return ScanStatus.COMPLETE, at
