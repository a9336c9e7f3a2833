"""Which lines of a card are shown."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.terminal.questions.model.viewport import FEWEST, Viewport, viewport
from assistant.channels.terminal.text.line_wrap import Line


def numbered(count: int) -> tuple[Line, ...]:
    return tuple((("", str(n)),) for n in range(count))


def texts(shown: Viewport) -> list[str]:
    return ["".join(text for _style, text in line) for line in shown.lines]


def test_a_card_that_has_room_is_shown_whole() -> None:
    shown = viewport(numbered(9), row=range(7, 8), rows=range(7, 8), room=9, top=4, follows=True)
    assert shown == Viewport(lines=numbered(9))


def test_the_view_follows_the_pointer_and_says_what_is_not_shown() -> None:
    shown = viewport(
        numbered(20), row=range(10, 12), rows=range(8, 20), room=6, top=0, follows=True
    )
    assert texts(shown) == [
        "│  ▲ 8 more above: Page Up",
        "8",
        "9",
        "10",
        "11",
        "│  ▼ 8 more below: Page Down",
    ]


def test_all_options_are_shown_with_the_pointer_where_there_is_room() -> None:
    shown = viewport(
        numbered(20), row=range(17, 18), rows=range(17, 20), room=6, top=0, follows=True
    )
    assert texts(shown)[1:] == ["15", "16", "17", "18", "19"]


def test_a_page_is_read_without_the_pointer() -> None:
    shown = viewport(
        numbered(20), row=range(10, 12), rows=range(8, 20), room=6, top=0, follows=False
    )
    assert texts(shown) == ["0", "1", "2", "3", "4", "│  ▼ 15 more below: Page Down"]
    assert not shown.shows_row


@given(
    count=st.integers(1, 60),
    room=st.integers(-2, 30),
    top=st.integers(-40, 90),
    place=st.tuples(st.integers(0, 59), st.integers(0, 6)),
)
def test_the_view_fits_and_shows_the_beginning_of_the_row(
    count: int, room: int, top: int, place: tuple[int, int]
) -> None:
    start = min(place[0], count - 1)
    row = range(start, min(count, start + 1 + place[1]))
    rows = range(start // 2, min(count, row.stop + place[1]))
    for follows in (True, False):
        shown = viewport(numbered(count), row=row, rows=rows, room=room, top=top, follows=follows)
        assert len(shown.lines) <= max(FEWEST, room)
        inside = len(shown.lines) - bool(shown.top) - bool(shown.below)
        assert shown.top + inside + shown.below == count
        assert inside >= 1
        assert shown.shows_row or not follows
        again = viewport(
            numbered(count), row=row, rows=rows, room=room, top=shown.top, follows=follows
        )
        assert again == shown


@given(count=st.integers(1, 60), room=st.integers(3, 30))
def test_every_line_is_read_page_by_page(count: int, room: int) -> None:
    read: set[str] = set()
    top = 0
    for _page in range(count):
        shown = viewport(
            numbered(count), row=range(1), rows=range(1), room=room, top=top, follows=False
        )
        read |= set(texts(shown))
        top = shown.top + shown.page
    assert {str(n) for n in range(count)} <= read
    assert (
        viewport(
            numbered(count), row=range(1), rows=range(1), room=room, top=top, follows=False
        ).below
        == 0
    )
