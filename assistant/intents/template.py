"""Reads the notation of sentences (`assistant.languages.sentences`). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assistant.intents.folding import fold


@dataclass(frozen=True, slots=True)
class Word:
    """Words that must be there, folded."""

    text: str
    is_glued: bool = False
    """Whether it goes on with the word before it: the ending of `hour[s]`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several templates; an empty one may be left out."""

    options: tuple["Template", ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A value in the words."""

    name: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """A value that the template itself gives."""

    name: str
    value: str


Node = Word | Choice | Slot | Assignment
Template = tuple[Node, ...]

_SPECIAL: Final = "()[]{}<>|_"


class SentenceTemplateError(ValueError):
    """A template cannot be read."""


class TemplateReader:
    """Reads the templates of one language.

    Args:
        rules: Templates by name, for `<name>`.
    """

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._rules = rules
        self._known: dict[str, Choice] = {}
        self._open: set[str] = set()

    def read(self, text: str) -> Template:
        """Return the template that a text writes.

        Raises:
            SentenceTemplateError: If a bracket is not closed, or a rule is unknown or uses itself.
        """
        options, end = self._options(text, 0, "", is_glued=False)
        if end != len(text):
            raise SentenceTemplateError(f"{text[end]!r} closes nothing in {text!r}")
        return options[0] if len(options) == 1 else (Choice(options),)

    def _options(
        self, text: str, at: int, closing: str, *, is_glued: bool
    ) -> tuple[tuple[Template, ...], int]:
        options: list[Template] = []
        nodes: list[Node] = []
        is_adjacent = is_glued
        while at < len(text) and text[at] != closing:
            char = text[at]
            if char.isspace():
                is_adjacent = False
                at += 1
                continue
            match char:
                case "|":
                    options.append(tuple(nodes))
                    nodes = []
                    is_adjacent = is_glued
                    at += 1
                    continue
                case "(" | "[":
                    inner, at = self._options(
                        text, at + 1, ")" if char == "(" else "]", is_glued=is_adjacent
                    )
                    nodes.append(Choice(inner if char == "(" else (*inner, ())))
                    at = _closed(text, at)
                case "{":
                    end = _end(text, at, "}")
                    name, colon, value = text[at + 1 : end].partition(":")
                    nodes.append(Assignment(name, value) if colon else Slot(name))
                    at = end + 1
                case "<":
                    end = _end(text, at, ">")
                    nodes.append(self._rule(text[at + 1 : end]))
                    at = end + 1
                case ")" | "]" | "}" | ">":
                    break
                case "_":
                    nodes.append(Word(char))
                    is_adjacent = False
                    at += 1
                    continue
                case _:
                    end = at
                    while end < len(text) and not text[end].isspace() and text[end] not in _SPECIAL:
                        end += 1
                    nodes.append(Word(fold(text[at:end]), is_glued=is_adjacent))
                    at = end
            is_adjacent = True
        options.append(tuple(nodes))
        return tuple(options), at

    def _rule(self, name: str) -> Choice:
        known = self._known.get(name)
        if known is not None:
            return known
        if name not in self._rules or name in self._open:
            raise SentenceTemplateError(f"<{name}> is not known, or holds itself")
        self._open.add(name)
        lines = [line for line in self._rules[name].split("\n") if line.strip()]
        options = tuple(self.read(line) for line in lines)
        self._open.remove(name)
        self._known[name] = Choice(options)
        return self._known[name]


def _closed(text: str, at: int) -> int:
    if at >= len(text):
        raise SentenceTemplateError(f"a bracket is not closed in {text!r}")
    return at + 1


def _end(text: str, at: int, closing: str) -> int:
    end = text.find(closing, at)
    if end < 0:
        raise SentenceTemplateError(f"{text[at]!r} is not closed in {text!r}")
    return end
