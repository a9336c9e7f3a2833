"""A settings file as bytes: decoded, changed, encoded, and compared. Pure."""

import difflib
from collections.abc import Callable

_MARK = "\ufeff"
"""What some editors begin a file with."""


def edited(before: bytes | None, edit: Callable[[str], str]) -> bytes | None:
    """Change the text of a file; a byte order mark stays. None stands for no file.

    Raises:
        UnicodeDecodeError: If it is not UTF-8.
    """
    text = "" if before is None else before.decode("utf-8")
    mark = _MARK if text.startswith(_MARK) else ""
    after = edit(text.removeprefix(_MARK))
    return None if before is None and not after else (mark + after).encode("utf-8")


def difference(before: bytes | None, after: bytes | None, name: str) -> str:
    """Return a change as a unified diff; empty if there is none."""
    old, new = ("/dev/null" if side is None else name for side in (before, after))
    found = difflib.unified_diff(_lines(before), _lines(after), old, new, lineterm="")
    return "".join(f"{line}\n" for line in found)


def _lines(content: bytes | None) -> list[str]:
    text = (content or b"").decode("utf-8", "replace").removeprefix(_MARK)
    *lines, rest = text.split("\n")
    shown = [line.removesuffix("\r") for line in lines]
    return [*shown, f"{rest}\n\\ No newline at end of file"] if rest else shown
