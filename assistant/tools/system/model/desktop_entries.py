"""Desktop entries of freedesktop.org: which application a file describes and how it is started. Pure.

After the Desktop Entry Specification, version 1.5. A command is taken apart here and never given to
a shell.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_GROUP: Final = "Desktop Entry"
_KEY: Final = re.compile(r"([A-Za-z0-9-]+)(?:\[([^\]]+)\])?")
_ESCAPES: Final = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_FILE_CODES: Final = frozenset("fFuUdDnNvm")
"""Field codes for files, which there are none of here, and those that are deprecated."""


class EntryProblem(ValueError):  # noqa: N818  # a file that is passed over
    """A desktop entry that describes no application to be started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DesktopEntry:
    """An application."""

    name: str
    """In the user's language."""
    names: tuple[str, ...]
    """Everything it may be called: names in any language, what kind it is, the file's own name."""
    command: tuple[str, ...]
    try_exec: str = ""
    """A program that must exist; empty for none."""
    folder: str = ""
    """Where it is started; empty for anywhere."""


def parse_entry(
    text: str,
    *,
    entry_id: str,
    path: str = "",
    languages: Sequence[str] = (),
    desktops: Collection[str] = (),
) -> DesktopEntry:
    """Parse a desktop entry.

    Args:
        entry_id: Its name without folder and ending, such as `org.gnome.Calculator`.
        path: Where it stands; what `%k` becomes.
        languages: Locales of the user, such as `ko_KR`, the best first.
        desktops: Names of the desktop environment that runs (`XDG_CURRENT_DESKTOP`).

    Raises:
        EntryProblem: If it describes no application, or one that is hidden or not to be shown.
    """
    values = _values(text)
    plain = {key: value for (key, locale), value in values.items() if not locale}
    if plain.get("Type") != "Application":
        raise EntryProblem("it is no application")
    for key in ("Hidden", "NoDisplay", "Terminal"):
        if plain.get(key) == "true":
            raise EntryProblem(f"it says {key}")
    only, never = (set(_listed(plain.get(key, ""))) for key in ("OnlyShowIn", "NotShowIn"))
    if (only and not only & set(desktops)) or never & set(desktops):
        raise EntryProblem("it belongs to another desktop")
    name = _localised(values, "Name", languages)
    if not name.strip():
        raise EntryProblem("it has no name")
    exec_line = _unescaped(plain.get("Exec", ""))
    command = expand_exec(
        exec_line, name=name, icon=_localised(values, "Icon", languages), path=path
    )
    calls = [name, plain.get("Name", ""), _localised(values, "GenericName", languages), entry_id]
    calls += [value for (key, _locale), value in values.items() if key == "Name"]
    calls += [entry_id.rpartition(".")[2], command[0].replace("\\", "/").rpartition("/")[2]]
    return DesktopEntry(
        name=name,
        names=tuple(dict.fromkeys(_unescaped(call) for call in calls if call)),
        command=command,
        try_exec=_unescaped(plain.get("TryExec", "")),
        folder=_unescaped(plain.get("Path", "")),
    )


def _values(text: str) -> dict[tuple[str, str], str]:
    """Keys of the main group with their locales; the first of two wins."""
    found: dict[tuple[str, str], str] = {}
    group = ""
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1]
        elif group == _GROUP and line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            match = _KEY.fullmatch(key.strip())
            if equals and match is not None:
                found.setdefault((match[1], match[2] or ""), value.strip())
    return found


def _localised(values: Mapping[tuple[str, str], str], key: str, languages: Sequence[str]) -> str:
    for language in languages:
        bare, _at, modifier = language.partition("@")
        bare = bare.partition(".")[0]  # without the encoding
        short = bare.partition("_")[0]
        tried = [f"{bare}@{modifier}", bare, f"{short}@{modifier}", short]
        for locale in tried if modifier else (bare, short):
            if (key, locale) in values:
                return _unescaped(values[key, locale])
    return _unescaped(values.get((key, ""), ""))


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), value)


def _listed(value: str) -> list[str]:
    return [_unescaped(part) for part in re.split(r"(?<!\\);", value) if part]


def expand_exec(line: str, *, name: str, icon: str = "", path: str = "") -> tuple[str, ...]:
    """Program and arguments, with no files given to it.

    Args:
        line: The value of `Exec`, its string escapes undone.
        name: What `%c` becomes.
        icon: What `%i` becomes, after `--icon`; empty leaves both out.
        path: What `%k` becomes.

    Raises:
        EntryProblem: If the line is not well formed or names no program.
    """
    words: list[str] = []
    for word, is_quoted in _words(line):
        if word == "%i" and not is_quoted:
            words += ["--icon", icon] if icon else []
            continue
        expanded = _expanded(word, name=name, path=path)
        if expanded or word == expanded:  # an argument that was a file alone is none
            words.append(expanded)
    if not words or not words[0]:
        raise EntryProblem("it names no program")
    if "=" in words[0] or any("\0" in word for word in words):
        raise EntryProblem("its program cannot be started")
    return tuple(words)


def _expanded(word: str, *, name: str, path: str) -> str:
    parts: list[str] = []
    characters = iter(word)
    for character in characters:
        if character != "%":
            parts.append(character)
            continue
        code = next(characters, "")
        if code == "%":
            parts.append("%")
        elif code == "c":
            parts.append(name)
        elif code == "k":
            parts.append(path)
        elif code not in _FILE_CODES and code != "i":
            raise EntryProblem(f"its command has the field code %{code}, which there is not")
    return "".join(parts)


def _words(line: str) -> list[tuple[str, bool]]:
    """Split a command into its arguments, each with whether it was quoted."""
    found: list[tuple[str, bool]] = []
    word: list[str] = []
    is_quoted = in_quotes = False
    characters = iter(line + " ")
    for character in characters:
        if in_quotes and character == "\\":
            escaped = next(characters)
            word.append(escaped if escaped in '"`$\\' else "\\" + escaped)
        elif character == '"':
            in_quotes = not in_quotes
            is_quoted = True
        elif character != " " or in_quotes:
            word.append(character)
        elif word or is_quoted:
            found.append(("".join(word), is_quoted))
            word, is_quoted = [], False
    if in_quotes:
        raise EntryProblem("its command has a quote that does not end")
    return found
