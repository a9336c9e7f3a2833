"""The words of a line while it arrives, each as soon as no later word can change it. Pure.

markdown-it reads whole texts. Here it reads as much of a line as nothing is open in: no emphasis,
code or link whose end may follow. A mark that is not closed within some hundred characters was meant
otherwise. However a line is cut into pieces, the same comes out.
"""

import re
from collections.abc import Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token

from assistant.markdown.parser import inline_tokens

MAX_MARKED: Final = 300
"""Characters within which a mark has to be closed."""
_WORD_ENDS: Final = " ，。！？；：、"
_WORD: Final = re.compile(f"[^{_WORD_ENDS}]*[{_WORD_ENDS}]")
_MARK: Final = re.compile(r"[*_~`\[]")
_ENDS: Final = {
    "*": re.compile(r"(?<=[^\s*])\*"),
    "_": re.compile(r"(?<=[^\s_])_(?!\w)"),
    "~": re.compile(r"(?<=[^\s~])~~"),
    "`": re.compile("`"),
    "[": re.compile(r"[\])]"),
}
"""What a word needs to end a mark that stands in an earlier one."""
_OPEN_LINK: Final = re.compile(r"\[[^\[\]]*(?:\]\([^)]*)?\Z")


class GrowingWords:
    """Reads one line after the other.

    Args:
        parser: Reads what is certain.
    """

    def __init__(self, parser: MarkdownIt) -> None:
        self._parser = parser
        self._word: list[str] = []
        """The pieces of a word whose end has not come."""
        self._held: list[str] = []
        """Words in which something is open."""

    def feed(self, text: str) -> list[Token]:
        """Take more of the line, without its end; return what is certain now."""
        end = max(text.rfind(sign) for sign in _WORD_ENDS) + 1
        if not end:
            self._word.append(text)
            return []
        whole = "".join((*self._word, text[:end]))
        self._word = [text[end:]]
        tokens: list[Token] = []
        for found in _WORD.finditer(whole):
            tokens += self._take(found[0])
        return tokens

    def end(self) -> list[Token]:
        """Return what was held back: the line is over, and another may follow."""
        rest = "".join((*self._held, *self._word))
        self._held.clear()
        self._word.clear()
        return self._read(rest)

    def _take(self, word: str) -> list[Token]:
        is_open = bool(self._held) and not _may_end("".join(self._held), word)
        self._held.append(word)
        held = "".join(self._held)
        if not (is_open or self._is_open(held)):
            self._held.clear()
            return self._read(held)
        return self._without_first() if len(held) >= MAX_MARKED else []

    def _without_first(self) -> list[Token]:
        """Give up the word whose mark was not closed, and what follows up to the next mark."""
        tokens = self._read(self._held.pop(0))
        while self._held and _MARK.search(self._held[0]) is None:
            tokens += self._read(self._held.pop(0))
        held = "".join(self._held)
        if not self._is_open(held):
            self._held.clear()
            tokens += self._read(held)
        return tokens

    def _read(self, source: str) -> list[Token]:
        return inline_tokens(self._parser, source, {}) if source else []

    def _is_open(self, source: str) -> bool:
        """Whether what follows may make something else of a source that ends with a word."""
        if _MARK.search(source) is None:
            return False
        if "`" not in source and "\\" not in source and _OPEN_LINK.search(source) is not None:
            return True
        inline = self._parser.inline
        state = StateInline(source, self._parser, {}, [])
        inline.tokenize(state)
        for rule in inline.ruler2.getRules(""):
            rule(state)
        words = "".join(t.content if t.type == "text" else "\0" for t in state.tokens)
        return (
            source.count("`") > _closed_ticks(state.tokens)
            or _OPEN_LINK.search(words) is not None
            or _waits_for_end(state.delimiters)
        )


def _may_end(marked: str, word: str) -> bool:
    """Whether a word may end one of the marks in an earlier one."""
    return any(mark in marked and end.search(word) for mark, end in _ENDS.items())


def _closed_ticks(tokens: Sequence[Token]) -> int:
    """Return how many backticks belong to code, or are escaped."""
    code = sum(2 * len(t.markup) + t.content.count("`") for t in tokens if t.type == "code_inline")
    return code + sum(t.content == "`" for t in tokens if t.type == "text_special")


def _waits_for_end(delimiters: list[Delimiter]) -> bool:
    """Whether a mark may still be closed: it opens, is not closed, and stands within no closed pair."""
    at = 0
    while at < len(delimiters):
        if delimiters[at].end >= 0:
            at = delimiters[at].end + 1
        elif delimiters[at].open:
            return True
        else:
            at += 1
    return False
