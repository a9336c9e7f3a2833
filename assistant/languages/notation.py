"""How the files of a language are written: phrases, patterns and numbers. Pure.

A text of phrases separates them with `|` or the end of a line. Inside one, `(a|b)` is one of several,
`[a]` may be left out, and `<name>` is a part: a text under `[parts]` of the same file. A phrase that
refers to a part without phrases is left out. Blanks at the edges do not count, and several are one.
A part that is an array holds the phrases of each number from 0 on: where phrases are made for numbers,
`<name>` are those of the number, `<n>` its digits, `<letter>` the letter at its place.

A pattern is one of `re`. `{name}` in it is a part, which is a pattern as well. The lines of a pattern
are joined: blanks at the ends of a line do not count.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated, Any, Final, cast

from pydantic import BeforeValidator, ValidationInfo

Forms = Callable[[str], Iterable[str]]
"""Returns what a `<name>` may stand for; KeyError if there is no such part."""

_SIGNS: Final = re.compile(r"[()\[\]|\n]|<\w+>")
_NOTED: Final = re.compile(r"[()\[\]<]")
_PART: Final = re.compile(r"\{([a-z_]\w*)\}")


def expanded(text: str, forms: Forms) -> Iterator[str]:
    """Yield the phrases of a text in their order, without empty ones; one may come twice.

    Raises:
        ValueError: If a bracket has no other half, or a part is not known.
    """
    if not _NOTED.search(text):
        for phrase in text.replace("\n", "|").split("|"):
            if said := " ".join(phrase.split()):
                yield said
        return
    reader = _Reader(text, forms)
    for phrase in reader.alternatives(end=""):
        if said := " ".join(phrase.split()):
            yield said


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str, forms: Forms) -> None:
        self._text = text
        self._forms = forms
        self._at = 0

    def alternatives(self, *, end: str) -> list[str]:
        """Return all that may stand up to a closing bracket, or to the end of the text."""
        found: list[str] = []
        items: list[Iterable[str]] = []
        while True:
            sign = _SIGNS.search(self._text, self._at)
            literal = self._text[self._at : sign.start() if sign else None]
            if literal:
                items.append((literal,))
            if sign is None:
                if end:
                    raise ValueError(f"a bracket is not closed: {self._text.strip()!r}")
                return [*found, *map("".join, product(*items))]
            self._at = sign.end()
            match sign[0]:
                case "(":
                    items.append(self.alternatives(end=")"))
                case "[":
                    items.append((*self.alternatives(end="]"), ""))
                case ")" | "]" as closing:
                    if closing != end:
                        raise ValueError(f"a bracket is not opened: {self._text.strip()!r}")
                    return [*found, *map("".join, product(*items))]
                case "|" | "\n":
                    found += map("".join, product(*items))
                    items = []
                case name:
                    try:
                        items.append(tuple(self._forms(name[1:-1])))
                    except KeyError as error:
                        raise ValueError(f"no part is called {name}") from error


class Parts:
    """The `[parts]` of one file.

    Args:
        parts: A text, an array with the text of each number from 0 on, or a table of texts by number.
        words: Words by number that the file may refer to as well.
    """

    def __init__(
        self,
        parts: Mapping[str, str | Sequence[str] | Mapping[str, str]],
        words: Mapping[str, Mapping[int, Sequence[str]]] | None = None,
    ) -> None:
        self._texts = {name: text for name, text in parts.items() if isinstance(text, str)}
        self._arrays = {
            name: text for name, text in parts.items() if not isinstance(text, str | Mapping)
        }
        tables = {name: table for name, table in parts.items() if isinstance(table, Mapping)}
        self._words: Mapping[str, Mapping[int, Sequence[str]]] = {
            **{
                name: {int(n): (text,) for n, text in table.items()}
                for name, table in tables.items()
            },
            **(words or {}),
        }
        self._expanded: dict[str, tuple[str, ...]] = {}

    @property
    def most(self) -> int:
        """The largest number of which an array has phrases."""
        return max(map(len, self._arrays.values()), default=0) - 1

    @property
    def last(self) -> int:
        """The largest number of which there are phrases or words."""
        return max((self.most, *(max(words, default=-1) for words in self._words.values())))

    def forms(self, name: str) -> tuple[str, ...]:
        """Return the phrases of a part.

        Raises:
            KeyError: If there is none.
        """
        if name not in self._expanded:
            self._expanded[name] = tuple(expanded(self._texts[name], self.forms))
        return self._expanded[name]

    def at(self, number: int, beside: Mapping[str, Sequence[str]] | None = None) -> Forms:
        """Return what a `<name>` stands for where a phrase is made for a number.

        `<n>` are its digits, and `<letter>` is the letter at its place in the alphabet. `<Name>` is
        `<name>` with a capital.

        Args:
            number: The number.
            beside: Further phrases by name.
        """
        known = {"n": (str(number),), "letter": (chr(ord("a") + number - 1),), **(beside or {})}

        def forms(name: str) -> Sequence[str]:
            if name not in known:
                known[name] = tuple(self._at(name, number, forms))
            return known[name]

        return forms

    def _at(self, name: str, number: int, forms: Forms) -> Iterable[str]:
        if name[0].isupper():
            lower = name[0].lower() + name[1:]
            return (text[:1].upper() + text[1:] for text in self._at(lower, number, forms))
        if name in self._words:
            return self._words[name].get(number, ())
        if name in self._arrays:
            texts = self._arrays[name]
            return expanded(texts[number], forms) if number < len(texts) else ()
        return expanded(self._texts[name], forms)

    def pattern(self, text: str) -> str:
        """Return a pattern with its lines joined and its parts put in.

        Raises:
            ValueError: If a part is not known.
        """
        joined = "".join(map(str.strip, text.splitlines())) if "\n" in text else text
        return _PART.sub(self._filled, joined)

    def _filled(self, found: re.Match[str]) -> str:
        if found[1] not in self._texts:
            raise ValueError(f"no part is called {found[0]}")
        return self.pattern(self._texts[found[1]])


NO_PARTS: Final = Parts({})


def parts_of(info: ValidationInfo) -> Parts:
    """Return the parts of the file that is being read."""
    return info.context if isinstance(info.context, Parts) else NO_PARTS


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a text")
    return value


def _phrase_set(value: Any, info: ValidationInfo) -> frozenset[str]:
    return frozenset(_phrase_list(value, info))


def _phrase_list(value: Any, info: ValidationInfo) -> tuple[str, ...]:
    return tuple(expanded(_text(value), parts_of(info).forms))


def _pattern(value: Any, info: ValidationInfo) -> str:
    return parts_of(info).pattern(_text(value))


def _by_number(value: Any, info: ValidationInfo) -> dict[str, int]:
    if not isinstance(value, dict):
        raise ValueError("must be a table")
    forms = parts_of(info).forms
    return {
        phrase: int(number)
        for number, text in cast("dict[str, Any]", value).items()
        for phrase in expanded(_text(text), forms)
    }


def _by_text(value: Any, info: ValidationInfo) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError("must be a table")
    forms = parts_of(info).forms
    return {
        phrase: meant
        for meant, text in cast("dict[str, Any]", value).items()
        for phrase in expanded(_text(text), forms)
    }


def _numbered_from(first: int) -> BeforeValidator:
    def forms_by_number(value: Any, info: ValidationInfo) -> dict[int, tuple[str, ...]]:
        parts = parts_of(info)
        if isinstance(value, str):
            texts: list[Any] = [value] * (parts.most - first + 1)
        elif isinstance(value, list):
            texts = cast("list[Any]", value)
        else:
            raise ValueError("must be an array or a text")
        forms = {
            n: tuple(expanded(_text(text), parts.at(n)))
            for n, text in enumerate(texts, start=first)
        }
        return {n: said for n, said in forms.items() if said}

    return BeforeValidator(forms_by_number)


def _word_of_number(value: Any, info: ValidationInfo) -> Any:
    if not isinstance(value, str):
        return value
    parts = parts_of(info)
    said = {n: next(iter(expanded(value, parts.at(n))), "") for n in range(parts.last + 1)}
    return {n: word for n, word in said.items() if word}


def _numbers(value: Any) -> tuple[int, ...]:
    spans = (part.partition("-") for part in _text(value).split(","))
    return tuple(n for first, _, last in spans for n in range(int(first), int(last or first) + 1))


Phrases = Annotated[frozenset[str], BeforeValidator(_phrase_set)]
"""A text of phrases whose order does not matter."""
PhraseList = Annotated[tuple[str, ...], BeforeValidator(_phrase_list)]
"""A text of phrases in their order."""
Pattern = Annotated[str, BeforeValidator(_pattern)]
"""A pattern of `re`."""
NumberOfPhrase = Annotated[Mapping[str, int], BeforeValidator(_by_number)]
"""Phrases by the number they are, as a table of the numbers: `{ 1 = 'one|a', 2 = 'two' }`."""
TextOfPhrase = Annotated[Mapping[str, str], BeforeValidator(_by_text)]
"""Phrases by the text they stand for, as a table of those: `{ '+' = 'plus|added to' }`."""
FromZero = Annotated[Mapping[int, tuple[str, ...]], _numbered_from(0)]
"""Phrases of each number from 0 on, as an array of texts, an empty one where there are none; or one
text that refers to arrays among the parts."""
FromOne = Annotated[Mapping[int, tuple[str, ...]], _numbered_from(1)]
"""The same from 1 on."""
WordOfNumber = Annotated[Mapping[int, str], BeforeValidator(_word_of_number)]
"""The word of each number, as a table; or as one text that refers to words by number, of which the
first that a number has is taken: `'<first>|<cardinal>'`."""
Numbers = Annotated[tuple[int, ...], BeforeValidator(_numbers)]
"""Numbers, as a text: `'1-4,7'`, the last of a span included."""
