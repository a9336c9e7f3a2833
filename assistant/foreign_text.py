"""Text of servers, pages, files and commands, made harmless to whoever reads it. Pure.

The one place that knows which characters hide or deceive. What a model reads goes through
`without_hidden`, what comes of programs and pages through `to_plain_text`, what is kept of people
and models through `questions.model.sanitizer`. What the user confirms goes through
`with_hidden_written`. What a terminal shows is cleaned by
`channels.terminal.text.printable`, what Qt shows by `channels.desktop.widgets.labels`, and a page by
its own escaping.
"""

import json
import re
import unicodedata
from typing import Final

_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b(?=[0-?]))[0-?]*[ -/]*(?:[@-~]|(?![ -~]))"  # CSI; one that is cut short too
    r"|(?:\x1b\]|\x9d)(?:[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|[0-9]+;[^\x07\x1b\x9c\n]*)"  # OSC
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"  # DCS and the like
    r"|\x1b(?:[#%(-/][0-~]|[78=>])"  # sets of characters, the cursor's place, keys
)
"""Control sequences of terminals (ECMA-48) in 7 and 8 bits, those with a text of their own among
them: a title, a link, a picture or what is to go to the clipboard."""
_ESCAPE: Final = re.compile(rf"{_SEQUENCE.pattern}|\x1b(?:[\]PX^_]|[ -/]*[0-~]|)")
"""Those that are a letter behind an escape, too: in text of people it is a letter."""
ZERO_WIDTH: Final = "\ufeff\u200b\u2060\u200e\u200f"
"""What models and editors put at the beginning of lines and texts, and nobody sees."""
BLANK: Final = "\u2800"
"""A sign of Braille that looks like a space; in text of people it is one of theirs."""
_JOINERS: Final = {"\u200c", "\u200d"}
"""Emoji and some scripts are written with them."""
_SEEN: Final = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
"""Arabic and Syriac signs that Unicode counts among the invisible ones."""
_FILLERS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    "\u2065\ufff0\ufff1\ufff2\ufff3\ufff4\ufff5\ufff6\ufff7\ufff8"
)
"""Letters that do not show, and places that Unicode keeps for such."""
_PLAIN: Final = re.compile(r"[\n\t -~]*")
_SELECTORS: Final = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_RUN: Final = re.compile(f"[{_SELECTORS}\u200c\u200d]{{2,}}")
"""What says how the characters around it look: any number of it is a text that nobody sees."""

# Scripts that have no use for them: one behind each letter is a text as well.
_STRAY: Final = re.compile(
    f"(?<![\u0590-\U0010ffff#*0-9\xa9\xae])[{_SELECTORS}\u200c\u200d]+"
    f"|(?<=[#*0-9])(?!\ufe0f\u20e3)[{_SELECTORS}\u200c\u200d]+"
    f"|(?<=[\xa9\xae])(?![\ufe0e\ufe0f])[{_SELECTORS}\u200c\u200d]+"
)


def is_hidden(character: str) -> bool:
    """Whether a character does not show, or reorders others; line ends and tabs do not count.

    Joiners and selectors do not count either: whether they mean something depends on their place.
    """
    if character in "\n\t" or character in _JOINERS or character in _SEEN:
        return False
    code = ord(character)
    if 0xE0000 <= code <= 0xE00FF or 0xE01F0 <= code <= 0xE0FFF or character in _FILLERS:
        return True
    return unicodedata.category(character) in {"Cc", "Cf", "Cs"}


def without_sequences(text: str) -> str:
    """Remove terminals' control sequences, each as a whole."""
    return text if _PLAIN.fullmatch(text) else _SEQUENCE.sub("", text)


def without_hidden(text: str) -> str:
    """Remove characters that do not show or that reorder others.

    Of a control sequence nothing stays: its rest would be seen, and mean nothing.
    """
    if _PLAIN.fullmatch(text):
        return text
    text = _SEQUENCE.sub("", text)
    seen = "".join(c for c in text if not is_hidden(c))
    return _STRAY.sub("", _RUN.sub(_shortened, seen))


def with_hidden_written(text: str) -> str:
    """Write what does not show, or reorders, as escapes; line ends and tabs stay."""
    if _PLAIN.fullmatch(text):
        return text
    text = _STRAY.sub(lambda run: _escaped(run[0]), _RUN.sub(lambda run: _escaped(run[0]), text))
    return "".join(
        _escaped(c)
        if c == BLANK or (c not in "\n\t" and (is_hidden(c) or not c.isprintable()))
        else c
        for c in text
    )


def _escaped(characters: str) -> str:
    return json.dumps(characters)[1:-1]


def _shortened(run: re.Match[str]) -> str:
    """Keep of a run what can mean something: how the last character looks, and that it joins."""
    first, last = run[0][0], run[0][-1]
    return ("" if first in _JOINERS else first) + (last if last in _JOINERS else "")


def to_plain_text(text: str) -> str:
    """Remove control sequences and hidden characters from a terminal's text.

    Line ends and tabs stay; of a line that carriage returns rewrote, what was written last.
    """
    lines = _ESCAPE.sub("", text).split("\n")
    return without_hidden("\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines))


def storable(text: str) -> str:
    """Replace lone surrogates by U+FFFD, so that UTF-8 can encode the text.

    A model or a clipboard can hand over such halves; losing one character is better than losing the
    message.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
