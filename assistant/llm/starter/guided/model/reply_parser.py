"""Reads a guided reply while it is written: the words of an answer leave as they come.

The same text gives the same words and the same reply however it is cut into pieces. A stream may
end anywhere; `finish` then says what there is.
"""

from collections.abc import Generator
from typing import Final

from assistant.llm.starter.guided.model.guided_reply import (
    ANSWER,
    ASK,
    DECLINE,
    OPTIONS,
    GuidedAnswer,
    GuidedQuestion,
    GuidedRefusal,
    GuidedReply,
)

_BLANKS: Final = " \t\r\n"
_ESCAPES: Final = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
"""For half of a surrogate pair: no text that is stored or sent may have one."""

_Reader = Generator[None, str, str]
"""Takes one character at each `yield`; returns what it has read."""


class UnreadableReplyError(ValueError):
    """What the model wrote is not a guided reply."""


class ReplyParser:
    """Takes one reply in pieces.

    Attributes:
        kind: The key of the object, once it is read: `answer`, `ask`, `decline`.
    """

    def __init__(self) -> None:
        self.kind: str | None = None
        self._texts: dict[str, str] = {}
        self._options: list[str] = []
        self._words = ""
        """Words of the answer that were not given out."""
        self._is_complete = False
        self._reading = self._read_object()
        next(self._reading)

    def feed(self, text: str) -> str:
        """Take the next piece; return the words of the answer that it completes.

        Raises:
            UnreadableReplyError: If the text is not a reply.
        """
        for character in text:
            if self._is_complete:
                if character not in _BLANKS:
                    raise UnreadableReplyError("something follows the object")
                continue
            try:
                self._reading.send(character)
            except StopIteration:
                self._is_complete = True
        words, self._words = self._words, ""
        return words

    def finish(self) -> GuidedReply | None:
        """Return the reply; of one that was cut off an answer counts, as far as it goes.

        Returns:
            None if there is nothing that can be used.
        """
        if self.kind == ANSWER:
            answer = self._texts.get(ANSWER, "")
            return GuidedAnswer(text=answer) if answer.strip() else None
        if self.kind == DECLINE:
            return GuidedRefusal(subject=self._texts.get(DECLINE, ""))
        if self.kind == ASK and self._is_complete:
            return GuidedQuestion(question=self._texts[ASK], options=tuple(self._options))
        return None

    def _read_object(self) -> Generator[None, str, None]:
        yield from self._expect("{")
        separator = ","
        while separator == ",":
            yield from self._expect('"')
            key = yield from self._read_string()
            if not self._may_follow(key):
                raise UnreadableReplyError(f"the key {key!r} is out of place")
            self.kind = self.kind or key
            yield from self._expect(":")
            if key == OPTIONS:
                yield from self._read_options()
            else:
                yield from self._expect('"')
                yield from self._read_string(key)
            separator = yield from self._expect(",}" if key == ASK else "}")
        if self.kind == ASK and not self._options:
            raise UnreadableReplyError("the question has no options")

    def _may_follow(self, key: str) -> bool:
        if self.kind is None:
            return key in {ANSWER, ASK, DECLINE}
        return self.kind == ASK and key == OPTIONS and not self._options

    def _read_options(self) -> Generator[None, str, None]:
        yield from self._expect("[")
        separator = ","
        while separator == ",":
            yield from self._expect('"')
            self._options.append((yield from self._read_string()))
            separator = yield from self._expect(",]")

    def _expect(self, wanted: str) -> _Reader:
        """Read one of the characters, after blanks."""
        character = yield
        while character in _BLANKS:
            character = yield
        if character not in wanted:
            raise UnreadableReplyError(f"{character!r} where one of {wanted!r} was expected")
        return character

    def _read_string(self, key: str | None = None) -> _Reader:
        """Read a string to its closing quote; the value of a key is kept as it grows."""
        read = ""
        high = ""  # the first half of a surrogate pair, whose second half is still to come
        while True:
            character = yield
            if character == '"':
                self._keep(key, _REPLACEMENT if high else "")
                return read + (_REPLACEMENT if high else "")
            if character == "\\":
                character = yield from self._read_escape()
            elif character < " ":
                raise UnreadableReplyError("a control character in a string")
            if high and "\udc00" <= character <= "\udfff":
                pair = (high + character).encode("utf-16", "surrogatepass").decode("utf-16")
                found, high = pair, ""
            else:
                found, high = (_REPLACEMENT if high else ""), ""
                if "\ud800" <= character <= "\udbff":
                    high = character
                else:
                    found += _REPLACEMENT if "\udc00" <= character <= "\udfff" else character
            read += found
            self._keep(key, found)

    def _keep(self, key: str | None, text: str) -> None:
        if key is not None:
            self._texts[key] = self._texts.get(key, "") + text
        if key == ANSWER:
            self._words += text

    def _read_escape(self) -> _Reader:
        character = yield
        if character in _ESCAPES:
            return _ESCAPES[character]
        if character != "u":
            raise UnreadableReplyError(f"the escape {character!r} is unknown")
        digits = ""
        while len(digits) < 4:
            digits += yield
        if not all(digit in "0123456789abcdefABCDEF" for digit in digits):
            raise UnreadableReplyError(f"{digits!r} is no number of a character")
        return chr(int(digits, 16))
