"""What is put into a settings file, and taken out of it again. Pure.

An entry that starts Parley already is completed: keys that the user added to it stay. Of what
stands there when it is to go, only what starts Parley is taken.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Final, cast

from assistant.coding_agents.setup.model.config_text import ConfigNotation, KeyPath

PROGRAM: Final = "parley"
_HOOK: Final = re.compile(r"""(?:^|[\\/"'])parley(?:\.exe)?["']?\s+hook\s""")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """A table of its own, by which an agent starts the MCP server."""

    path: KeyPath
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEntry:
    """One of a list that may hold others."""

    path: KeyPath
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeText:
    """All of a file that is Parley's alone."""

    text: str


Entry = TableEntry | ListEntry | WholeText


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How an agent starts the MCP server."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def is_parley(self) -> bool:
        """Whether it is Parley's server that is started."""
        name = PureWindowsPath(self.program).name if "\\" in self.program else ""
        name = name or PurePosixPath(self.program).name
        return name.removesuffix(".exe") == PROGRAM and self.arguments[:1] == ("mcp",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A text without what was put into it."""

    text: str
    kept: tuple[KeyPath, ...] = ()
    """Places of entries that start something other than Parley."""


def launch_at(data: Mapping[str, Any], path: KeyPath) -> Launch | None:
    """Return what an entry starts; None where there is none, or one that starts no program."""
    return _launch(_at(data, path))


def with_entries(text: str, notation: ConfigNotation, entries: Sequence[Entry]) -> str:
    """Put entries into a text; what is there already stays as it is.

    Raises:
        ConfigTextError: If the text cannot be read or changed.
    """
    for entry in entries:
        match entry:
            case ListEntry():
                text = _with_item(text, notation, entry)
            case TableEntry():
                text = _with_table(text, notation, entry)
            case WholeText(text=whole):
                text = notation.put(text, (), whole)
    return text


def without_entries(
    text: str, notation: ConfigNotation, entries: Sequence[Entry], *, before: str | None
) -> Removal:
    """Take entries out of a text.

    Args:
        text: What the file says.
        notation: How it is written.
        entries: What was put into it.
        before: What it said before that; None if that is not known. What stood there then stays
            or comes back, and tables that were not there go once they are empty.

    Raises:
        ConfigTextError: If the text cannot be read or changed.
    """
    kept: list[KeyPath] = []
    earlier: Mapping[str, Any] = {} if before is None else notation.read(before)
    for entry in reversed(entries):
        if isinstance(entry, WholeText):
            text = notation.remove(text, ()) if notation.read(text) else text
            continue
        if isinstance(entry, ListEntry):
            shorter = _without_item(text, notation, entry, earlier)
        else:
            shorter = _without_table(text, notation, entry, earlier)
            found = _at(notation.read(text), entry.path)
            if shorter == text and found is not None:
                kept.append(entry.path)
        if shorter != text and before is not None:
            shorter = _without_made_tables(shorter, notation, entry, earlier)
        text = shorter
    return Removal(text=text, kept=tuple(reversed(kept)))


def _with_item(text: str, notation: ConfigNotation, entry: ListEntry) -> str:
    found = _at(notation.read(text), entry.path)
    places = _own_places(found, entry.value)
    items = cast("list[Any]", found) if isinstance(found, list) else []
    if len(places) == 1 and items[places[0]] == entry.value:
        return text
    for index in reversed(places):  # of a Parley that was elsewhere
        text = notation.remove(text, entry.path, index)
    return notation.append(text, entry.path, entry.value)


def _without_item(
    text: str, notation: ConfigNotation, entry: ListEntry, earlier: Mapping[str, Any]
) -> str:
    was_there = _at(earlier, entry.path)
    for index in reversed(_own_places(_at(notation.read(text), entry.path), entry.value)):
        if not isinstance(was_there, list) or entry.value not in was_there:
            text = notation.remove(text, entry.path, index)
    return text


def _without_table(
    text: str, notation: ConfigNotation, entry: TableEntry, earlier: Mapping[str, Any]
) -> str:
    """Put back what stood there before, if anything did."""
    launch = _launch(_at(notation.read(text), entry.path))
    if launch is None or not launch.is_parley:
        return text
    was_there = _at(earlier, entry.path)
    if was_there is not None:
        return notation.put(text, entry.path, was_there)
    return notation.remove(text, entry.path)


def _with_table(text: str, notation: ConfigNotation, entry: TableEntry) -> str:
    found = _at(notation.read(text), entry.path)
    launch = _launch(found)
    if launch is None or not launch.is_parley:
        return text if found == entry.value else notation.put(text, entry.path, entry.value)
    return _merged(text, notation, entry.path, entry.value)


def _merged(text: str, notation: ConfigNotation, path: KeyPath, value: Mapping[str, Any]) -> str:
    for key, wanted in value.items():
        place = (*path, key)
        found = _at(notation.read(text), place)
        if isinstance(found, Mapping) and isinstance(wanted, Mapping):
            text = _merged(text, notation, place, cast("Mapping[str, Any]", wanted))
        elif found != wanted:
            text = notation.put(text, place, wanted)
    return text


def _without_made_tables(
    text: str,
    notation: ConfigNotation,
    entry: TableEntry | ListEntry,
    before: Mapping[str, Any],
) -> str:
    """Take away what is empty, on the way to an entry, and was not there before."""
    deepest = len(entry.path) if isinstance(entry, ListEntry) else len(entry.path) - 1
    for depth in range(deepest, 0, -1):
        place = entry.path[:depth]
        if _at(notation.read(text), place) in ({}, []) and _at(before, place) is None:
            text = notation.remove(text, place)
    return text


def _own_places(found: object, value: Any) -> list[int]:
    items = cast("list[Any]", found) if isinstance(found, list) else []
    return [
        index
        for index, item in enumerate(items)
        if item == value or (_only_calls_hooks(item) and _only_calls_hooks(value))
    ]


def _only_calls_hooks(item: object) -> bool:
    """Whether a group of hooks calls Parley and nothing else."""
    listed = _at(cast("Mapping[str, Any]", item), ("hooks",)) if isinstance(item, Mapping) else None
    hooks = cast("list[Any]", listed) if isinstance(listed, list) else []
    return bool(hooks) and all(
        isinstance(hook, Mapping)
        and _HOOK.search(str(cast("Mapping[str, Any]", hook).get("command", ""))) is not None
        for hook in hooks
    )


def _at(data: Mapping[str, Any], path: KeyPath) -> Any:
    """None if nothing is there."""
    value: Any = data
    for key in path:
        value = cast("Mapping[str, Any]", value).get(key) if isinstance(value, Mapping) else None
    return value


def _launch(entry: object) -> Launch | None:
    if not isinstance(entry, Mapping):
        return None
    fields = cast("Mapping[str, Any]", entry)
    transport: object = fields.get("transport")
    if isinstance(transport, Mapping):
        return _launch(cast("Mapping[str, Any]", transport))
    command: object = fields.get("command")
    words = [command] if isinstance(command, str) else _words(command)
    if not words:
        return None
    environment: object = fields.get("env") or fields.get("environment")
    return Launch(
        program=words[0],
        arguments=(*words[1:], *_words(fields.get("args"))),
        environment={
            name: str(value) for name, value in cast("Mapping[str, Any]", environment or {}).items()
        },
    )


def _words(value: object) -> list[str]:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [str(item) for item in items]
