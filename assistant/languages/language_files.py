"""Reads the three files of a language: `language.toml`, `answers.toml`, `sentences.toml`.

A file is read once, when the first of its parts is needed, and a part becomes the frozen dataclass
that says what it holds. Notation: `notation.py`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import GenericAlias
from typing import Any, Final, TypeVar, cast

from pydantic import ConfigDict, TypeAdapter, ValidationError

from assistant.languages.notation import Parts
from assistant.toml_text import parse_toml

LANGUAGE_FILE: Final = "language.toml"
ANSWERS_FILE: Final = "answers.toml"
SENTENCES_FILE: Final = "sentences.toml"
PARTS: Final = "parts"
"""The table of a file whose texts the others refer to."""

T = TypeVar("T")
_STRICT: Final = ConfigDict(extra="forbid")


class LanguageFileError(ValueError):
    """A file of a language does not say what it must; the message names file, key and value."""


def read_part(
    file: Path,
    key: str,
    kind: type[T],
    *,
    words: Mapping[str, Mapping[int, Sequence[str]]] | None = None,
) -> T | None:
    """Return what stands under a key of a file; None if nothing does, or there is no such file.

    Args:
        file: Path of the file.
        key: A table or array at its top; an empty one is everything but the parts.
        kind: The dataclass that it becomes.
        words: Words by number that it may refer to as it does to its parts.

    Raises:
        LanguageFileError: If a value is missing, too much, or cannot be read.
    """
    document = _document(file)
    value = {k: v for k, v in document.items() if k != PARTS} if not key else document.get(key)
    if value is None or (not key and not value):
        return None
    parts = Parts(
        cast("Mapping[str, str | Sequence[str] | Mapping[str, str]]", document.get(PARTS, {})),
        words,
    )
    try:
        return cast("T", _reader(kind).validate_python((value,), context=parts)[0])
    except ValidationError as error:
        raise LanguageFileError(_faults(file, key, error)) from error


@cache
def _document(file: Path) -> Mapping[str, Any]:
    try:
        return parse_toml(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise LanguageFileError(f"{file}: {error}") from error


@cache
def _reader(kind: type[Any]) -> TypeAdapter[tuple[Any]]:
    # In a tuple, because pydantic takes no configuration beside a dataclass itself.
    return TypeAdapter(cast("type[tuple[Any]]", GenericAlias(tuple, (kind,))), config=_STRICT)


def _faults(file: Path, key: str, error: ValidationError) -> str:
    lines = (
        f"{'.'.join(map(str, (*filter(None, (key,)), *fault['loc'][1:])))}:"
        f" {fault['msg']} ({fault['input']!r:.80})"
        for fault in error.errors(include_url=False)
    )
    return "\n".join((str(file), *lines))
