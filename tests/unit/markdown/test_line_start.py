import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.markdown.line_start import LONGEST, LineMark, line_start

LINES = st.text("#>-*_=+•`~|[]xX 1.)a:\t", max_size=LONGEST)


def marks(line: str) -> list[LineMark]:
    """Return the marks of a whole line."""
    found: list[LineMark] = []
    while not found or found[-1] in {
        LineMark.QUOTE,
        LineMark.BULLET,
        LineMark.NUMBER,
        LineMark.BOX,
    }:
        start = line_start(line, is_over=True, has_box=True)
        assert start is not None
        found.append(start.mark)
        line = line[start.length :]
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("words", [LineMark.TEXT]),
        ("", [LineMark.TEXT]),
        ("# Title", [LineMark.HEADING]),
        ("#hashtag", [LineMark.TEXT]),
        ("####### seven", [LineMark.TEXT]),
        ("> - [x] 1. a", [LineMark.QUOTE, LineMark.BULLET, LineMark.BOX, LineMark.NUMBER,
                          LineMark.TEXT]),
        ("- - -", [LineMark.RULE]),
        ("- - a", [LineMark.BULLET, LineMark.BULLET, LineMark.TEXT]),
        ("**bold**", [LineMark.TEXT]),
        ("-5 degrees", [LineMark.TEXT]),
        ("===", [LineMark.RULE]),
        ("1.5 litres", [LineMark.TEXT]),
        ("2026 was", [LineMark.TEXT]),
        ("12) a", [LineMark.NUMBER, LineMark.TEXT]),
        ("| a | b |", [LineMark.TABLE]),
        ("---|---", [LineMark.DIVIDER]),
        ("```python", [LineMark.FENCE]),
        ("```one line```", [LineMark.TEXT]),
        ("~~~~", [LineMark.FENCE]),
        ("``", [LineMark.TEXT]),
        ("[x](y)", [LineMark.TEXT]),
    ],
)  # fmt: skip
def test_a_line_begins_with_its_marks(line: str, expected: list[LineMark]) -> None:
    assert marks(line) == expected


@given(LINES, st.booleans())
def test_what_was_decided_stays_so_whatever_follows(line: str, has_box: bool) -> None:
    whole = line_start(line, is_over=True, has_box=has_box)
    for end in range(len(line)):
        early = line_start(line[:end], is_over=False, has_box=has_box)
        assert early in {None, whole}


def test_a_box_stands_only_where_one_may() -> None:
    assert line_start("[x] a", is_over=True) == line_start("a", is_over=True)


@pytest.mark.parametrize("line", ["```" + "a" * LONGEST, "# " + " " * LONGEST, "1" * LONGEST])
def test_no_mark_is_waited_for_for_ever(line: str) -> None:
    assert line_start(line, is_over=False) is not None
