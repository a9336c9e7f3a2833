"""Questions prepared in a skill, and the placeholders in them. Pure.

`{{files:docs/*.md}}` stands for options, `{{file:README.md}}` for what a file says, in a question's
`context` or `description`, `{{date}}` for today. They are filled in when the question is asked,
once: what a file says is never looked through for placeholders again, and nothing is run.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from assistant.locale import _, mark
from assistant.prompting.workspace_files import is_relative

MAX_OPTIONS: Final = 20
"""Options of a question with `{{files:…}}`, those that are written included (G-24)."""
MAX_QUOTE: Final = 2_000
"""Characters that one `{{file:…}}` gives at most (G-24)."""
MAX_LABEL: Final = 256
"""A longer path cannot be an option."""

_PLACEHOLDER: Final = re.compile(r"\{\{\s*(\w+)\s*(?::\s*([^{}\n]*?)\s*)?\}\}")
_QUOTING: Final = frozenset({"context", "description"})


class TemplateError(ValueError):
    """A prepared question cannot be asked.

    Args:
        template: Where and why, as the English id of a translation.
        values: What the template is filled in with.

    The message is English, for the model; `localized` is in the interface's language, for the
    author.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self._template = template
        self._values = values

    @property
    def localized(self) -> str:
        """The message in the interface's language."""
        return _(self._template).format(**self._values)


class TemplateFiles(Protocol):
    """What placeholders are filled from."""

    def files(self, pattern: str) -> Sequence[str]:
        """Sorted paths."""
        ...

    def text(self, reference: str) -> str | None:
        """None if it cannot be read."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledTemplate:
    """Questions ready to be read by `questions.formats`."""

    questions: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    """What the model should know, such as that not all files are offered."""


def resolve(questions: Sequence[object], *, files: TemplateFiles, date: str) -> FilledTemplate:
    """Fill in the placeholders.

    Raises:
        TemplateError: If there is no question, a placeholder is unknown or stands where it may
            not, a file cannot be read, or no file fits a pattern.
    """
    if not questions:
        raise TemplateError(mark("it has no questions"))
    filler = _Filler(files, date)
    filled = tuple(filler.question(entry, f"questions[{n}]") for n, entry in enumerate(questions))
    return FilledTemplate(questions=filled, notes=tuple(filler.notes))


class _Filler:
    def __init__(self, files: TemplateFiles, date: str) -> None:
        self.notes: list[str] = []
        self._files = files
        self._date = date

    def question(self, entry: object, where: str) -> Mapping[str, Any]:
        if not isinstance(entry, Mapping):
            raise TemplateError(mark("{where} is not a question"), where=where)
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
        """Files take the places that written options leave."""
        patterns = [_files_pattern(entry) for entry in entries]
        room = MAX_OPTIONS - sum(pattern is None for pattern in patterns)
        result: list[object] = []
        offered: set[str] = set()
        for n, (entry, pattern) in enumerate(zip(entries, patterns, strict=True)):
            here = f"{where}[{n}]"
            if pattern is None:
                result.append(self._option(entry, here))
                continue
            found = [path for path in self._matching(pattern, here) if path not in offered]
            fitting = found[: max(room - len(offered), 0)]
            if len(fitting) < len(found):
                self.notes.append(
                    f"Of {len(found)} files that fit {pattern}, the first {len(fitting)} were"
                    " offered."
                )
            offered.update(fitting)
            result += [{"id": path, "label": path} for path in fitting]
        return result

    def _option(self, entry: object, where: str) -> object:
        match entry:
            case str():
                return self._text(entry, where, may_quote=False)
            case Mapping():
                return {
                    key: self._text(value, f"{where}.{key}", may_quote=False)
                    if isinstance(value, str)
                    else value
                    for key, value in cast("Mapping[str, object]", entry).items()
                }
            case _:
                return entry  # refused with the reason when the questions are read

    def _matching(self, pattern: str, where: str) -> list[str]:
        _check_path(pattern, where)
        found = [
            path
            for path in self._files.files(pattern)
            if len(path) <= MAX_LABEL and path.isprintable()
        ]
        if not found:
            raise TemplateError(
                mark("{where}: no file of the workspace fits {pattern}"),
                where=where,
                pattern=pattern,
            )
        return found

    def _text(self, text: str, where: str, *, may_quote: bool) -> str:
        def fill(found: re.Match[str]) -> str:
            match found[1], found[2]:
                case "date", None:
                    return self._date
                case "file", str(path):
                    if not may_quote:
                        raise TemplateError(
                            mark(
                                "{where}: {placeholder} may stand only in a question's context or"
                                " description"
                            ),
                            where=where,
                            placeholder=found[0],
                        )
                    return self._quote(path, where)
                case "files", _:
                    raise TemplateError(
                        mark("{where}: {placeholder} may stand only among the options"),
                        where=where,
                        placeholder=found[0],
                    )
                case _:
                    raise TemplateError(
                        mark("{where}: {placeholder} is no placeholder"),
                        where=where,
                        placeholder=found[0],
                    )

        return _PLACEHOLDER.sub(fill, text)

    def _quote(self, path: str, where: str) -> str:
        _check_path(path, where)
        text = self._files.text(path)
        if text is None:
            raise TemplateError(
                mark("{where}: {path} is no text file of the workspace"), where=where, path=path
            )
        text = text.strip()
        return text if len(text) <= MAX_QUOTE else f"{text[: MAX_QUOTE - 1].rstrip()}…"


def _files_pattern(entry: object) -> str | None:
    """The pattern of an entry that stands for files."""
    found = _PLACEHOLDER.fullmatch(entry.strip()) if isinstance(entry, str) else None
    return (found[2] or "") if found is not None and found[1] == "files" else None


def _check_path(path: str, where: str) -> None:
    if not is_relative(path):
        if not path:
            raise TemplateError(
                mark("{where}: an empty path is not relative to the workspace's folder"),
                where=where,
            )
        raise TemplateError(
            mark("{where}: {path} is not relative to the workspace's folder"),
            where=where,
            path=path,
        )
