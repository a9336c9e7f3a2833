import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.conversation.model.row_height_estimates import estimate_height
from assistant.channels.desktop.conversation.model.rows import ReplyRow, UserRow
from assistant.channels.desktop.widgets.model.row_heights import RowHeights

EXTENTS = st.lists(st.integers(min_value=1, max_value=900), max_size=40)
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["append", "insert", "remove", "pop", "set"]),
        st.integers(min_value=0, max_value=60),
        st.integers(min_value=1, max_value=900),
    ),
    max_size=30,
)


def changed(heights: RowHeights, naive: list[int], what: str, at: int, extent: int) -> None:
    match what:
        case "append":
            heights.append(extent)
            naive.append(extent)
        case "insert":
            index = at % (len(naive) + 1)
            heights.insert(index, [extent, extent + 1])
            naive[index:index] = [extent, extent + 1]
        case "remove" if naive:
            heights.remove(at % len(naive))
            del naive[at % len(naive)]
        case "pop" if naive:
            heights.pop()
            naive.pop()
        case "set" if naive:
            heights.set(at % len(naive), extent)
            naive[at % len(naive)] = extent
        case _:
            pass


@given(EXTENTS, CHANGES)
def test_places_are_those_of_a_plain_list(
    extents: list[int], changes: list[tuple[str, int, int]]
) -> None:
    heights, naive = RowHeights(extents), list(extents)
    for what, at, extent in changes:
        changed(heights, naive, what, at, extent)
    assert (len(heights), heights.total) == (len(naive), sum(naive))
    for index in range(len(naive) + 1):
        assert heights.begin(index) == sum(naive[:index])
    for index, extent in enumerate(naive):
        begin = sum(naive[:index])
        assert heights[index] == extent
        assert heights.at(begin) == heights.at(begin + extent - 1) == index


def test_places_outside_belong_to_the_first_and_the_last_row() -> None:
    heights = RowHeights([10, 20, 30])
    assert (heights.at(-5), heights.at(60), heights.at(10_000)) == (0, 2, 2)


def test_without_rows_there_is_nothing_at_any_place() -> None:
    with pytest.raises(IndexError, match="no rows"):
        RowHeights().at(0)


@given(st.integers(min_value=0, max_value=3_000))
def test_a_longer_text_is_never_guessed_lower(length: int) -> None:
    def high(text: str, width: int = 600) -> int:
        return estimate_height(ReplyRow(text=text), width=width, text_px=14)

    assert high("a" * (length + 100)) >= high("a" * length) > 0
    assert high("가" * (length + 1)) >= high("a" * (length + 1)), "these are wider"
    assert high("a" * length, width=300) >= high("a" * length)


def test_a_note_makes_words_higher() -> None:
    plain, noted = (
        estimate_height(UserRow(text="hi", is_spoken=spoken), width=600, text_px=14)
        for spoken in (False, True)
    )
    assert noted > plain
