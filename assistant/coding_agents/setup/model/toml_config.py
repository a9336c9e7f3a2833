"""Editing TOML in place. Pure.

A table or an item that is new goes to the end, as a block of lines of its own, which can be taken
away again to the byte. Inside a table that is there already tomlkit makes the change. Either way the
result is read again and must say what was wanted, and nothing else may have changed.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from assistant.coding_agents.setup.model.config_text import ConfigTextError, KeyPath
from assistant.locale import _
from assistant.toml_text import parse_toml

_PLACE: Final = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_LINE_END: Final = re.compile(r"\r?\n")


class TomlConfig:
    """Implements `ConfigNotation`."""

    def read(self, text: str) -> Mapping[str, Any]:
        try:
            return parse_toml(text)
        except ValueError as error:
            said = _PLACE.fullmatch(str(error))
            if said is None:
                raise ConfigTextError(str(error)) from error
            raise ConfigTextError(said[1], line=int(said[2]), column=int(said[3])) from error

    def put(self, text: str, path: KeyPath, value: Any) -> str:
        data = self.read(text)
        wanted = copy.deepcopy(dict(data))
        holder = _holder(wanted, path)
        is_new_table = path[-1] not in holder and isinstance(value, Mapping)
        holder[path[-1]] = value
        return self._first_right(
            wanted, path, _changed(text, path, value, as_block=is_new_table, is_item=False)
        )

    def append(self, text: str, path: KeyPath, value: Any) -> str:
        data = self.read(text)
        wanted = copy.deepcopy(dict(data))
        items = _holder(wanted, path).setdefault(path[-1], [])
        _check(isinstance(items, list), path)
        items.append(value)
        as_block = isinstance(value, Mapping)
        return self._first_right(
            wanted, path, _changed(text, path, value, as_block=as_block, is_item=True)
        )

    def remove(self, text: str, path: KeyPath, index: int | None = None) -> str:
        data = self.read(text)
        wanted = copy.deepcopy(dict(data))
        holder: Any = _holder(wanted, path)
        if index is None:
            del holder[path[-1]]
        else:
            del holder[path[-1]][index]
        return self._first_right(wanted, path, _shortened(text, path, index))

    def _first_right(self, wanted: Mapping[str, Any], path: KeyPath, texts: Iterator[str]) -> str:
        for text in texts:
            try:
                said = self.read(text)
            except ConfigTextError:
                continue
            if _without_empty(said, path) == _without_empty(wanted, path):
                return text
        raise ConfigTextError(
            _("{place} is written in a way that Parley cannot change").format(place=".".join(path))
        )


def _holder(data: dict[str, Any], path: KeyPath) -> dict[str, Any]:
    """Return the table that a path ends in; it is made if it is missing."""
    for depth, key in enumerate(path[:-1]):
        inner: Any = data.setdefault(key, {})
        _check(isinstance(inner, dict), path[: depth + 1])
        data = inner
    return data


def _check(is_right: bool, path: KeyPath) -> None:
    if not is_right:
        raise ConfigTextError(_("something else stands at {place}").format(place=".".join(path)))


def _without_empty(data: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any]:
    """Leave out what is empty on a path: a table that only holds others need not be written."""
    if not path or path[0] not in data:
        return data
    inner = data[path[0]]
    if isinstance(inner, Mapping):
        inner = _without_empty(cast("Mapping[str, Any]", inner), path[1:])
    return {
        key: inner if key == path[0] else value
        for key, value in data.items()
        if key != path[0] or inner not in ({}, [])
    }


def _changed(
    text: str, path: KeyPath, value: Any, *, as_block: bool, is_item: bool
) -> Iterator[str]:
    if as_block:
        lines = list(_block(path, value, is_item=is_item))
        newline = _newline(text)
        between = newline if text else ""
        yield text + between + "".join(line + newline for line in lines)
    yield _by_library(text, path, value, is_item=is_item)


def _block(path: KeyPath, value: Mapping[str, Any], *, is_item: bool) -> Iterator[str]:
    """Write a table and the lists of tables in it."""
    import tomlkit  # a settings file that is only read needs none

    name = ".".join(tomlkit.key(key).as_string() for key in path)
    yield f"[[{name}]]" if is_item else f"[{name}]"
    inner: list[tuple[str, Mapping[str, Any]]] = []
    for key, each in value.items():
        tables = _tables(each)
        inner += [(key, table) for table in tables]
        if not tables:
            yield tomlkit.dumps({key: each}).rstrip("\n")
    for key, item in inner:
        yield from _block((*path, key), item, is_item=True)


def _tables(value: object) -> list[Mapping[str, Any]]:
    """Return the items of a list of tables; nothing for what is none."""
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return items if all(isinstance(item, Mapping) for item in items) else []


def _by_library(text: str, path: KeyPath, value: Any, *, is_item: bool) -> str:
    import tomlkit

    document = tomlkit.parse(text)
    holder: Any = document
    for key in path[:-1]:
        if key not in holder:
            holder[key] = tomlkit.table(is_super_table=True)
        holder = holder[key]
    if not is_item:
        holder[path[-1]] = value
    elif path[-1] in holder:
        holder[path[-1]].append(value)
    else:
        holder[path[-1]] = [value]
    return _as_before(text, tomlkit.dumps(document))


def _shortened(text: str, path: KeyPath, index: int | None) -> Iterator[str]:
    """Texts without a block that may be the wanted one, the shortest blocks first."""
    import tomlkit

    lines = text.splitlines(keepends=True)
    brackets = (r"\[\[", r"\]\]") if index is not None else (r"\[", r"\]")
    name = r"\s*\.\s*".join(rf"[\"']?{re.escape(key)}[\"']?" for key in path)
    header = re.compile(rf"\s*{brackets[0]}\s*{name}\s*{brackets[1]}.*", re.DOTALL)
    for begin, line in enumerate(lines):
        if header.fullmatch(line):
            before = re.sub(r"\r?\n\Z", "", "".join(lines[:begin]), count=1)
            for end in range(begin + 1, len(lines) + 1):
                yield before + "".join(lines[end:]) if before else "".join(lines[end:])
    document = tomlkit.parse(text)
    holder: Any = document
    for key in path[:-1]:
        holder = holder[key]
    if index is None:
        del holder[path[-1]]
    else:
        del holder[path[-1]][index]
    yield _as_before(text, tomlkit.dumps(document))


def _as_before(before: str, text: str) -> str:
    """Give every line the end that all lines had before."""
    ends = set(_LINE_END.findall(before))
    return _LINE_END.sub("\r\n", text) if ends == {"\r\n"} else text


def _newline(text: str) -> str:
    found = _LINE_END.search(text)
    return "\n" if found is None else found[0]
