"""Takes the marks out of one line of Markdown, character by character. Pure.

`markdown_filter` decides what a line is and hands its text here. What cannot be decided yet (a run of
asterisks, the beginning of a URL) is held until the next characters decide it; nothing that was
written is ever taken back. What has been held is handed on at most once, so time is linear.
"""

import html
import re
import unicodedata
from collections.abc import Callable
from typing import Final

from assistant.voice.text.spoken_phrases import A_FORMULA, A_LINK, LINK_TO, phrase_for_voice
from assistant.voice.text.tex_formulas import spoken_formula

_URL_STARTS: Final = ("http://", "https://", "www.")
_URL_END_MARKS: Final = ".,;:!?*_~'\"("
_NOT_IN_URL: Final = frozenset('<>"`|[]{}\\^')
_HELD: Final = frozenset("`*_~!<&\\$")
_PAUSES: Final = frozenset("|→⇒➔➜⟶")
_ESCAPABLE: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_LONGEST_TAG_CHARS: Final = 200
_LONGEST_ENTITY_CHARS: Final = 10
_LONGEST_SOURCE_CHARS: Final = 60
_LONGEST_FORMULA_CHARS: Final = 100
_PRICE: Final = re.compile(r"\$[\d.,]+ ?")
_AMOUNT_IN_LIST: Final = re.compile(r"\$[-−]?\d[\d.,]*,\$")
"""The sign of the next amount: "$100,$200"."""
_PLAIN_WORD: Final = re.compile(r"(?:^|[^\\A-Za-z{])[A-Za-z]{3,}$")
_TAG: Final = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(\s+[^<>]*=[^<>]*|\s*/?)>|<!--.*>")
_LINE_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BLOCK: Final = re.compile(
    r"</?(?:p|div|li|[uo]l|d[ltd]|t[rdh]|table|h[1-6r]|summary|details|blockquote|section)\b[^>]*>",
    re.IGNORECASE,
)
"""Tags that part words."""
_ADDRESS: Final = re.compile(r"<([^\s<>@]+@[^\s<>@]+)>")
_CITATION: Final = re.compile(r"\[\^?\d{0,3}")
_AUTHORITY: Final = re.compile(r"(?:https?://)?(?:[^@/?#]*@)?(?:www\.)?([^:/?#]+)", re.IGNORECASE)

_SILENT_RANGES: Final = (
    (0x200B, 0x200F),  # zero width, direction
    (0x2022, 0x2023),  # bullets
    (0x2060, 0x206F),
    (0x20E3, 0x20E3),  # keycap
    (0x2122, 0x2122),  # trade mark
    (0x2190, 0x21FF),  # arrows that are no pause
    (0x2300, 0x23FF),  # technical
    (0x2500, 0x2604),  # boxes, shapes
    (0x2607, 0x27BF),  # symbols, dingbats; not the stars that rate something
    (0x2900, 0x297F),
    (0x2B00, 0x2BFF),
    (0xE000, 0xF8FF),  # private use
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),
    (0xFFFC, 0xFFFD),
    (0x1F000, 0x1FAFF),  # emoji
    (0xE0000, 0xE0FFF),
)


class SpeechTextWriter:
    """Collects what is to be spoken: no emoji, no bar, no white space twice, no empty line."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._space = False
        self._last = "\n"
        self._is_path = False
        self._is_pausing = False

    @property
    def last(self) -> str:
        """The character before the next one: a space for white space, or a line feed."""
        return " " if self._space else self._last

    @property
    def is_path(self) -> bool:
        """Whether the word being written has a slash: `_` belongs to a file's name there."""
        return self._is_path and not self._space

    def put(self, character: str) -> None:
        if character == "\n":
            self._space = self._is_pausing = False
            if self._last == "\n":
                return
        elif character.isspace() or character == "|":
            self._space = self._last != "\n"
            return
        elif _is_silent(character):
            return
        elif self._space:
            is_comma = self._is_pausing and character not in ".,;:!?"
            self._out.append(", " if is_comma else " ")
            self._space = self._is_path = self._is_pausing = False
        self._is_path = character == "/" or (self._is_path and character != "\n")
        self._out.append(character)
        self._last = character

    def write(self, text: str) -> None:
        for character in text:
            self.put(character)

    def pause(self) -> None:
        """Write a comma, where there is something to pause between."""
        self._is_pausing = self._is_pausing or self._last.isalnum()
        self._space = self._last != "\n"

    def take(self) -> str:
        """What was written since the last call."""
        text = "".join(self._out)
        self._out.clear()
        return text


def _is_silent(character: str) -> bool:
    code = ord(character)
    if code < 0x80:
        return code < 0x20 or code == 0x7F
    if any(first <= code <= last for first, last in _SILENT_RANGES):
        return True
    return code in {0xA9, 0xAE} or unicodedata.category(character) == "Cc"


class InlineMarkdown:
    """Writes the words of a line.

    Args:
        writer: Takes them.
        language: Tells the ISO 639-1 code of the language of the words so far, for the words that
            stand for a URL.
    """

    def __init__(self, writer: SpeechTextWriter, *, language: Callable[[], str]) -> None:
        self._writer = writer
        self._language = language
        self._hold = ""
        self._hold_with: Callable[[str], None] | None = None
        self._code_ticks = 0  # of the run that opened the code span
        self._brackets = 0  # open ones, of links
        self._url_parens = 0  # that the URL has opened and not closed
        self._skip = ""  # closing mark of what is being skipped
        self._skip_depth = 0
        self._is_raised = False  # whether the next character stands above the line

    def feed(self, character: str) -> None:
        """Take the next character of the line; never a line feed."""
        if self._skip:
            self._pass_over(character)
        elif self._hold_with is not None:
            self._hold_with(character)
        else:
            self._start(character)

    def end(self) -> None:
        """End the line: decide what is held."""
        while self._hold:
            hold, self._hold, self._hold_with = self._hold, "", None
            self._release_at_end(hold)
        self._code_ticks = self._brackets = self._skip_depth = 0
        self._skip = ""

    def _release_at_end(self, hold: str) -> None:
        if hold.startswith("\\("):
            self._writer.put("(")
            self._replay(hold[2:])
            return
        if hold[0] in "`*_~\\]":
            return
        if hold.lower().startswith(_URL_STARTS):
            self._write_url(hold)
        elif hold[0] in "hHwW!":
            self._writer.write(hold)
        else:
            if hold[0] != "[":
                self._writer.put(hold[0])
            self._replay(hold[1:])

    def _replay(self, text: str) -> None:
        for character in text:
            self.feed(character)

    def _let_go(self) -> str:
        hold, self._hold, self._hold_with = self._hold, "", None
        return hold

    def _begin_hold(self, character: str, hold_with: Callable[[str], None]) -> None:
        self._hold, self._hold_with = character, hold_with

    def _start(self, character: str) -> None:
        if character in "hHwW" and not _is_in_word(self._writer.last):
            self._begin_hold(character, self._hold_url_start)
        elif self._code_ticks:
            self._start_in_code(character)
        elif character in _HELD:
            self._begin_hold(character, self._holder_of(character))
        elif character == "[":
            self._begin_hold(character, self._hold_bracket)
        elif character == "]":
            if self._brackets:
                self._brackets -= 1
                self._begin_hold(character, self._hold_after_link)
        elif character == "【":
            self._begin_hold(character, self._hold_source)
        elif character in _PAUSES:
            self._writer.pause()
        else:
            if self._is_raised and character.isdigit():
                self._writer.put("^")
            self._is_raised = False
            self._writer.put(character)

    def _start_in_code(self, character: str) -> None:
        if character == "`":
            self._begin_hold(character, self._hold_ticks)
        elif character in "[]":
            self._writer.put(" ")
        else:
            is_blank = character == "_" and not self._writer.is_path
            self._writer.put(" " if is_blank else character)

    def _holder_of(self, character: str) -> Callable[[str], None]:
        match character:
            case "`":
                return self._hold_ticks
            case "!":
                return self._hold_exclamation
            case "<":
                return self._hold_tag
            case "&":
                return self._hold_entity
            case "\\":
                return self._hold_escape
            case "$":
                return self._hold_dollar
            case _:
                return self._hold_emphasis

    def _pass_over(self, character: str) -> None:
        if character == self._skip:
            self._skip_depth -= 1
        elif character == "(" and self._skip == ")":
            self._skip_depth += 1
        if self._skip_depth == 0:
            self._skip = ""

    def _hold_ticks(self, character: str) -> None:
        if character == "`":
            self._hold += character
            return
        ticks = len(self._let_go())
        if self._code_ticks == 0:
            self._code_ticks = ticks
        elif self._code_ticks == ticks:
            self._code_ticks = 0
        self.feed(character)

    def _hold_emphasis(self, character: str) -> None:
        if character == self._hold[0]:
            self._hold += character
            return
        run = self._let_go()
        before, is_single = self._writer.last, len(run) == 1
        if run[0] == "*":
            if is_single and _is_product(before, character):
                self._writer.put("×")
        elif run[0] == "_":
            if before.isalnum() and character.isalnum():
                self._writer.put("_" if self._writer.is_path else " ")
        elif is_single and character.isdigit():
            self._writer.put("~")
        self.feed(character)

    def _hold_exclamation(self, character: str) -> None:
        self._let_go()
        if character != "[":
            self._writer.put("!")
        self.feed(character)

    def _hold_bracket(self, character: str) -> None:
        if character == "]" and len(self._hold) > 1:
            self._begin_hold(character, self._hold_after_link)
        elif _CITATION.fullmatch(self._hold + character):
            self._hold += character
        else:
            inside = self._let_go()[1:]
            self._brackets += 1
            self._replay(inside)
            self.feed(character)

    def _hold_source(self, character: str) -> None:
        """Take a mark that names a source, 【3†source】, which is not read."""
        held = self._hold + character
        if character == "】" and "†" in held:
            self._let_go()
        elif character == "】" or len(held) > _LONGEST_SOURCE_CHARS:
            inside = self._let_go()[1:]
            self._writer.put("【")
            self._replay(inside)
            self._writer.put(character)
        else:
            self._hold = held

    def _hold_after_link(self, character: str) -> None:
        self._let_go()
        if character == ":" and self._writer.last == "\n":
            return  # a footnote: its mark is not read
        if character == "(":
            self._skip, self._skip_depth = ")", 1
        elif character == "[":
            self._skip, self._skip_depth = "]", 1
        else:
            self.feed(character)

    def _hold_tag(self, character: str) -> None:
        tag = self._hold + character
        can_begin = character.isascii() and (character.isalpha() or character in "/!")
        if character == ">":
            self._end_tag(tag)
        elif character == "<" or len(tag) > _LONGEST_TAG_CHARS or (len(tag) == 2 and not can_begin):
            held = self._let_go()
            self._writer.put("<")
            self._replay(held[1:])
            self.feed(character)
        else:
            self._hold = tag

    def _end_tag(self, tag: str) -> None:
        self._let_go()
        address = _ADDRESS.fullmatch(tag)
        if tag[1:].lower().startswith(_URL_STARTS) and " " not in tag:
            self._write_url(tag[1:-1])
        elif address:
            self._writer.write(address.group(1))
        elif _LINE_BREAK.fullmatch(tag) or _BLOCK.fullmatch(tag):
            self._writer.pause()
        elif tag.lower() == "<sup>":
            self._is_raised = True
        elif not _TAG.fullmatch(tag):
            self._writer.put("<")
            self._replay(tag[1:])

    def _hold_entity(self, character: str) -> None:
        entity = self._hold + character
        if character == ";":
            self._let_go()
            self._writer.write(html.unescape(entity))
        elif len(entity) <= _LONGEST_ENTITY_CHARS and (
            (character.isascii() and character.isalnum()) or character == "#"
        ):
            self._hold = entity
        else:
            held = self._let_go()
            self._writer.put("&")
            self._replay(held[1:])
            self.feed(character)

    def _hold_escape(self, character: str) -> None:
        self._let_go()
        if character == "(":
            self._begin_hold("\\(", self._hold_parenthesised_formula)
        elif character in _ESCAPABLE:
            if character not in "[]":
                self._writer.put(character)
        else:
            self._writer.put(" ")
            self.feed(character)

    # Formulas: `$x$`, `$$x$$` and `\\(x\\)` within a line; "$5" is money.

    def _hold_dollar(self, character: str) -> None:
        held = self._hold + character
        if character == "$" and _AMOUNT_IN_LIST.fullmatch(held):
            self._let_go()
            self._writer.write(held[:-1])
            self.feed(character)
        elif character == "$" and (held == "$$" or not held[-2].isspace()):
            if held == "$$" or (held.startswith("$$") and not held.endswith("$$")):
                self._hold = held
                return
            self._let_go()
            self._write_formula(held.strip("$"))
        elif len(held) > _LONGEST_FORMULA_CHARS or not _may_be_formula(held):
            self._let_go()
            self._writer.put("$")
            self._replay(held[1:])
        else:
            self._hold = held

    def _hold_parenthesised_formula(self, character: str) -> None:
        held = self._hold + character
        if held.endswith("\\)"):
            self._let_go()
            self._write_formula(held[2:-2])
        elif len(held) > _LONGEST_FORMULA_CHARS:
            self._let_go()
            self._writer.put("(")
            self._replay(held[2:])
        else:
            self._hold = held

    def _write_formula(self, tex: str) -> None:
        if tex.strip():
            spoken = spoken_formula(tex)
            self._writer.write(spoken or phrase_for_voice(self._language(), A_FORMULA)[0])

    def _hold_url_start(self, character: str) -> None:
        start = (self._hold + character).lower()
        if start in _URL_STARTS:
            self._begin_hold(self._hold + character, self._hold_url)
            self._url_parens = 0
        elif any(known.startswith(start) for known in _URL_STARTS):
            self._hold += character
        else:
            self._writer.write(self._let_go())
            self.feed(character)

    def _hold_url(self, character: str) -> None:
        self._url_parens += (character == "(") - (character == ")")
        if (
            character.isspace()
            or not character.isascii()
            or character in _NOT_IN_URL
            or self._url_parens < 0
        ):
            self._write_url(self._let_go())
            self.feed(character)
        else:
            self._hold += character

    def _write_url(self, url: str) -> None:
        bare = url.rstrip(_URL_END_MARKS)
        if bare.lower() in _URL_STARTS:
            return
        found = _AUTHORITY.match(bare)
        if found and "." in found.group(1):
            template, _ = phrase_for_voice(self._language(), LINK_TO)
            self._writer.write(template.format(domain=found.group(1).lower()))
        elif bare.lower().startswith("http"):
            local = found is not None and found.group(1).isalpha()
            self._writer.write(
                found.group(1) if found and local else phrase_for_voice(self._language(), A_LINK)[0]
            )
        else:
            self._writer.write(bare)
        self._replay(url[len(bare) :])


def _is_in_word(last: str) -> bool:
    """Whether a Western letter after this one continues its word."""
    return last.isascii() and last.isalnum()


def _may_be_formula(held: str) -> bool:
    """Whether a dollar and what follows it may still become a formula."""
    inner = held.lstrip("$")
    if not inner:
        return True
    first, last = inner[0], inner[-1]
    if last == "$":
        return held.startswith("$$")  # a blank before it: it closes nothing
    if len(inner) == 1:
        return first.isalnum() or first in "\\({|-+" or held.startswith("$$")
    if last.isspace() and _PLAIN_WORD.search(inner[:-1]):
        return False  # "$HOME and", "$5 more"
    price = _PRICE.match(held)
    if price is None or price.end() == len(held):
        return True
    after = held[price.end()]
    if price.group().rstrip()[-1] in ",.":
        return False  # "$5,US$6", "$5, -$6"
    if price.group().endswith(" "):
        return after in "+-*/=<>\\"
    is_letter = after.isascii() and after.isalpha()
    return after in "^_\\{+=*" or (is_letter and after not in "kKmMbBtT")


def _is_product(before: str, after: str) -> bool:
    """Whether an asterisk between the two characters is a sign of multiplication."""
    return (before == " " and after == " ") or (before.isdigit() and after.isdigit())
