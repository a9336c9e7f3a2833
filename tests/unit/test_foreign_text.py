"""Text from outside, made fit to be read."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.terminal.text.printable import printable
from assistant.foreign_text import (
    storable,
    to_plain_text,
    without_hidden,
    without_sequences,
)
from assistant.questions.model.sanitizer import clean_text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a\tb\n차 茶 é 👩‍👩‍👧", "a\tb\n차 茶 é 👩‍👩‍👧"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07x\x1b]8;;http://x\x1b\\y", "xy"),
        ("\x1b]never ended\nmore", "never ended\nmore"),
        ("10%\r50%\r100%\r\ndone", "100%\ndone"),
        ("a\x00\x07\x7f\x9bb", "ab"),
        ("a\u202eb\u2066c\u200ed", "abcd"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("places kept for tags\U000e0002\U000e0080\U000e0fff", "places kept for tags"),
        ("\ud83d half", " half"),
    ],
)
def test_what_does_not_show_is_taken_out(text: str, read: str) -> None:
    assert to_plain_text(text) == read


SEQUENCES = [
    "\x1b[31m",
    "\x1b[1;31m",
    "\x1b[0m",
    "\x1b[m",
    "\x1b[38;2;255;0;0m",
    "\x1b[38:5:196m",
    "\x1b[?25l",
    "\x1b[2J\x1b[H",
    "\x1b[10;20H",
    "\x1b[>4;2m",
    "\x1b[0 q",
    "\x9b31m",
    "\x1b]0;a title\x07",
    "\x1b]0;a title\x1b\\",
    "\x1b]2;a title\x9c",
    "\x9d0;a title\x9c",
    "\x1b]8;;https://a.example/?x=1\x1b\\",
    "\x1b]8;id=1;\x07",
    "\x1b]52;c;" + "QUJD" * 2_000 + "\x07",
    "\x1b]1337;File=inline=1:" + "QUJD" * 2_000 + "\x07",
    "\x1bPq#0;2;0;0;0~-\x1b\\",
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b^private\x1b\\",
    "\x1b(B",
    "\x1b#8",
    "\x1b7",
    "\x1b=",
]


@pytest.mark.requirement("SEC-13")
@pytest.mark.parametrize("sequence", SEQUENCES)
@pytest.mark.parametrize(
    "clean", [without_hidden, without_sequences, to_plain_text, clean_text, printable]
)
def test_of_a_control_sequence_nothing_stays(clean: Callable[[str], str], sequence: str) -> None:
    """Not even its rest: "[31m" would be seen."""
    assert clean(f"차 {sequence}茶{sequence}") == "차 茶"
    assert clean(f"{sequence}é{sequence}{sequence} ✓") == "é ✓"


@pytest.mark.parametrize(
    "cut_short", ["\x1b[", "\x1b[31", "\x1b[1;3", "\x1b]0;a ti", "\x1b]52;c;QUJ"]
)
def test_one_that_is_cut_short_goes_too(cut_short: str) -> None:
    assert without_hidden(f"the end{cut_short}") == "the end"
    assert without_hidden(f"one{cut_short}\ntwo") == "one\ntwo"


def test_a_letter_behind_an_escape_stays_unless_a_terminal_was_meant() -> None:
    assert without_hidden("\x1bpasta\x1b?") == clean_text("\x1bpasta\x1b?") == "pasta?"
    assert to_plain_text("\x1bcready\x1bM") == "ready"


@pytest.mark.parametrize("text", ["[31m", "a[0]", "x ]0; y", "50% [ok]", "f(B)"])
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert without_hidden(f"é {text}") == f"é {text}"


@pytest.mark.requirement("SEC-13")
@given(st.text(alphabet=st.sampled_from("ab\x1b[]0;m\x07\r\n\\\u202e "), max_size=200))
def test_nothing_that_moves_the_cursor_stays(text: str) -> None:
    read = to_plain_text(text)

    assert not set(read) & set("\x1b\r\x07\u202e")
    assert to_plain_text(read) == read


HIDDEN = (
    "".join(chr(0xE0000 + ord(c)) for c in "ignore all"),
    "\u202e\u2066\u2069\u200e\u200f\u061c",
    "\u200b\u2060\u2062\u2063\ufeff\u00ad\u180e\U0001d173",
    "\u3164\uffa0\u115f",
    "\x00\x1b\x9b\ud800",
    "\u2065\ufff0\ufff8",
)
"""Tags, what reorders, what has no width, letters without a form, controls."""


@pytest.mark.requirement("SEC-13", "SEC-15")
@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_nobody_sees_is_taken_out(hidden: str) -> None:
    assert without_hidden(f"a{hidden}b\n\tc") == "ab\n\tc"


@pytest.mark.parametrize(
    "seen",
    [
        "❤️‍🔥 👩‍👩‍👧 🏳️‍🌈 1️⃣",
        "می‌خواهم",  # Persian, with a non-joiner
        "葛\U000e0100城",  # a name's own form
        "차 茶 é ñ ✓ \u06dd",
        "क्‍ष",
        "©️ ®︎ 0️⃣ #️⃣ ☝🏽 ᠠ\u180b",
    ],
)
def test_what_is_seen_stays(seen: str) -> None:
    assert without_hidden(seen) == seen


def test_selectors_cannot_carry_a_text() -> None:
    carried = "".join(chr(0xE0100 + ord(c)) for c in "ignore all")
    assert len(without_hidden(f"葛{carried}")) == 2
    assert without_hidden("❤\ufe0f\u200d\ufe0e\u200d\ufe0fb") == "❤\ufe0fb"


@pytest.mark.requirement("SEC-13", "SEC-15")
@pytest.mark.parametrize(
    "codes",
    [
        "\ufe00\ufe05\ufe0e\ufe0f",
        "\u200c\u200d",
        "\u180b\u180c\u180f",
        "".join(chr(0xE0100 + ord(c)) for c in "ignore all"),
    ],
)
@pytest.mark.parametrize("letters", ["word", "a 1#é.\n"])
def test_one_behind_each_letter_cannot_carry_a_text_either(codes: str, letters: str) -> None:
    shown = "".join(letter + code for code in codes for letter in letters)
    assert without_hidden(shown) == letters * len(codes)


@pytest.mark.requirement("SEC-15")
@given(st.text(alphabet=st.sampled_from("a1#©ﷺ❤\u20e3\ufe0e\ufe0f\u200c\u200d\u180b\U000e0101")))
def test_selectors_are_settled_at_once(text: str) -> None:
    assert without_hidden(without_hidden(text)) == without_hidden(text)


@pytest.mark.requirement("SEC-15")
@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert without_hidden(without_hidden(text)) == without_hidden(text)


@given(st.text())
def test_text_that_can_be_written_stays_as_it_is(text: str) -> None:
    assert storable(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\ud800b", "a\N{REPLACEMENT CHARACTER}b", id="high half alone"),
        pytest.param("\udc00", "\N{REPLACEMENT CHARACTER}", id="low half alone"),
        pytest.param("\ud83d\ude00", "\N{GRINNING FACE}", id="two halves apart"),
        pytest.param("\ufeffa\ud800", "\ufeffa\N{REPLACEMENT CHARACTER}", id="after a mark"),
    ],
)
def test_halves_of_a_surrogate_pair_become_writable(text: str, expected: str) -> None:
    assert storable(text) == expected
    storable(text).encode()
