"""The head of a skill file: YAML between two lines of dashes. Pure.

Only what a skill needs of YAML is understood. `true` and `false` are truth values and everything
else that is written plainly is text, so that an option can be labelled `8080`, `yes` or
`2026-01-01`. Anchors, aliases and tags are refused: a few lines of aliases can describe more than
fits in memory, and tags name types to build.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

import yaml

from assistant.locale import _

_FENCE: Final = re.compile(
    r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_PLAIN: Final[Mapping[str, bool | None]] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}
"""Scalars without quotes that are no text."""

MAX_HEAD: Final = 16_000
"""Characters of a head."""
MAX_DEPTH: Final = 20
"""Lists in lists; five levels of follow-up questions take sixteen. Reading deep ones is slow."""

# The stubs leave open what these two take and give.
_parse = cast("Callable[..., Iterator[yaml.Event]]", yaml.parse)  # pyright: ignore[reportUnknownMemberType]
_compose = cast("Callable[..., yaml.Node | None]", yaml.compose)  # pyright: ignore[reportUnknownMemberType]


class FrontMatterError(ValueError):
    """The head cannot be read.

    Args:
        localized: Where and why, in the interface's language.
    """

    def __init__(self, localized: str) -> None:
        super().__init__(localized)
        self.localized = localized


def split(text: str) -> tuple[Mapping[str, Any], str]:
    """Split a file into its front matter, as plain values, and the body.

    Args:
        text: The whole file, lines ended by a line feed alone.

    Raises:
        FrontMatterError: If there is no head, it is not closed, it is no YAML or no mapping.
    """
    found = _FENCE.match(text)
    if found is None:
        raise FrontMatterError(_("it does not begin with a head between two lines of ---"))
    if len(found[1]) > MAX_HEAD:
        raise FrontMatterError(
            _("its head is longer than {limit} characters").format(limit=MAX_HEAD)
        )
    try:
        _check_events(found[1])
        node = _compose(found[1], Loader=yaml.SafeLoader)
        head: object = {} if node is None else _value(node)
    except yaml.MarkedYAMLError as error:
        raise _at(error.problem_mark, _not_yaml(str(error.problem or error.context))) from error
    except yaml.YAMLError as error:
        raise FrontMatterError(_not_yaml(" ".join(str(error).split()))) from error
    if not isinstance(head, dict):
        raise FrontMatterError(_("its head is not a list of names and values"))
    return cast("dict[str, Any]", head), text[found.end() :].strip()


def _check_events(text: str) -> None:
    """Refuse what is dangerous or slow, event by event, before anything is built."""
    depth = 0
    for event in _parse(text, Loader=yaml.SafeLoader):
        mark = cast("yaml.Mark | None", event.start_mark)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise _at(mark, _("it is nested too deeply"))
        if getattr(event, "anchor", None) is not None:
            raise _at(mark, _("anchors and aliases are not understood"))
        if getattr(event, "tag", None) is not None:
            raise _at(mark, _("tags are not understood"))


def _value(node: yaml.Node) -> object:
    match node:
        case yaml.MappingNode():
            return _mapping(node)
        case yaml.SequenceNode():
            return [_value(entry) for entry in cast("list[yaml.Node]", node.value)]
        case _:
            text = cast("str", node.value)
            is_plain = cast("str | None", getattr(node, "style", None)) is None
            return _PLAIN.get(text, text) if is_plain else text


def _mapping(node: yaml.MappingNode) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
        if not isinstance(key, yaml.ScalarNode):
            raise _at(key.start_mark, _("a name is not text"))
        name = cast("str", key.value)
        if name in result:
            raise _at(key.start_mark, _("{name} is there twice").format(name=repr(name)))
        result[name] = _value(value)
    return result


def _not_yaml(said: str) -> str:
    """Explain a YAML error; for a colon, the usual mistake, by its remedy."""
    if said == "mapping values are not allowed here":
        return _("a text with a colon needs quotes around it")
    return _("it is not valid YAML ({problem})").format(problem=said)


def _at(mark: yaml.Mark | None, problem: str) -> FrontMatterError:
    """Add the line number (front matter starts on line 2)."""
    if mark is None:
        return FrontMatterError(problem)
    return FrontMatterError(_("line {line}: {problem}").format(line=mark.line + 2, problem=problem))
