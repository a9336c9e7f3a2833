"""Questions prepared in a skill, and the placeholders in them. Pure.

`{{files:docs/*.md}}` stands for options, `{{file:README.md}}` for what a file says, in a question's
`context` or `description`, `{{date}}` for today. They are filled in when the question is asked,
once: what a file says is never looked through for placeholders again, and nothing is run.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from assistant.prompting.project import is_relative

MAX_FILES: Final = 20
"""Options that one `{{files:…}}` gives at most (G-24)."""
MAX_QUOTE: Final = 2_000
"""Characters that one `{{file:…}}` gives at most (G-24)."""
MAX_LABEL: Final = 256
"""A longer path cannot be an option."""

_PLACEHOLDER: Final = re.compile(r"\{\{\s*(\w+)\s*(?::\s*([^{}\n]*?)\s*)?\}\}")
_QUOTING: Final = frozenset({"context", "description"})


class TemplateError(ValueError):
    """A prepared question cannot be asked; the message says why, for the model and the author."""


class Files(Protocol):
    """What placeholders are filled from."""

    def files(self, pattern: str) -> Sequence[str]:
        """Return the files a pattern means, by their path, sorted."""
        ...

    def text(self, reference: str) -> str | None:
        """Return what a file says, or None if it cannot be read."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Questions ready to be read by `questions.formats`."""

    questions: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    """What the model should know, such as that not all files are offered."""


def resolve(questions: Sequence[object], *, files: Files, date: str) -> Resolved:
    """Fill in the placeholders.

    Args:
        questions: As in the skill's head: typed questions.
        files: The workspace.
        date: Today, as it is to be written.

    Raises:
        TemplateError: If there is no question, a placeholder is unknown or stands where it may
            not, a file cannot be read, or no file fits a pattern.
    """
    if not questions:
        raise TemplateError("it has no questions")
    filler = _Filler(files, date)
    filled = tuple(filler.question(entry, f"questions[{n}]") for n, entry in enumerate(questions))
    return Resolved(questions=filled, notes=tuple(filler.notes))


class _Filler:
    def __init__(self, files: Files, date: str) -> None:
        self.notes: list[str] = []
        self._files = files
        self._date = date

    def question(self, entry: object, where: str) -> Mapping[str, Any]:
        if not isinstance(entry, Mapping):
            raise TemplateError(f"{where} is not a question")
        fields = cast("Mapping[str, Any]", entry)
        return {key: self._field(key, value, f"{where}.{key}") for key, value in fields.items()}

    def _field(self, key: str, value: object, where: str) -> object:
        match value:
            case str() if key == "options":
                return self._options([value], where)
            case list() if key == "options":
                return self._options(cast("list[object]", value), where)
            case Mapping() if key == "follow_up_questions":
                return {
                    option: self._nested(nested, f"{where}.{option}")
                    for option, nested in cast("Mapping[str, object]", value).items()
                }
            case str():
                return self._text(value, where, may_quote=key in _QUOTING)
            case _:
                return value

    def _nested(self, nested: object, where: str) -> object:
        if not isinstance(nested, list):
            return nested  # refused with the reason when the questions are read
        entries = cast("list[object]", nested)
        return [self.question(entry, f"{where}[{n}]") for n, entry in enumerate(entries)]

    def _options(self, entries: Sequence[object], where: str) -> list[object]:
        result: list[object] = []
        for n, entry in enumerate(entries):
            here = f"{where}[{n}]"
            found = _PLACEHOLDER.fullmatch(entry.strip()) if isinstance(entry, str) else None
            if found is not None and found[1] == "files":
                result += self._matching(found[2] or "", here)
            elif isinstance(entry, str):
                result.append(self._text(entry, here, may_quote=False))
            elif isinstance(entry, Mapping):
                fields = cast("Mapping[str, object]", entry)
                result.append(
                    {
                        key: self._text(value, f"{here}.{key}", may_quote=False)
                        if isinstance(value, str)
                        else value
                        for key, value in fields.items()
                    }
                )
            else:
                result.append(entry)  # refused with the reason when the questions are read
        return result

    def _matching(self, pattern: str, where: str) -> list[object]:
        _check_path(pattern, where)
        found = [
            path
            for path in self._files.files(pattern)
            if len(path) <= MAX_LABEL and path.isprintable()
        ]
        if not found:
            raise TemplateError(f"{where}: no file of the workspace fits {pattern}")
        if len(found) > MAX_FILES:
            self.notes.append(
                f"Of {len(found)} files that fit {pattern}, the first {MAX_FILES} were offered."
            )
        return [{"id": path, "label": path} for path in found[:MAX_FILES]]

    def _text(self, text: str, where: str, *, may_quote: bool) -> str:
        def fill(found: re.Match[str]) -> str:
            match found[1], found[2]:
                case "date", None:
                    return self._date
                case "file", str(path):
                    if not may_quote:
                        raise TemplateError(
                            f"{where}: {found[0]} may stand only in a question's context or"
                            " description"
                        )
                    return self._quote(path, where)
                case "files", _:
                    raise TemplateError(f"{where}: {found[0]} may stand only among the options")
                case _:
                    raise TemplateError(f"{where}: {found[0]} is no placeholder")

        return _PLACEHOLDER.sub(fill, text)

    def _quote(self, path: str, where: str) -> str:
        _check_path(path, where)
        text = self._files.text(path)
        if text is None:
            raise TemplateError(f"{where}: {path} is no text file of the workspace")
        text = text.strip()
        return text if len(text) <= MAX_QUOTE else f"{text[: MAX_QUOTE - 1].rstrip()}…"


def _check_path(path: str, where: str) -> None:
    if not is_relative(path):
        raise TemplateError(
            f"{where}: {path or 'an empty path'} is not relative to the workspace's folder"
        )
