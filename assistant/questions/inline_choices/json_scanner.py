"""Follow one JSON value while it arrives: where does it end, and may it be a choice? Pure.

Nothing is read twice: the place is kept between two pieces of text. It is as lenient about the
spelling as `lenient_json`, so that what a model wrote badly has an end, too.
"""

import re
from enum import Enum, auto
from typing import Final

from assistant.foreign_text import ZERO_WIDTH
from assistant.questions.formats.inline_choice import CHOICE_TYPES, folded_type
from assistant.questions.formats.lenient_json import (
    COLONS,
    COMMAS,
    LITERALS,
    OPENING_BRACES,
    QUOTES,
    SPACE,
    STRICT_MARKS,
    string_stops,
)
from assistant.questions.model.question_tool import (
    CALL_INPUT_KEYS,
    CALL_NAME_KEYS,
    WRITTEN_NAMES,
)

RAW_FIRST_KEYS: Final = (
    "type",
    "question",
    "questions",
    "title",
    "header",
    "options",
    "choices",
    "name",
    "tool",
    "tool_name",
    "function",
)
"""With what an object outside a JSON fence has to begin."""
_TYPES: Final = (*CHOICE_TYPES, "function", "functioncall", "toolcall", "tooluse")
"""What the own `type` of a choice or of a call says, without case, `_` and `-`."""
_TEXT_KEYS: Final = frozenset({"question", "title", "header"})
_CALL_NAMES: Final = frozenset(CALL_NAME_KEYS)
MAX_DEPTH: Final = 32
"""Levels of nesting a choice may have; the deepest of the known forms has five."""

_TELLING_KEYS: Final = frozenset({"question", "question_text", "questions", "options", "choices"})
"""Keys that, beside its type, make an object an attempt at a choice."""
_INPUT_KEYS: Final = frozenset({*CALL_INPUT_KEYS, *_TELLING_KEYS})
"""Keys that, beside the name of the question tool, make an object an attempt at a call of it."""
_LONGEST_NAME: Final = 40
"""Characters of a name that are looked at; no name that is looked for is as long."""
_SPACE: Final = re.compile(f"{SPACE}*")
_WORD: Final = re.compile(r"[\w.+$-]*")
_LINE: Final = re.compile(r"[^\n]*")
_NO_STAR: Final = re.compile(r"[^*]*")
_PLAIN_STRING: Final = re.compile(r'"([^"\\]*)"\s*(?=[,:}\]])')
_ENDS_STRING: Final = frozenset(COMMAS + COLONS + "}]｝］#/")
"""What may stand behind a string."""
_ENDS_STRING_ABOVE: Final = frozenset(QUOTES + OPENING_BRACES + "`~")
"""What may stand on a line after a string."""


class ScanStatus(Enum):
    """How far a value has come."""

    OPEN = auto()
    """It may still become a choice."""
    COMPLETE = auto()
    """Its last bracket was read."""
    FAILED = auto()
    """It is no JSON, or no choice whatever follows."""


class _Place(Enum):
    OUTSIDE = auto()
    WORD = auto()
    STRING = auto()
    ESCAPE = auto()
    ESCAPED = auto()
    """Behind a backslash outside strings: every quote of the value is escaped."""
    INNER_ESCAPE = auto()
    """Behind the two backslashes that are one in such a value."""
    INNER_ESCAPED = auto()
    BEHIND_QUOTE = auto()
    """Behind a quote that ends the string if something follows that can stand behind one."""
    SLASH = auto()
    LINE_COMMENT = auto()
    BLOCK_COMMENT = auto()
    STAR = auto()


class ValueScanner:
    """Follows one object, or one list of objects, from its opening bracket on.

    Besides the brackets it knows what a choice may not be: an object whose own `type` is none of
    `CHOICE_TYPES`, one that is nested deeper than `MAX_DEPTH`, or, if `first_keys` are given, one
    that begins with another key, or with a `question` that is no text.

    Args:
        first_keys: The keys the object may begin with; empty for any.
        is_in_text: Whether it stands outside code, where a comment begins no object.
        is_input: Whether it is the input of a call of the question tool, which has any `type`.
    """

    def __init__(
        self,
        *,
        first_keys: tuple[str, ...] = (),
        is_in_text: bool = False,
        is_input: bool = False,
    ) -> None:
        self.last_string = 0
        """Characters up to the content of the last string. Where the value breaks off right behind
        it, its quotes may not have been what they seemed, and its content may be text."""
        self._first_keys = first_keys
        self._is_in_text = is_in_text
        self._length = 0
        self._before = 0
        """Its characters before the text that is read."""
        self._place = _Place.OUTSIDE
        self._closers: list[str] = []
        self._depth = 0
        """Depth of the objects that may be choices; 0: none has begun."""
        self._keys: set[str] = set()
        """Their keys so far."""
        self._is_behind_object = False
        """Whether the last of them is complete and no comma followed."""
        self._key = ""
        """The key whose value comes, if it is one of these."""
        self._is_value = False
        """Whether a colon stands before what comes."""
        self._wants_text = False
        """Whether only a string may come."""
        self._may_be_key = False
        """Whether a colon may come."""
        self._must_be_key = False
        """Whether a colon has to come, because a word is no value."""
        self._quote = ""
        self._has_line_end = False
        """Whether a line ended behind the quote."""
        self._name = ""
        """The string or word read last, as far as it can be one of those looked for."""
        self._allowed: tuple[str, ...] = ()
        """What it has to be; empty: anything."""
        self._is_input = is_input
        self._is_choice_type = is_input
        self._is_call = False
        """Whether it names the question tool."""
        self._are_quotes_escaped = False
        self._has_failed = False

    @property
    def names_choice(self) -> bool:
        """Whether it is meant as a choice: its type or its tool says so, and it has begun to ask."""
        if self._is_call and not _INPUT_KEYS.isdisjoint(self._keys):
            return True
        return self._is_choice_type and not _TELLING_KEYS.isdisjoint(self._keys)

    @property
    def is_between_objects(self) -> bool:
        """Whether it is a list, and the objects that have begun in it are complete."""
        return 0 < len(self._closers) < self._depth

    def feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        """Read on from `text[at]`.

        Returns:
            The verdict, and the place behind the last character read. After a failure that is the
            place of the character which ruled a choice out.
        """
        self._before = self._length - at
        status = ScanStatus.OPEN
        while at < len(text):
            at = self._read(text, at)
            if self._has_failed:
                status = ScanStatus.FAILED
                break
            if not self._closers:
                status = ScanStatus.COMPLETE
                break
        self._length = self._before + at
        return status, at

    def _fail(self, at: int) -> int:
        self._has_failed = True
        return at

    def _read(self, text: str, at: int) -> int:
        match self._place:
            case _Place.OUTSIDE:
                mark = text[at]
                if mark == '"' and (following := self._read_plain_string(text, at)) > at:
                    return following
                if mark.isspace() or mark in ZERO_WIDTH:
                    return end_of(_SPACE, text, at)
                return self._read_mark(STRICT_MARKS[mark] if mark in STRICT_MARKS else mark, at)
            case _Place.WORD:
                return self._read_word(text, at)
            case _Place.STRING:
                return self._read_string(text, at)
            case _Place.ESCAPE:
                return self._read_escape(text[at], at)
            case _Place.ESCAPED:
                return self._read_escaped(text[at], at)
            case _Place.INNER_ESCAPE if text[at] == "\\":
                self._place = _Place.INNER_ESCAPED
                return at + 1
            case _Place.INNER_ESCAPE | _Place.INNER_ESCAPED:
                self._place = _Place.STRING
                return at + 1
            case _Place.BEHIND_QUOTE:
                return self._read_behind_quote(text, at)
            case _:
                return self._read_comment(text, at)

    def _read_mark(self, mark: str, at: int) -> int:
        if mark in "/#":
            if self._is_in_text and not self._keys:
                return self._fail(at)
            self._place = _Place.SLASH if mark == "/" else _Place.LINE_COMMENT
        elif mark == "\\" and (self._are_quotes_escaped or not self._keys):
            self._place = _Place.ESCAPED
        elif mark == ":":
            return self._read_colon(at)
        elif self._must_be_key or not (self._is_in_object or mark in self._marks_of_list):
            return self._fail(at)
        elif mark in QUOTES:
            self._begin_name(_Place.STRING)
            self._quote = mark
            self.last_string = self._before + at + 1
        elif self._wants_text:
            return self._fail(at)
        elif mark in "{[":
            return self._open(mark, at)
        elif mark in "}]":
            return self._close(mark, at)
        elif mark == "," and (self._keys or not self._first_keys):
            self._is_value = self._may_be_key = self._is_behind_object = False
        elif end_of(_WORD, mark, 0):
            self._begin_name(_Place.WORD)
            return at
        else:
            return self._fail(at)
        return at + 1

    def _read_plain_string(self, text: str, at: int) -> int:
        """Read a whole string without escapes that may stand here, if there is one."""
        found = _PLAIN_STRING.match(text, at)
        if found is None or self._must_be_key or not self._is_in_object or self._are_quotes_escaped:
            return at
        self._begin_name(_Place.OUTSIDE)
        if self._allowed and not self._is_allowed(found[1]):
            return at  # read as far as it may be one of these
        self.last_string = self._before + at + 1
        self._name = found[1]
        return self._end_name(found.end())

    @property
    def _is_own(self) -> bool:
        """Whether what comes stands in an object that may be a choice, and in none inside it."""
        return self._depth == len(self._closers)

    @property
    def _is_in_object(self) -> bool:
        return 0 < self._depth <= len(self._closers)

    @property
    def _marks_of_list(self) -> str:
        """What may come outside its objects."""
        if self._depth:
            return ",]" if self._is_behind_object else "{,]"
        return "{" if self._closers else "{["

    def _open(self, mark: str, at: int) -> int:
        is_key_wanted = self._closers[-1:] == ["}"] and not self._is_value
        if len(self._closers) == MAX_DEPTH or is_key_wanted:
            return self._fail(at)
        self._closers.append("}" if mark == "{" else "]")
        if mark == "{" and not self._depth:
            self._depth = len(self._closers)
        self._is_value = self._may_be_key = False
        return at + 1

    def _close(self, mark: str, at: int) -> int:
        if self._closers[-1] != mark or (self._first_keys and not self._keys):
            return self._fail(at)
        self._is_behind_object = mark == "}" and self._is_own
        self._closers.pop()
        self._is_value = self._may_be_key = False
        return at + 1

    def _read_colon(self, at: int) -> int:
        if not self._may_be_key or self._closers[-1] != "}":
            return self._fail(at)
        self._key = self._name if self._is_own else ""
        if self._is_own:
            self._keys.add(self._name)
            is_opening = bool(self._first_keys) and len(self._keys) == 1
            self._wants_text = is_opening and (
                self._key in _TEXT_KEYS or self._key in CALL_NAME_KEYS
            )
            self._wants_text = self._wants_text or (self._key == "type" and not self._is_input)
        self._is_value = True
        self._may_be_key = self._must_be_key = False
        return at + 1

    # Strings and words.

    def _begin_name(self, place: _Place) -> None:
        self._place = place
        self._name, self._allowed = "", ()
        self._wants_text = False
        if not self._is_own or self._is_input:
            return
        if self._is_value and self._key == "type":
            self._allowed = _TYPES
        elif self._is_value and self._first_keys and self._keys <= _CALL_NAMES:
            self._allowed = WRITTEN_NAMES
        elif not self._keys:
            self._allowed = self._first_keys

    def _add_to_name(self, text: str, at: int, end: int) -> int:
        """Take what is new of the name; return the place where it cannot be an allowed one."""
        begin = len(self._name)
        if begin <= _LONGEST_NAME:
            self._name += text[at : min(end, at + _LONGEST_NAME)]
            if self._allowed and not self._may_be_allowed(self._name):
                while self._may_be_allowed(self._name[: begin + 1]):
                    begin, at = begin + 1, at + 1
                return self._fail(at)
        return end

    def _may_be_allowed(self, prefix: str) -> bool:
        if self._allowed is _TYPES:
            prefix = folded_type(prefix[:-1] if prefix[-1:] in {"_", "-"} else prefix)
        return any(name.startswith(prefix) for name in self._allowed)

    def _is_allowed(self, name: str) -> bool:
        return (folded_type(name) if self._allowed is _TYPES else name) in self._allowed

    def _end_name(self, at: int) -> int:
        if self._allowed and not self._is_allowed(self._name):
            return self._fail(at)
        if self._allowed is _TYPES:
            self._is_choice_type = folded_type(self._name) in CHOICE_TYPES
        elif self._is_value and self._is_own and self._key in _CALL_NAMES:
            self._is_call = self._is_call or self._name in WRITTEN_NAMES
        self._may_be_key = not self._is_value
        self._is_value = False
        self._place = _Place.OUTSIDE
        return at

    def _read_word(self, text: str, at: int) -> int:
        end = end_of(_WORD, text, at)
        at = self._add_to_name(text, at, end)
        if at < len(text) and not self._has_failed:
            is_value = self._name in LITERALS or self._name[0] in "-0123456789"
            self._must_be_key = not is_value
            return self._end_name(at)
        return at

    def _read_string(self, text: str, at: int) -> int:
        stop = string_stops(self._quote).search(text, at)
        end = stop.start() if stop else len(text)
        at = self._add_to_name(text, at, end)
        if stop is None or self._has_failed:
            return at
        if stop[0] == "\\":
            if self._allowed and self._allowed is not _TYPES and not self._are_quotes_escaped:
                return self._fail(at)
            self._place = _Place.ESCAPE
            return at + 1
        if self._are_quotes_escaped:
            return self._fail(at)
        self._place = _Place.BEHIND_QUOTE
        self._has_line_end = False
        return at + 1

    def _read_escape(self, mark: str, at: int) -> int:
        """Read what a backslash in a string stands before."""
        if self._are_quotes_escaped and mark == self._quote:
            self._place = _Place.BEHIND_QUOTE
            self._has_line_end = False
            return at + 1
        self._allowed = ()
        is_inner = self._are_quotes_escaped and mark == "\\"
        self._place = _Place.INNER_ESCAPE if is_inner else _Place.STRING
        return at + 1

    def _read_escaped(self, mark: str, at: int) -> int:
        """Read what a backslash outside strings stands before: a quote, or white space."""
        self._place = _Place.OUTSIDE
        if mark in "nrt" and self._are_quotes_escaped | (not self._keys):
            return at + 1
        if mark != '"' or (self._keys and not self._are_quotes_escaped):
            return self._fail(at)
        self._are_quotes_escaped = True
        return self._read_mark(mark, at)

    def _read_behind_quote(self, text: str, at: int) -> int:
        following = end_of(_SPACE, text, at)
        if following > at:
            self._has_line_end = self._has_line_end or "\n" in text[at:following]
            return following
        if text[at] in _ENDS_STRING or (self._has_line_end and text[at] in _ENDS_STRING_ABOVE):
            return self._end_name(at)
        self._place = _Place.STRING
        self._name += self._quote
        return self._fail(at) if self._allowed else at

    def _read_comment(self, text: str, at: int) -> int:
        match self._place:
            case _Place.LINE_COMMENT:
                end = end_of(_LINE, text, at)
                if end < len(text):
                    self._place = _Place.OUTSIDE
                return end
            case _Place.SLASH:
                places = {"/": _Place.LINE_COMMENT, "*": _Place.BLOCK_COMMENT}
                if text[at] not in places:
                    return self._fail(at)
                self._place = places[text[at]]
            case _Place.STAR:
                self._place = _Place.OUTSIDE if text[at] == "/" else _Place.BLOCK_COMMENT
                return at + (text[at] == "/")
            case _:
                end = end_of(_NO_STAR, text, at)
                if end > at:
                    return end
                self._place = _Place.STAR
        return at + 1


def end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where a pattern ends that matches at `at`, or `at` itself."""
    found = pattern.match(text, at)
    return found.end() if found else at
