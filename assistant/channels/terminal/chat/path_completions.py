"""What the beginning of a path may become, as `/attach` completes it. Reads folders."""

import os
import shlex
from collections.abc import Iterable
from typing import Final

_MOST: Final = 50
"""Completions that are offered."""


def path_completions(begun: str) -> list[str]:
    """Return what the beginning of `/attach …` may become; nothing after a quote that is open."""
    try:
        parts = shlex.split(begun)
    except ValueError:
        return []
    if not parts or (begun.endswith(" ") and not begun.endswith("\\ ")):
        parts.append("")
    last = parts[-1]
    before = begun[: len(begun) - len(_written_last(begun))]
    folder, _slash, name = last.rpartition("/")
    there = os.path.expanduser(f"{folder}/" if _slash else ".")
    return [
        before + _quoted(f"{folder}{_slash}{found}")
        for found in _entries(there)
        if found.startswith(name) and (name or not found.startswith("."))
    ][:_MOST]


def _written_last(begun: str) -> str:
    """Return the last path as it was typed, with its escapes."""
    place = len(begun)
    while place and not (begun[place - 1] == " " and begun[max(0, place - 2)] != "\\"):
        place -= 1
    return begun[place:]


def _entries(folder: str) -> Iterable[str]:
    """Return the names in a folder, folders with a slash; none if it cannot be read."""
    try:
        with os.scandir(folder) as found:
            return sorted(one.name + ("/" if one.is_dir() else "") for one in found)
    except OSError:
        return []


def _quoted(path: str) -> str:
    return "".join(f"\\{c}" if c in " '\"\\&;()<>|$`*?[]{}#!" else c for c in path)
