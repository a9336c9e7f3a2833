"""What becomes of a list's text when something is added, ticked off or taken out. Pure.

The file is the user's: every line that is not changed stays as it is, byte for byte, line ends
too. An item is a bullet or a number with or without a box, that is not inside a code block and not
in the head between `---` lines; what is indented below it belongs to it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.memory.model.facts import key_of
from assistant.memory.model.file_edits import fenced, line_end

_ITEM: Final = re.compile(
    r"(?P<indent>[ \t]*)(?P<marker>[-*+]|\d{1,9}[.)])(?P<gap>[ \t]+)"
    r"(?:\[(?P<box>[ xX])\](?:[ \t]+|$))?(?P<text>.*)"
)
_RULE: Final = re.compile(r"[-*_+ \t]*")
"""What is a line across the page, or an item that says nothing."""
_HEAD: Final = "---"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListItem:
    """An item and where it stands."""

    line: int
    """From 0."""
    end: int
    """The line behind what belongs to it."""
    indent: int
    """Characters before its mark."""
    text: str
    """As it stands, without mark and box."""
    is_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedItems:
    """What became of items that were to be added."""

    text: str
    """Of the whole file."""
    added: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    """Those that were ticked off and are open again."""
    known: tuple[str, ...] = ()
    """Those that are open on it already, as they stand there."""


def items_of(text: str) -> tuple[ListItem, ...]:
    """In order."""
    lines = _lines(text)
    passed_over = fenced(lines) | _head(lines)
    found: list[ListItem] = []
    for number, line in enumerate(lines):
        matched = None if number in passed_over else _ITEM.fullmatch(line)
        if matched is None or _RULE.fullmatch(matched["text"]):
            continue
        indent = len(matched["indent"].expandtabs(4))
        found.append(
            ListItem(
                line=number,
                end=_end(lines, number, indent),
                indent=indent,
                text=matched["text"].strip(),
                is_done=(matched["box"] or " ") in "xX",
            )
        )
    return tuple(found)


def add(text: str, wanted: Sequence[str], *, title: str) -> AddedItems:
    """Add items to a list, each once.

    Args:
        text: What the file says; empty for a new one.
        wanted: Items, one line each.
        title: Heading of a new file.
    """
    there: dict[str, list[ListItem]] = {}
    for item in items_of(text):
        there.setdefault(_key(item.text), []).append(item)
    known: list[str] = []
    again: list[str] = []
    added: list[str] = []
    seen: set[str] = set()
    for words in wanted:
        key = _key(words)
        if key in seen:
            continue
        seen.add(key)
        same = there.get(key, [])
        if any(not item.is_done for item in same):
            known.append(same[0].text)
        elif same:
            text = tick(text, same[-1], done=False)
            again.append(same[-1].text)
        else:
            added.append(words)
    if added:
        text = _with(text, added, title)
    return AddedItems(text=text, added=tuple(added), again=tuple(again), known=tuple(known))


def tick(text: str, item: ListItem, *, done: bool) -> str:
    """Tick an item off or reopen it; one without a box gets one."""
    lines = text.split("\n")
    line = lines[item.line]
    matched = _ITEM.fullmatch(line.removesuffix("\r"))
    if matched is None:
        raise ValueError(f"Line {item.line} of the list is no item.")
    box = "[x]" if done else "[ ]"
    if matched["box"] is None:
        at = matched.start("text")
        lines[item.line] = f"{line[:at]}{box} {line[at:]}"
    elif (matched["box"] != " ") is not done:
        at = matched.start("box") - 1
        lines[item.line] = line[:at] + box + line[at + len(box) :]
    return "\n".join(lines)


def remove(text: str, items: Collection[ListItem]) -> str:
    """Remove items with what belongs to them."""
    gone = {number for item in items for number in range(item.line, item.end)}
    lines = text.split("\n")
    kept = [line for number, line in enumerate(lines) if number not in gone]
    if len(lines) - 1 in gone and kept:  # the last line had no end, and neither has the new last
        kept[-1] = kept[-1].removesuffix("\r")
    return "\n".join(kept)


def _with(text: str, added: Sequence[str], title: str) -> str:
    items = items_of(text)
    end = line_end(text)
    if not items:
        if not text.strip():
            return f"{text}# {title}{end}{end}" + "".join(f"- [ ] {one}{end}" for one in added)
        if not text.endswith("\n"):
            text += end
        if text.split("\n")[-2].strip():
            text += end
        return text + "".join(f"- [ ] {one}{end}" for one in added)
    outermost = min(item.indent for item in items)
    last = [item for item in items if item.indent == outermost][-1]
    lines = text.split("\n")
    matched = _ITEM.fullmatch(lines[last.line].removesuffix("\r"))
    if matched is None:
        raise ValueError(f"Line {last.line} of the list is no item.")
    carriage = "\r" if end == "\r\n" else ""
    new = [
        f"{matched['indent']}{_marker(matched['marker'], n)} [ ] {one}{carriage}"
        for n, one in enumerate(added, start=1)
    ]
    if last.end == len(lines):  # the last line has no end
        lines[-1] += carriage
        new[-1] = new[-1].removesuffix("\r")
    return "\n".join([*lines[: last.end], *new, *lines[last.end :]])


def _marker(marker: str, n: int) -> str:
    return f"{int(marker[:-1]) + n}{marker[-1]}" if marker[0].isdigit() else marker


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


def _end(lines: Sequence[str], number: int, indent: int) -> int:
    """The line behind what is indented below an item, without empty lines."""
    end = number + 1
    while end < len(lines):
        line = lines[end]
        if not line.strip() or len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()) <= indent:
            break
        end += 1
    return end


def _head(lines: Sequence[str]) -> set[int]:
    if lines[0] != _HEAD or _HEAD not in lines[1:]:
        return set()
    return set(range(lines.index(_HEAD, 1) + 1))


def _key(item: str) -> str:
    return key_of(item).text or item
