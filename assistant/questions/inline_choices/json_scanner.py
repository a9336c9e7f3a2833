"""Follow one JSON object while it arrives, and say at the first possible byte that it is no choice.

Nothing is read twice: the place in the grammar is kept between two pieces of text. Strict as
RFC 8259 is, so that a line break in a string, a trailing comma or a comment ends it. Pure.
"""

import re
from enum import Enum, auto
from typing import Final

CHOICE_TYPES: Final = ("user_choice", "user_choices", "user_choice_group")
"""What the `type` of a choice says."""
RAW_FIRST_KEYS: Final = ("type", "question")
"""With what an object outside a JSON fence has to begin."""
MAX_DEPTH: Final = 32
"""Levels of nesting a choice may have; the deepest of the known forms has five."""

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_STRING_STOP: Final = re.compile(r'["\\\x00-\x1f]')
_HEXADECIMAL: Final = frozenset("0123456789abcdefABCDEF")
_ESCAPES: Final = frozenset('"\\/bfnrt')
_LITERALS: Final = {"t": "rue", "f": "alse", "n": "ull"}


class ScanStatus(Enum):
    """How far an object has come."""

    OPEN = auto()
    """It may still become a choice."""
    COMPLETE = auto()
    """Its last brace was read."""
    FAILED = auto()
    """It is no JSON, or no choice whatever follows."""


class _Expect(Enum):
    VALUE = auto()
    VALUE_OR_END = auto()
    KEY = auto()
    KEY_OR_END = auto()
    COLON = auto()
    COMMA_OR_END = auto()


class _Role(Enum):
    """What a string is looked at for."""

    NOTHING = auto()
    FIRST_KEY = auto()
    KEY = auto()
    TYPE = auto()


class _Number(Enum):
    """The places in a number."""

    NONE = auto()
    SIGN = auto()
    ZERO = auto()
    WHOLE = auto()
    POINT = auto()
    FRACTION = auto()
    EXPONENT = auto()
    EXPONENT_SIGN = auto()
    POWER = auto()


_MAY_END: Final = frozenset({_Number.ZERO, _Number.WHOLE, _Number.FRACTION, _Number.POWER})
_DIGITS: Final = "0123456789"
_NUMBERS: Final[dict[_Number, dict[str, _Number]]] = {
    _Number.SIGN: {"0": _Number.ZERO} | dict.fromkeys("123456789", _Number.WHOLE),
    _Number.ZERO: {".": _Number.POINT, "e": _Number.EXPONENT, "E": _Number.EXPONENT},
    _Number.WHOLE: {".": _Number.POINT, "e": _Number.EXPONENT, "E": _Number.EXPONENT}
    | dict.fromkeys(_DIGITS, _Number.WHOLE),
    _Number.POINT: dict.fromkeys(_DIGITS, _Number.FRACTION),
    _Number.FRACTION: {"e": _Number.EXPONENT, "E": _Number.EXPONENT}
    | dict.fromkeys(_DIGITS, _Number.FRACTION),
    _Number.EXPONENT: dict.fromkeys("+-", _Number.EXPONENT_SIGN)
    | dict.fromkeys(_DIGITS, _Number.POWER),
    _Number.EXPONENT_SIGN: dict.fromkeys(_DIGITS, _Number.POWER),
    _Number.POWER: dict.fromkeys(_DIGITS, _Number.POWER),
}
_NUMBER_STARTS: Final = {"-": _Number.SIGN, **_NUMBERS[_Number.SIGN]}


class ObjectScanner:
    """Follows one object from its opening brace on.

    Besides the grammar it knows what a choice may not be: an object whose own `type` is none of
    `CHOICE_TYPES`, one that is nested deeper than `MAX_DEPTH`, or, if `first_keys` are given, one
    that begins with another key, or with a `question` that is no text.

    Args:
        first_keys: The keys the object may begin with; empty for any.
    """

    def __init__(self, *, first_keys: tuple[str, ...] = ()) -> None:
        self.is_declared = False
        """Whether its own `type` has named a choice."""
        self.last_string = 0
        """Characters up to the content of the last string. Where the object breaks off right behind
        it, its quotes may not have been what they seemed, and its content may be text."""
        self._length = 0
        self._closers: list[str] = []
        self._expect = _Expect.VALUE
        self._first_keys = first_keys
        self._is_first_key = True
        self._in_string = False
        self._escape = 0
        """0: none; 5: after the backslash; 4 to 1: digits of a `\\u` to come."""
        self._role = _Role.NOTHING
        self._names: tuple[str, ...] = ()
        """What the string that is being read may still be."""
        self._matched = 0
        """Characters of it that were compared with `_names`."""
        self._is_key = False
        self._number = _Number.NONE
        self._literal = ""
        self._next_is_type = False
        self._next_is_text = False
        """Whether the value of `question` comes, with which the object began."""
        self._has_failed = False

    def feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        """Read on from `text[at]`.

        Returns:
            The verdict, and the place behind the last character read. After a failure that is the
            place of the character which ruled a choice out.
        """
        verdict, behind = self._feed(text, at)
        self._length += behind - at
        return verdict, behind

    def _feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        size = len(text)
        base = self._length - at
        while at < size:
            if self._in_string:
                at = self._read_string(text, at)
            elif self._literal:
                at = self._read_literal(text, at)
            elif self._number is not _Number.NONE:
                at = self._read_number(text, at)
            else:
                at = _SPACE.match(text, at).end()  # pyright: ignore[reportOptionalMemberAccess]  # matches nothing, too
                if at == size:
                    break
                at = self._read_mark(text[at], at)
                if self._in_string:
                    self.last_string = base + at
                if not self._closers and not self._has_failed:
                    return ScanStatus.COMPLETE, at
            if self._has_failed:
                return ScanStatus.FAILED, at
        return ScanStatus.OPEN, at

    def _fail(self, at: int) -> int:
        self._has_failed = True
        return at

    # Marks: everything outside strings, numbers and literals.

    def _read_mark(self, mark: str, at: int) -> int:
        match self._expect:
            case _Expect.COLON:
                if mark != ":":
                    return self._fail(at)
                self._expect = _Expect.VALUE
                return at + 1
            case _Expect.COMMA_OR_END:
                return self._read_separator(mark, at)
            case _Expect.KEY | _Expect.KEY_OR_END:
                if mark == '"':
                    return self._begin_key(at)
                if mark == "}" and self._expect is _Expect.KEY_OR_END and not self._first_keys:
                    return self._close(at)
                return self._fail(at)
            case _Expect.VALUE | _Expect.VALUE_OR_END:
                if mark == "]" and self._expect is _Expect.VALUE_OR_END:
                    return self._close(at)
                return self._begin_value(mark, at)

    def _read_separator(self, mark: str, at: int) -> int:
        closer = self._closers[-1]
        if mark == closer:
            return self._close(at)
        if mark != ",":
            return self._fail(at)
        self._expect = _Expect.KEY if closer == "}" else _Expect.VALUE
        return at + 1

    def _close(self, at: int) -> int:
        self._closers.pop()
        self._expect = _Expect.COMMA_OR_END
        return at + 1

    def _begin_key(self, at: int) -> int:
        role, names = _Role.NOTHING, ()
        if len(self._closers) == 1:
            role, names = _Role.KEY, ("type",)
            if self._is_first_key and self._first_keys:
                role, names = _Role.FIRST_KEY, self._first_keys
            self._is_first_key = False
        return self._begin_string(at, role, names, is_key=True)

    def _begin_value(self, mark: str, at: int) -> int:
        if self._next_is_type:
            self._next_is_type = False
            if mark != '"':
                return self._fail(at)
            return self._begin_string(at, _Role.TYPE, CHOICE_TYPES, is_key=False)
        if mark == '"':
            self._next_is_text = False
            return self._begin_string(at, _Role.NOTHING, (), is_key=False)
        if self._next_is_text:
            return self._fail(at)
        if mark in "{[":
            return self._open(mark, at)
        self._expect = _Expect.COMMA_OR_END
        if mark in _LITERALS:
            self._literal = _LITERALS[mark]
        elif mark in _NUMBER_STARTS:
            self._number = _NUMBER_STARTS[mark]
        else:
            return self._fail(at)
        return at + 1

    def _open(self, mark: str, at: int) -> int:
        if len(self._closers) == MAX_DEPTH:
            return self._fail(at)
        self._closers.append("}" if mark == "{" else "]")
        self._expect = _Expect.KEY_OR_END if mark == "{" else _Expect.VALUE_OR_END
        return at + 1

    # Strings.

    def _begin_string(self, at: int, role: _Role, names: tuple[str, ...], *, is_key: bool) -> int:
        self._in_string = True
        self._role, self._names, self._matched, self._is_key = role, names, 0, is_key
        return at + 1

    def _read_string(self, text: str, at: int) -> int:
        if self._escape:
            return self._read_escape(text[at], at)
        stop = _STRING_STOP.search(text, at)
        end = stop.start() if stop else len(text)
        if self._role is not _Role.NOTHING:
            at = self._compare(text, at, end)
            if self._has_failed:
                return at
        if stop is None:
            return end
        if text[end] == '"':
            return self._end_string(end)
        if text[end] != "\\" or self._role is _Role.FIRST_KEY:
            return self._fail(end)
        self._role = _Role.NOTHING
        self._escape = 5
        return end + 1

    def _read_escape(self, character: str, at: int) -> int:
        if self._escape == 5:
            if character == "u":
                self._escape = 4
            elif character in _ESCAPES:
                self._escape = 0
            else:
                return self._fail(at)
        elif character in _HEXADECIMAL:
            self._escape -= 1
        else:
            return self._fail(at)
        return at + 1

    def _compare(self, text: str, at: int, end: int) -> int:
        """Compare what is new of a string with the names it may be."""
        while at < end:
            place, character = self._matched, text[at]
            self._names = tuple(
                name for name in self._names if name[place : place + 1] == character
            )
            if not self._names:
                return self._rule_out(at, end)
            self._matched += 1
            at += 1
        return end

    def _rule_out(self, at: int, end: int) -> int:
        if self._role is _Role.KEY:
            self._role = _Role.NOTHING
            return end
        return self._fail(at)

    def _end_string(self, at: int) -> int:
        is_named = any(len(name) == self._matched for name in self._names)
        match self._role:
            case _Role.NOTHING:
                pass
            case _Role.TYPE:
                if not is_named:
                    return self._fail(at)
                self.is_declared = True
            case _Role.FIRST_KEY | _Role.KEY:
                if self._role is _Role.FIRST_KEY and not is_named:
                    return self._fail(at)
                self._next_is_type = is_named and self._names[0] == "type"
                self._next_is_text = is_named and not self._next_is_type
        self._in_string = False
        self._expect = _Expect.COLON if self._is_key else _Expect.COMMA_OR_END
        return at + 1

    # Numbers and literals.

    def _read_literal(self, text: str, at: int) -> int:
        if text[at] != self._literal[0]:
            return self._fail(at)
        self._literal = self._literal[1:]
        return at + 1

    def _read_number(self, text: str, at: int) -> int:
        following = _NUMBERS[self._number].get(text[at])
        if following is not None:
            self._number = following
            return at + 1
        if self._number not in _MAY_END:
            return self._fail(at)
        self._number = _Number.NONE
        return at
