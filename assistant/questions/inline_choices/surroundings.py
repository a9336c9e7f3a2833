"""Drop what stands around a choice for its sake: marks of a quote or a list, XML-like tags. Pure."""

import re
from typing import Final

from assistant.code_fences import LIST_MARK

_NAME: Final = r"[^\W\d][\w.:-]{0,40}"
_MOST_SPACE: Final = 20
_SPACE: Final = rf"[\s>]{{0,{_MOST_SPACE}}}"
_ATTRIBUTES: Final = r"(?:[ \t=][^<>\n]{0,80})?"
_SHOWS: Final = r"(?!(?:img|input|video|audio|iframe)\b)"
"""No tag of something that is shown itself."""
_CALLS: Final = ("[TOOL_CALLS]", "functools")
"""What models of Mistral, and Phi, write before calls."""
_BEFORE_NAMES: Final = (
    *("commentary to=functions.", "analysis to=functions.", "to=functions."),  # gpt-oss
    *("Action: ", "✿FUNCTION✿: "),  # agents
)
"""What stands in a line before the name of the tool."""
_TOKEN: Final = rf"<[|｜][^<>\n]{{0,60}}[|｜]>|{'|'.join(map(re.escape, _CALLS))}"
"""A mark by which models tell parts of their output apart."""
_TAG: Final = rf"(?:<{_SHOWS}{_NAME}{_ATTRIBUTES}>|{_TOKEN}){_SPACE}"
_ITEM: Final = rf"{LIST_MARK}(?=\s){_SPACE}"
_QUOTE: Final = rf">[ \t>]{{0,{_MOST_SPACE}}}"
_WRAPPERS: Final = rf"(?:{_TAG}|{_ITEM}){{0,4}}"
_BEGUN_CALLS: Final = "|".join(
    re.escape(mark[:end]) for mark in (*_CALLS, *_BEFORE_NAMES) for end in range(len(mark), 0, -1)
)
_BEGUN: Final = (
    rf"{_WRAPPERS}(?:<(?:{_NAME}{_ATTRIBUTES}|[|｜][^<>\n]{{0,60}})?|{_BEGUN_CALLS}|{LIST_MARK}"
    rf"|\d{{1,3}})?"
)
"""Opening tags and marks of lists, the last of which may not be complete."""
_LEAD: Final = re.compile(
    rf"^[ \t]*(?=\S)((?:{_QUOTE})?{_BEGUN})\Z|(?=[<\[]|\bf)({_BEGUN})\Z", re.MULTILINE
)
_WHOLE: Final = re.compile(rf"(?:{_QUOTE})?{_WRAPPERS}")
"""What leads up to a choice, if one follows."""
_WHOLE_BEFORE_CALL: Final = re.compile(
    rf"{_WHOLE.pattern}(?:<(?:{_NAME}{_ATTRIBUTES})?|\[|{'|'.join(map(re.escape, _BEFORE_NAMES))})?"
)
"""The same before a call whose name stands in a tag."""
_LONGEST: Final = 800
"""More characters than what leads up to a choice has."""
_MARK: Final = re.compile(r"[-<>*+•\d\[f✿]|(?:^|\s)(?:[Aact]|to=)", re.MULTILINE)
_OPENED: Final = re.compile(rf"<({_NAME}){_ATTRIBUTES}(?:>|\Z)")


class Surroundings:
    """Keeps back what may lead up to a choice, and drops it with what closes it."""

    def __init__(self) -> None:
        self._held: str = ""
        self._is_blank = True
        """Whether nothing but space was let through of the line at hand."""
        self._open_tags: list[str] = []
        """Tags before the last choice, whose ends may follow now."""

    @property
    def is_within_line(self) -> bool:
        """Whether nothing is held, and a line has begun."""
        return not (self._is_blank or self._held or self._open_tags)

    def feed(self, text: str) -> str:
        """Take text and return what is no part of the surroundings of a choice."""
        text, self._held = self._held + text, ""
        if self._open_tags:
            text, self._held = self._without_ends(text)
            if self._open_tags:
                return ""
        begin = self._lead_of(text)
        text, self._held = text[:begin], text[begin:]
        if text:
            line_end = text.rfind("\n")
            is_blank = not text[line_end + 1 :].strip(" \t")
            self._is_blank = is_blank and (line_end >= 0 or self._is_blank)
        return text

    def _lead_of(self, text: str) -> int:
        """Return where what may lead up to a choice begins, at the end of the text."""
        begin = max(0, len(text) - _LONGEST)
        if not _MARK.search(text, begin):
            return len(text)
        line = text.rfind("\n", 0, begin) + 1
        if text[line:begin].strip(" \t"):
            before = "."  # no line begins here
        else:
            begin = line
            before = "" if self._is_blank or line else "."
        tail = before + text[begin:]
        found = _LEAD.search(tail)
        if found is None:
            return len(text)
        return begin - len(before) + found.start(found.lastindex or 0)

    def _without_ends(self, text: str) -> tuple[str, str]:
        """Return text without the ends of tags, or text that may become one."""
        while self._open_tags:
            rest = text.lstrip(" \t\r\n>")
            end = f"</{self._open_tags[-1]}>"
            if len(text) - len(rest) > _MOST_SPACE or not (end.startswith(rest[: len(end)])):
                self._open_tags.clear()
            elif len(rest) < len(end):
                return "", text
            else:
                self._open_tags.pop()
                text = rest[len(end) :]
        return text, ""

    def cut(self, *, is_call: bool = False) -> tuple[str, str]:
        """A choice follows: return what is held, and of it, apart, what leads up to the choice.

        Args:
            is_call: Whether it is a call that begins with a name, which may stand in a tag.
        """
        self._open_tags.clear()
        text, lead = self.feed(""), self.finish()
        self._is_blank = False
        whole = _WHOLE_BEFORE_CALL if is_call else _WHOLE
        return (text, lead) if whole.fullmatch(lead) else (text + lead, "")

    def drop(self, lead: str) -> None:
        """What led up to the choice is not shown, nor is to be what closes it."""
        self._open_tags = _OPENED.findall(lead)

    def finish(self) -> str:
        """Return what is held at the end of the message."""
        held, self._held = self._held, ""
        return held
