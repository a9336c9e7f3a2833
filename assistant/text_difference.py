"""What a change does to a text, as a person sees it before they agree. Pure."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from assistant.foreign_text import with_hidden_written
from assistant.line_matcher import LineMatcher
from assistant.locale import _, ngettext

MAX_LINES: Final = 400
"""Lines of a change that are shown; what is left out is counted."""
MAX_LINE: Final = 400
"""Characters of a line that are shown."""
_MAX_COMPARED: Final = 1_000
"""Lines that are compared; of more, all that differ at all are shown as taken out and put in."""
_CONTEXT: Final = 2
_SIGNS: Final = frozenset({"- ", "+ ", "  "})
"""What a line begins with that was removed, added, or stays."""


def difference(before: str, after: str, *, is_whole: bool = False) -> str:
    """Line by line: `- ` was removed, `+ ` added, ` ` stays.

    What stays far from any change is left out, as `…`. Line ends are no change, but that they
    changed is said.

    Args:
        before: The text as it is.
        after: The text as it would be.
        is_whole: Whether every line that changes is shown, however many and long they are.
    """
    old, new = before.splitlines(), after.splitlines()
    lines = list(_compared(old, new))
    if not lines and before != after:
        return _("Only spaces or ends of lines change.")
    if is_whole:
        return "\n".join(visible(line.expandtabs(4)) for line in lines)
    shown = [_shortened(visible(line.expandtabs(4))) for line in lines[:MAX_LINES]]
    if len(lines) > MAX_LINES:
        more = len(lines) - MAX_LINES
        shown.append(ngettext("… and {n} more line", "… and {n} more lines", more).format(n=more))
    return "\n".join(shown)


def is_difference(text: str) -> bool:
    """Whether a text says what is removed and added, as `difference` writes it."""
    lines = text.split("\n")
    is_all = all(line[:2] in _SIGNS or line.startswith("…") for line in lines)
    return is_all and any(line[:1] in {"-", "+"} for line in lines)


def _shortened(line: str) -> str:
    if len(line) <= MAX_LINE:
        return line
    left_out = _("… and {n} more characters").format(n=len(line) - MAX_LINE)
    return f"{line[:MAX_LINE]} {left_out}"


def visible(text: str) -> str:
    """Write invisible and reordering characters as escapes."""
    return with_hidden_written(unicodedata.normalize("NFC", text))


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    begin = 0
    while begin < min(len(old), len(new)) and old[begin] == new[begin]:
        begin += 1
    end = 0
    most = min(len(old), len(new)) - begin
    while end < most and old[-1 - end] == new[-1 - end]:
        end += 1
    gone, come = old[begin : len(old) - end], new[begin : len(new) - end]
    if not gone and not come:
        return
    if begin > _CONTEXT:
        yield "…"
    yield from (f"  {line}" for line in old[max(0, begin - _CONTEXT) : begin])
    yield from _middle(gone, come)
    after = old[len(old) - end :]
    yield from (f"  {line}" for line in after[:_CONTEXT])
    if len(after) > _CONTEXT:
        yield "…"


def _middle(gone: Sequence[str], come: Sequence[str]) -> Iterator[str]:
    if max(len(gone), len(come)) > _MAX_COMPARED:
        yield from (f"- {line}" for line in gone)
        yield from (f"+ {line}" for line in come)
        return
    matcher = LineMatcher(gone, come)
    for place, group in enumerate(matcher.get_grouped_opcodes(_CONTEXT)):
        if place:
            yield "…"
        for kind, first, last, start, stop in group:
            if kind == "equal":
                yield from (f"  {line}" for line in gone[first:last])
                continue
            yield from (f"- {line}" for line in gone[first:last])
            yield from (f"+ {line}" for line in come[start:stop])
