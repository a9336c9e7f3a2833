"""The entry of a program that the desktop starts at login (Desktop Entry and Autostart Specifications)."""

from collections.abc import Sequence
from typing import Final

_QUOTED: Final = str.maketrans({character: f"\\{character}" for character in '"`$\\'})
_OFF: Final = frozenset({("Hidden", "true"), ("X-GNOME-Autostart-enabled", "false")})
"""How the user's own tools turn an entry off without deleting it."""


def entry_text(command: Sequence[str]) -> str:
    """Return the entry that starts a command."""
    return f"""\
[Desktop Entry]
Type=Application
Version=1.0
Name=Parley
Comment=An assistant that asks instead of guessing
Exec={" ".join(map(_argument, command))}
Terminal=false
X-GNOME-Autostart-enabled=true
"""


def is_on(text: str) -> bool:
    """Whether an entry starts its program."""
    pairs = (line.partition("=") for line in text.splitlines())
    return not any((key.strip(), value.strip().lower()) in _OFF for key, _equals, value in pairs)


def _argument(word: str) -> str:
    """Quote an argument of `Exec`: for the reader of arguments, then as any value of an entry."""
    quoted = f'"{word.translate(_QUOTED)}"'.replace("%", "%%")
    return quoted.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
