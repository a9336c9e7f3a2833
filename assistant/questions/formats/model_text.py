"""Text of a question as a model writes it, made the plain text that surfaces show. Pure.

Models write Markdown, HTML entities and escaped line ends where plain text belongs. What only
marks the text is taken out; code in backticks, and all that may be content, stays.
"""

import html
import re
from typing import Final

_CODE: Final = re.compile(r"(`+[^`\n]+`+)")
_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#0?3[49]|#x2[27]);", re.IGNORECASE)
_LINE_END: Final = re.compile(r"(?:(?<![\w:\\/'\"])\\n|\\n(?=\\n)|(?<=\\n)\\n)(?!['\"])")
"""An escaped line end where no path can have it: `C:\\new` stays."""
_INNER: Final = r"[^\s*~/.\\](?:[^*~\n]*[^\s*~/\\])?"
_EMPHASIS: Final = re.compile(
    rf"(?<![\w*/\\])(\*{{1,3}})({_INNER})\1(?![\w*/])|(?<![\w~])~~({_INNER})~~(?![\w~])"
)
_LINK: Final = re.compile(r"!?\[([^\]\n]+)\]\(\s*<?([^()\s<>]+)>?(?:\s+\"[^\"\n]*\")?\s*\)")


def plain_prose(text: str) -> str:
    """Return a text without what only marks it; the address of a link stands behind its words."""
    return _mended(text, link=r"\1 (\2)")


def plain_label(label: str) -> tuple[str, str]:
    """Return a label without what only marks it, and the address it links to, or an empty text."""
    links = _LINK.findall(label)
    if len(links) != 1:
        return plain_prose(label), ""
    return _mended(label, link=r"\1"), links[0][1]


def _mended(text: str, *, link: str) -> str:
    if not any(mark in text for mark in "*~&\\["):
        return text
    escaped = "\n" not in text
    parts = _CODE.split(_LINK.sub(link, text))
    for n in range(0, len(parts), 2):
        part = _LINE_END.sub("\n", parts[n]) if escaped else parts[n]
        part = _EMPHASIS.sub(lambda found: found[2] or found[3], part)
        parts[n] = part if _ENTITY.fullmatch(text) else _ENTITY.sub(_character, part)
    return "".join(parts)


def _character(entity: re.Match[str]) -> str:
    return html.unescape(entity[0]).replace("\xa0", " ")
