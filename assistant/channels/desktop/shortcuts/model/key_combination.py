"""A shortcut as the settings write it, X11 numbers it, and the desktop's portal names it. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from assistant.settings.schema import SHORTCUT

_X11_MASKS: Final = {"shift": 1, "ctrl": 4, "alt": 8, "super": 64}
"""ShiftMask, ControlMask, Mod1Mask and Mod4Mask."""
_PORTAL: Final = {"shift": "SHIFT", "ctrl": "CTRL", "alt": "ALT", "super": "LOGO"}
"""As the XDG shortcuts specification writes them."""
_KEYSYMS: Final = {"space": 0x20, "insert": 0xFF63, "home": 0xFF50, "end": 0xFF57, "pause": 0xFF13}
_F1: Final = 0xFFBE
_PLUS: Final = re.compile(r" *\+ *")
_NAMES: Final = {"control": "ctrl", "meta": "super", "logo": "super", "win": "super"}
"""What desktops call modifiers: KDE writes `Meta+Space`, GNOME `Press <Control><Alt>p`."""


@dataclass(frozen=True, slots=True)
class KeyCombination:
    """Modifiers, in their order, and a key; all lower case."""

    modifiers: tuple[str, ...]
    key: str

    @property
    def x11(self) -> tuple[int, int]:
        """The number of the key's sign (keysym), and the mask of the modifiers."""
        if len(self.key) > 1 and self.key[0] == "f" and self.key[1:].isdigit():
            keysym = _F1 + int(self.key[1:]) - 1
        else:
            keysym = _KEYSYMS[self.key] if self.key in _KEYSYMS else ord(self.key)
        return keysym, sum(_X11_MASKS[one] for one in self.modifiers)

    @property
    def portal(self) -> str:
        """What the portal is told that the user would like: `CTRL+ALT+p`."""
        is_named = len(self.key) > 1 and self.key != "space"
        return "+".join(
            (*(_PORTAL[one] for one in self.modifiers), self.key.title() if is_named else self.key)
        )

    @property
    def text(self) -> str:
        """For the user: `Ctrl+Alt+P`."""
        return "+".join(one.title() for one in (*self.modifiers, self.key))

    def is_meant_by(self, text: str) -> bool:
        """Whether a desktop's words for the keys of a shortcut name these keys, as English has them."""
        named = {_NAMES.get(word, word) for word in re.findall(r"\w+", text.lower())}
        return self.key in named and {*self.modifiers} == named & _X11_MASKS.keys()


def key_combination(text: str) -> KeyCombination | None:
    """Read what the settings hold; None if there is no shortcut, or none that can be one."""
    written = text.strip().lower()
    if not written or not re.match(SHORTCUT, written):
        return None
    *modifiers, key = _PLUS.split(written)
    return KeyCombination(tuple(one for one in _X11_MASKS if one in modifiers), key)
