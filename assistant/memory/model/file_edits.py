"""What becomes of a memory file's text when a fact is added, taken back or rewritten. Pure.

The file is the user's: every line that is not a fact stays as it is, byte for byte, line ends too.
A fact is a line `- …` at the margin that nothing hangs below and that is not inside a code block.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.line_matcher import LineMatcher
from assistant.memory.model.facts import FACT_MARK, FactSimilarity, compare

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_CONTINUED: Final = re.compile(r"[ \t]+\S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact and where it stands."""

    line: int
    """From 0."""
    text: str
    """Without its mark; white space as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactEdit:
    """The fact was added, or took the place of another."""

    text: str
    """Of the whole file."""
    fact: str
    replaced: str = ""
    """The fact whose place it took; empty if it was added."""
    alike: str = ""
    """A fact that is left beside it, and may be an older value of the same; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyKnown:
    """Nothing needs to be written."""

    fact: str
    """What the file says already; the same, or the same and more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFull:
    """With the fact the file would be longer than it may be."""

    characters: int
    """How long it would be."""


def facts_of(text: str) -> tuple[Fact, ...]:
    """In order."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    in_code = fenced(lines)
    return tuple(
        Fact(line=number, text=fact)
        for number, line in enumerate(lines)
        if line.startswith(FACT_MARK)
        and number not in in_code
        and not (number + 1 < len(lines) and _CONTINUED.match(lines[number + 1]))
        and (fact := line.removeprefix(FACT_MARK)).strip()
    )


def add(text: str, fact: str, *, limit: int) -> FactEdit | AlreadyKnown | MemoryFull:
    """Add a fact to a memory file.

    Args:
        text: What the file says.
        limit: Characters the file is kept within.

    Returns:
        `AlreadyKnown` if the file says it already; `FactEdit` with the fact at the end, or in place of one
        that it makes superfluous; `MemoryFull` if the file would be too long.
    """
    first = {compare(known.text, fact): known for known in reversed(facts_of(text))}
    likeness = next((one for one in FactSimilarity if one in first), FactSimilarity.OTHER)
    if likeness in {FactSimilarity.SAME, FactSimilarity.WITHIN}:
        return AlreadyKnown(fact=first[likeness].text.strip())
    if likeness in {FactSimilarity.OTHER, FactSimilarity.ALIKE}:
        alike = "" if likeness is FactSimilarity.OTHER else first[likeness].text.strip()
        edited = FactEdit(text=_appended(text, FACT_MARK + fact), fact=fact, alike=alike)
    else:
        known = first[likeness]
        edited = FactEdit(text=_set_line(text, known.line, fact), fact=fact, replaced=known.text)
    return edited if len(edited.text) <= limit else MemoryFull(characters=len(edited.text))


def take_back(text: str, fact: str, replaced: str = "") -> str | None:
    """Remove a fact again, or restore what it replaced.

    None if there is no such line any more.
    """
    lines = [known.line for known in facts_of(text) if known.text.strip() == fact]
    if not lines:
        return None
    if replaced:
        return _set_line(text, lines[-1], replaced)
    kept = text.split("\n")
    del kept[lines[-1]]
    return "\n".join(kept)


def take_out(text: str, fact: str) -> str | None:
    """Remove every occurrence of a fact; None if there is none.

    The fact is without its mark, damaged bytes as U+FFFD.
    """
    found = [known.line for known in facts_of(text) if shown(known.text).strip() == fact]
    if not found:
        return None
    return "\n".join(line for n, line in enumerate(text.split("\n")) if n not in found)


def put_back(text: str, before: str, after: str) -> str:
    """Restore a removed fact.

    Args:
        text: What the file says now; it may have changed since.
        before: What it said with the fact.
        after: What it said without it.

    Returns:
        The text with the fact, behind the line it stood behind, or at the end if that is gone.
    """
    old, lines = before.split("\n"), after.split("\n")
    at = next((n for n, line in enumerate(lines) if line != old[n]), len(lines))
    line = old[at].removesuffix("\r")
    if any(FACT_MARK + known.text == line for known in facts_of(text)):
        return text
    now = text.split("\n")
    above = old[at - 1] if at else None
    if above is None or not above.strip() or now.count(above) != 1:
        return _appended(text, line)
    place = now.index(above) + 1
    if place == len(now):  # that line had no end
        return _appended(text, line)
    now.insert(place, old[at])
    return "\n".join(now)


def with_facts(text: str, facts: Sequence[str]) -> str:
    """Replace all facts; the new ones stand where the first one stood."""
    old = facts_of(text)
    if not old:
        for fact in facts:
            text = _appended(text, FACT_MARK + fact)
        return text
    gone = {fact.line for fact in old}
    lines = text.split("\n")
    end = "\r" if lines[old[0].line].endswith("\r") else ""
    new = [f"{FACT_MARK}{fact}{end}" for fact in facts]
    before = [line for n, line in enumerate(lines[: old[0].line]) if n not in gone]
    after = [line for n, line in enumerate(lines) if n > old[0].line and n not in gone]
    if not after:  # the last line had no end
        new[-1:] = [line.removesuffix("\r") for line in new[-1:]]
    return "\n".join([*before, *new, *after])


def additions(old: str, new: str) -> tuple[str, ...] | None:
    """Facts that the newer version adds; None if it differs otherwise."""
    old_lines = [line.removesuffix("\r") for line in old.rstrip().split("\n")]
    new_lines = [line.removesuffix("\r") for line in new.rstrip().split("\n")]
    matcher = LineMatcher(old_lines, new_lines)
    added: list[str] = []
    for kind, first, last, start, stop in matcher.get_opcodes():
        if kind == "equal":
            continue
        if any(line.strip() for line in old_lines[first:last]):
            return None
        added += [line for line in new_lines[start:stop] if line.strip()]
    if not all(line.startswith(FACT_MARK) for line in added):
        return None
    return tuple(line.removeprefix(FACT_MARK).strip() for line in added)


def line_end(text: str) -> str:
    r"""`\\n` or `\\r\\n`."""
    return "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"


def _appended(text: str, line: str) -> str:
    end = line_end(text)
    if text and not text.endswith("\n"):
        text += end
    return f"{text}{line}{end}"


def _set_line(text: str, number: int, fact: str) -> str:
    lines = text.split("\n")
    lines[number] = FACT_MARK + fact + ("\r" if lines[number].endswith("\r") else "")
    return "\n".join(lines)


def fenced(lines: Sequence[str]) -> set[int]:
    """Numbers of lines inside code blocks; a block that is never closed is none."""
    inside: set[int] = set()
    begun: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if found is None:
            continue
        fence = found.group(1)
        if begun is None:
            begun = (number, fence)
        elif fence[0] == begun[1][0] and len(fence) >= len(begun[1]):
            inside.update(range(begun[0], number + 1))
            begun = None
    return inside


def shown(text: str) -> str:
    """Damaged bytes as U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
