"""Reads the notation of sentences (`assistant.languages.sentence_table`). Pure."""

import re
from collections.abc import Iterator, Mapping
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

_TOKEN: Final = re.compile(r"(?P<blank>\s*)(?P<token>[()\[\]{}<>|_]|[^()\[\]{}<>|_\s]+)")
_CLOSING: Final = frozenset(")]}>")
_LINE_BREAK: Final = re.compile(r"(\|?)\n[ \t]+")
"""Inside a template; behind `|` it is not even a blank."""
_RULE: Final = re.compile(r"<(\w+)>")
_SEPARATOR: Final = re.compile(r"[|\n]")


class SentenceTemplateError(ValueError):
    """A template cannot be read."""


def template_lines(text: str) -> Iterator[str]:
    """Yield each template of a text; a line that begins with a blank continues the one before."""
    joined = _LINE_BREAK.sub(lambda found: found[1] or " ", text)
    yield from filter(None, map(str.strip, joined.split("\n")))


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
        """Template that a text writes; several lines are one of them.

        Raises:
            SentenceTemplateError: If a bracket is not closed, or a rule is unknown or uses itself.
        """
        lines = tuple(map(self._read_line, template_lines(text)))
        return lines[0] if len(lines) == 1 else (Choice(lines),)

    def _read_line(self, text: str) -> Template:
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
        while found := _TOKEN.match(text, at):
            is_adjacent = is_adjacent and not found["blank"]
            token = found["token"]
            if token == closing or token in _CLOSING:
                break
            at = found.end()
            match token:
                case "|":
                    options.append(tuple(nodes))
                    nodes = []
                    is_adjacent = is_glued
                    continue
                case "(" | "[":
                    ending = ")" if token == "(" else "]"
                    inner, at = self._options(text, at, ending, is_glued=is_adjacent)
                    nodes.append(Choice(inner if token == "(" else (*inner, ())))
                    at = _closed(text, at)
                case "{":
                    end = _end(text, at - 1, "}")
                    nodes.append(self._slot(text[at:end]))
                    at = end + 1
                case "<":
                    end = _end(text, at - 1, ">")
                    nodes.append(self._rule(text[at:end]))
                    at = end + 1
                case "_":
                    nodes.append(Word(token))
                    is_adjacent = False
                    continue
                case _:
                    nodes.append(Word(fold(token), is_glued=is_adjacent))
            is_adjacent = True
        options.append(tuple(nodes))
        return tuple(options), found.start("token") if found else len(text)

    def _rule(self, name: str) -> Choice:
        known = self._known.get(name)
        if known is not None:
            return known
        if name not in self._rules or name in self._open:
            raise SentenceTemplateError(f"<{name}> is not known, or holds itself")
        self._open.add(name)
        options = tuple(map(self._read_line, template_lines(self._rules[name])))
        self._open.remove(name)
        self._known[name] = Choice(options)
        return self._known[name]

    def _slot(self, text: str) -> Node:
        name, sign, value = text.partition(":")
        if sign:
            return Assignment(name, value)
        name, sign, values = text.partition("=")
        if not sign:
            return Slot(name)
        return Choice(
            tuple(
                (Assignment(name, said.replace("_", " ")), *self._read_line(said))
                for said in self._words(values)
            )
        )

    def _words(self, text: str) -> Iterator[str]:
        """Yield words that `|` or lines separate, with those of rules put in."""
        for words in filter(None, map(str.strip, _SEPARATOR.split(text))):
            rule = _RULE.search(words)
            if rule is None:
                yield words
                continue
            if rule[1] not in self._rules:
                raise SentenceTemplateError(f"{rule[0]} is not known")
            for said in self._words(self._rules[rule[1]]):
                yield f"{words[: rule.start()]}{said}{words[rule.end() :]}"


def _closed(text: str, at: int) -> int:
    if at >= len(text):
        raise SentenceTemplateError(f"a bracket is not closed in {text!r}")
    return at + 1


def _end(text: str, at: int, closing: str) -> int:
    end = text.find(closing, at)
    if end < 0:
        raise SentenceTemplateError(f"{text[at]!r} is not closed in {text!r}")
    return end
