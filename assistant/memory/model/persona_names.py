"""Names of workspaces and agents. Each is the name of a folder, on whatever system. Pure."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from assistant.locale import _

MOST_CHARACTERS: Final = 64
"""As the settings allow."""
MOST_BYTES: Final = 255
"""Of UTF-8: what the file systems in use take of a name."""

_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"}
)
"""What Windows takes for devices, whatever follows after a dot (Microsoft, "Naming Files, Paths,
and Namespaces")."""
_CATEGORIES: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl"})
"""What both Python and the settings' patterns take for a letter or digit."""


def name_problem(name: str, taken: Collection[str] = ()) -> str:
    """Say why nothing new can have this name.

    Args:
        name: The name as it would be written.
        taken: Names there are; some systems do not tell great from small letters, so neither does
            this.

    Returns:
        The reason in the user's language; empty if it can.
    """
    if not name:
        return _("A name is needed.")
    if (
        name != unicodedata.normalize("NFC", name)
        or not all(map(_is_allowed, name))
        or name[0] in "-."
        or name.endswith(".")
    ):
        return _("Use letters, digits, dots, dashes and underscores; begin with a letter.")
    if len(name) > MOST_CHARACTERS or len(name.encode()) > MOST_BYTES:
        return _("The name is too long: {n} characters at most.").format(n=MOST_CHARACTERS)
    if is_reserved(name):
        return _("Some systems cannot have a folder called {name}.").format(name=name)
    there = same_name(name, taken)
    if there is not None:
        return _("There is one called {name} already.").format(name=there)
    return ""


def is_name(name: str) -> bool:
    return not name_problem(name)


def is_reserved(name: str) -> bool:
    """Whether Windows reserves the name for a device."""
    return name.partition(".")[0].casefold() in _RESERVED


def same_name(name: str, names: Collection[str]) -> str | None:
    """The name that some file system would take for `name`, spelt alike if possible."""
    if name in names:
        return name
    wanted = _folded(name)
    return next((one for one in names if _folded(one) == wanted), None)


def tidy_name(text: str) -> str:
    """The nearest valid name; may be empty or reserved.

    "My shop" becomes "My-shop".
    """
    composed = unicodedata.normalize("NFC", text)
    dashed = "".join(letter if _is_allowed(letter) else "-" for letter in composed)
    name = re.sub(r"-{2,}", "-", dashed).strip("-.")[:MOST_CHARACTERS]
    while len(name.encode()) > MOST_BYTES:
        name = name[:-1]
    return name.rstrip("-.")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _is_allowed(letter: str) -> bool:
    return letter in "_-." or unicodedata.category(letter) in _CATEGORIES
