"""What the desktop reads of this program (Desktop Entry and Autostart Specifications). Pure."""

from collections.abc import Sequence
from typing import Final

APP_ID: Final = "org.parley_assistant.Parley"
"""The name of the program's entry. GNOME gives shortcuts only to names with a dot."""
_QUOTED: Final = str.maketrans({character: f"\\{character}" for character in '"`$\\'})
_OFF: Final = frozenset({("Hidden", "true"), ("X-GNOME-Autostart-enabled", "false")})
"""How the user's own tools turn an entry off without deleting it."""
_IN_NO_MENU: Final = "NoDisplay=true"


def login_entry(command: Sequence[str]) -> str:
    """Return the entry that starts a command at login."""
    return _entry(command) + "X-GNOME-Autostart-enabled=true\n"


def identity_entry(command: Sequence[str]) -> str:
    """Return the entry that names a program, and that no menu shows."""
    return _entry(command) + f"{_IN_NO_MENU}\n"


def is_identity(text: str) -> bool:
    """Whether an entry is one that no menu shows."""
    return _IN_NO_MENU in text.splitlines()


def is_on(text: str) -> bool:
    """Whether an entry starts its program."""
    pairs = (line.partition("=") for line in text.splitlines())
    return not any((key.strip(), value.strip().lower()) in _OFF for key, _equals, value in pairs)


def _entry(command: Sequence[str]) -> str:
    return f"""\
[Desktop Entry]
Type=Application
Version=1.0
Name=Parley
Comment=An assistant that asks instead of guessing
Exec={" ".join(map(_argument, command))}
Terminal=false
"""


def _argument(word: str) -> str:
    """Quote an argument of `Exec`: for the reader of arguments, then as any value of an entry."""
    quoted = f'"{word.translate(_QUOTED)}"'.replace("%", "%%")
    return quoted.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
