"""Editing JSON with comments and trailing commas in place. Pure.

A member is inserted behind the last one of its object and looks as that does: on a line of its own
or beside it, with its indentation, and a comma behind it if the last one has one. Comments stay
where they stand.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn, cast

from assistant.coding_agents.setup.model.config_text import ConfigTextError, KeyPath
from assistant.locale import _


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


_SPACE: Final = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_COMMENT: Final = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_LINE_START: Final = re.compile(r"[ \t]*")
_LINE_END: Final = re.compile(r"\r?\n")
_BLANK_LINE: Final = re.compile(r"[ \t]*\r?\n[ \t]*")
_CLOSING: Final = {"{": "}", "[": "]"}
_DECODER: Final = json.JSONDecoder(parse_constant=_no_number)
_INDENTATION: Final = "  "
"""Of a file that shows none."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A value and where it stands."""

    start: int
    end: int
    value: Any
    items: tuple["_Item", ...] = ()
    """Of an object or a list."""

    @property
    def inside(self) -> int:
        """Where the first item may begin."""
        return self.start + 1

    @property
    def close(self) -> int:
        """Where the closing bracket stands."""
        return self.end - 1


@dataclass(frozen=True, slots=True)
class _Item:
    """A member of an object, or an item of a list."""

    start: int
    key: str | None
    node: _Node
    comma: int | None
    """Where the comma behind it stands."""

    @property
    def end(self) -> int:
        return self.node.end


class JsoncConfig:
    """Implements `ConfigNotation`."""

    def read(self, text: str) -> Mapping[str, Any]:
        return {} if not text.strip() else cast("Mapping[str, Any]", _root(text).value)

    def put(self, text: str, path: KeyPath, value: Any) -> str:
        if not text.strip():
            text = "{}\n"
        node = _root(text)
        for depth, key in enumerate(path):
            found = _member(node, key)
            if found is None:
                return _inserted(text, node, key, _nested(path[depth + 1 :], value))
            node = found.node
            if depth < len(path) - 1:
                _check(isinstance(node.value, dict), path[: depth + 1])
                node = _opened(text, node)
        return _replaced(text, node, value)

    def append(self, text: str, path: KeyPath, value: Any) -> str:
        node = None if not text.strip() else _find(text, path)
        if node is None:
            return self.put(text, path, [value])
        _check(isinstance(node.value, list), path)
        return _inserted(text, _opened(text, node), None, value)

    def remove(self, text: str, path: KeyPath, index: int | None = None) -> str:
        holder = _find(text, path[:-1] if index is None else path)
        if holder is None:
            raise LookupError(path)
        holder = _opened(text, holder)
        if index is None:
            member = _member(holder, path[-1])
            if member is None:
                raise LookupError(path)
            index = holder.items.index(member)
        elif index >= len(holder.items):
            raise LookupError(path)
        return _without(text, holder, index)


def _root(text: str) -> _Node:
    start = _behind_space(text, 0)
    if text[start : start + 1] != "{":
        raise _fault(text, start, _("it must be an object"))
    try:
        node = _container(text, start)
    except RecursionError as error:
        raise ConfigTextError(_("it is nested too deeply")) from error
    end = _behind_space(text, node.end)
    if end < len(text):
        raise _fault(text, end, _("there is something behind the end"))
    return node


def _node(text: str, start: int) -> _Node:
    """Read a value; without its items where it is strict JSON, which Python reads at once."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        if text[start : start + 1] in ("{", "["):
            return _container(text, start)
        missing = error.pos == start and error.msg == "Expecting value"
        problem = _("a value is missing") if missing else error.msg
        raise _fault(text, error.pos, problem) from error
    except ValueError as error:
        raise _fault(text, start, _("there is a number that cannot be read")) from error
    return _Node(start, end, value)


def _opened(text: str, node: _Node) -> _Node:
    """Return an object or a list with its items."""
    return _container(text, node.start) if node.value and not node.items else node


def _container(text: str, start: int) -> _Node:
    is_object = text[start] == "{"
    closing = _CLOSING[text[start]]
    items: list[_Item] = []
    at = _behind_space(text, start + 1)
    while text[at : at + 1] != closing:
        if items and items[-1].comma is None:
            raise _fault(text, at, _("a comma or {closing} is missing").format(closing=closing))
        begin, key = at, None
        if is_object:
            key, at = _key(text, at)
        node = _node(text, at)
        at = _behind_space(text, node.end)
        comma = at if text[at : at + 1] == "," else None
        items.append(_Item(begin, key, node, comma))
        if comma is not None:
            at = _behind_space(text, comma + 1)
    value: Any = [item.node.value for item in items]
    if is_object:
        value = {cast("str", item.key): item.node.value for item in items}
    return _Node(start, at + 1, value, tuple(items))


def _key(text: str, at: int) -> tuple[str, int]:
    """Read a key and its colon; returns where the value begins."""
    if text[at : at + 1] != '"':
        raise _fault(text, at, _("a key in quotes is missing"))
    key = _node(text, at)
    colon = _behind_space(text, key.end)
    if text[colon : colon + 1] != ":":
        raise _fault(text, colon, _("a colon is missing"))
    return cast("str", key.value), _behind_space(text, colon + 1)


def _member(node: _Node, key: str) -> _Item | None:
    """Return the last member with this name, which is the one that counts."""
    return next((item for item in reversed(node.items) if item.key == key), None)


def _find(text: str, path: KeyPath) -> _Node | None:
    node = _root(text)
    for depth, key in enumerate(path):
        _check(isinstance(node.value, dict), path[:depth])
        found = _member(_opened(text, node), key)
        if found is None:
            return None
        node = found.node
    return node


def _check(is_right: bool, path: KeyPath) -> None:
    if not is_right:
        raise ConfigTextError(_("something else stands at {place}").format(place=".".join(path)))


def _nested(path: KeyPath, value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _inserted(text: str, holder: _Node, key: str | None, value: Any) -> str:
    """Write a member or an item behind the last one."""
    if not holder.items:
        return _inserted_first(text, holder, key, value)
    last = holder.items[-1]
    since = holder.inside if len(holder.items) == 1 else _comma(holder.items[-2]) + 1
    has_own_line = "\n" in text[since : last.start]
    behind = last.end if last.comma is None else last.comma + 1
    at = _behind_comments(text, behind, holder.close)
    indentation = _indentation(text, last.start)
    needs_line = has_own_line or _is_line_comment(text, behind, at)
    between = _newline(text) + indentation if needs_line else " "
    member = between + _written(text, key, value, indentation if has_own_line else None)
    if last.comma is None:
        return f"{text[:behind]},{text[behind:at]}{member}{text[at:]}"
    return f"{text[:at]}{member},{text[at:]}"


def _inserted_first(text: str, holder: _Node, key: str | None, value: Any) -> str:
    root = _root(text)
    has_lines = not root.items or "\n" in text[root.start : root.end]
    at = _behind_comments(text, holder.inside, holder.close)
    if not has_lines:
        at, between = (holder.close, "") if at == holder.inside else (at, " ")
        return f"{text[:at]}{between}{_written(text, key, value, None)}{text[at:]}"
    outer = _indentation(text, holder.start)
    inner = outer + _unit(text, root)
    written = _newline(text) + inner + _written(text, key, value, inner)
    if at > holder.inside:
        return f"{text[:at]}{written}{text[at:]}"
    return f"{text[: holder.close]}{written}{_newline(text)}{outer}{text[holder.close :]}"


def _without(text: str, holder: _Node, index: int) -> str:
    item = holder.items[index]
    before = holder.items[index - 1] if index else None
    is_last = index == len(holder.items) - 1
    since = holder.inside if before is None else _comma(before) + 1
    at = _behind_comments(text, since, item.start)
    after = item.end if item.comma is None else item.comma + 1
    if is_last and before is None and at == since:
        return _emptied(text, holder, item, after)
    rest = text[after:]
    if _is_line_comment(text, since, at) and not _BLANK_LINE.match(rest):
        rest = _newline(text) + rest
    if is_last and before is not None and item.comma is None:
        return text[: _comma(before)] + text[_comma(before) + 1 : at] + rest
    return text[:at] + rest


def _emptied(text: str, holder: _Node, item: _Item, after: int) -> str:
    """Remove the only item, and the lines that were begun for it."""
    lead, trail = text[holder.inside : item.start], text[after : holder.close]
    line = next(reversed(list(_LINE_END.finditer(lead))), None)
    if line is None:
        return text[: item.start] + text[after:]
    rest = text[holder.close :] if _BLANK_LINE.fullmatch(trail) else text[after:]
    return text[: holder.inside + line.start()] + rest


def _comma(item: _Item) -> int:
    """Where the comma behind an item stands that is not the last."""
    return item.end if item.comma is None else item.comma


def _replaced(text: str, node: _Node, value: Any) -> str:
    has_lines = "\n" in text[node.start : node.end]
    indentation = _indentation(text, node.start) if has_lines else None
    return text[: node.start] + _dumped(text, value, indentation) + text[node.end :]


def _written(text: str, key: str | None, value: Any, indentation: str | None) -> str:
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    return name + _dumped(text, value, indentation)


def _dumped(text: str, value: Any, indentation: str | None) -> str:
    """Write a value; over several lines if the indentation of the first is given."""
    if indentation is None:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text, _root(text))).split("\n")
    return (_newline(text) + indentation).join(lines)


def _behind_space(text: str, at: int) -> int:
    """Skip white space and comments."""
    found = _SPACE.match(text, at)
    end = at if found is None else found.end()
    if text.startswith("/*", end):
        raise _fault(text, end, _("a comment does not end"))
    return end


def _behind_comments(text: str, start: int, stop: int) -> int:
    """Where the last comment of a stretch between two values ends; its start if it has none."""
    end = start
    for comment in _COMMENT.finditer(text, start, stop):
        end = comment.end()
    return end


def _is_line_comment(text: str, start: int, stop: int) -> bool:
    """Whether the last comment of a stretch goes on to the end of its line."""
    comments = [comment[0] for comment in _COMMENT.finditer(text, start, stop)]
    return bool(comments) and comments[-1].startswith("//")


def _indentation(text: str, at: int) -> str:
    """White space at the start of a line."""
    found = _LINE_START.match(text, text.rfind("\n", 0, at) + 1)
    return "" if found is None else found[0]


def _unit(text: str, root: _Node) -> str:
    """What one level is indented by."""
    if root.items and "\n" in text[root.inside : root.items[0].start]:
        return _indentation(text, root.items[0].start) or _INDENTATION
    return _INDENTATION


def _newline(text: str) -> str:
    found = _LINE_END.search(text)
    return "\n" if found is None else found[0]


def _fault(text: str, at: int, problem: str) -> ConfigTextError:
    line = text.count("\n", 0, at) + 1
    return ConfigTextError(problem, line=line, column=at - text.rfind("\n", 0, at))
