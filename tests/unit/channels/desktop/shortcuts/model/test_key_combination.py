import re

import pytest

from assistant.channels.desktop.shortcuts.model.key_combination import key_combination
from assistant.settings.schema import SHORTCUT


@pytest.mark.parametrize(
    ("written", "text", "portal", "x11"),
    [
        ("Ctrl+Alt+P", "Ctrl+Alt+P", "CTRL+ALT+p", (0x70, 0xC)),
        (" alt + CTRL + p ", "Ctrl+Alt+P", "CTRL+ALT+p", (0x70, 0xC)),
        ("super+space", "Super+Space", "LOGO+space", (0x20, 0x40)),
        ("F9", "F9", "F9", (0xFFC6, 0)),
        ("shift+f24", "Shift+F24", "SHIFT+F24", (0xFFD5, 1)),
        ("Ctrl+F", "Ctrl+F", "CTRL+f", (0x66, 4)),
        ("ctrl+7", "Ctrl+7", "CTRL+7", (0x37, 4)),
        ("Super+Pause", "Super+Pause", "LOGO+Pause", (0xFF13, 0x40)),
    ],
)
def test_a_shortcut_is_known_by_its_keys(
    written: str, text: str, portal: str, x11: tuple[int, int]
) -> None:
    keys = key_combination(written)
    assert keys is not None
    assert (keys.text, keys.portal, keys.x11) == (text, portal, x11)
    assert key_combination(keys.text) == keys


@pytest.mark.parametrize(
    ("written", "is_allowed"),
    [
        ("", True),
        ("  ", True),
        ("a", False),
        ("Shift+A", False),
        ("Space", False),
        ("Ctrl+", False),
        ("Ctrl", False),
        ("Ctrl+F25", False),
        ("Ctrl+PP", False),
        ("Ctrl P", False),
    ],
)
def test_none_takes_a_key_that_a_text_needs(written: str, is_allowed: bool) -> None:
    assert bool(re.match(SHORTCUT, written)) is is_allowed
    assert key_combination(written) is None


@pytest.mark.parametrize(
    ("keys", "words", "is_meant"),
    [
        ("Ctrl+Alt+P", "Ctrl+Alt+P", True),
        ("Super+Space", "Meta+Space", True),
        ("Ctrl+Alt+P", "Press <Control><Alt>p", True),
        ("F9", "Press F9", True),
        ("F9", "Ctrl+F9", False),
        ("Ctrl+Alt+P", "Ctrl+P", False),
        ("Ctrl+Alt+P", "Strg+Alt+P", False),
        ("F9", "", False),
    ],
)
def test_the_words_of_desktops_are_compared_with_the_keys(
    keys: str, words: str, is_meant: bool
) -> None:
    combination = key_combination(keys)
    assert combination is not None
    assert combination.is_meant_by(words) is is_meant
