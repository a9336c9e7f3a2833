"""Text from outside, made fit to be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.system.model.plain_text import to_plain_text


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
        ("\ud83d half", " half"),
    ],
)
def test_what_does_not_show_is_taken_out(text: str, read: str) -> None:
    assert to_plain_text(text) == read


@pytest.mark.requirement("SEC-13")
@given(st.text(alphabet=st.sampled_from("ab\x1b[]0;m\x07\r\n\\\u202e "), max_size=200))
def test_nothing_that_moves_the_cursor_stays(text: str) -> None:
    read = to_plain_text(text)

    assert not set(read) & set("\x1b\r\x07\u202e")
    assert to_plain_text(read) == read
