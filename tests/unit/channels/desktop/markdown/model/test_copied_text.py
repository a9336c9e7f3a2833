import pytest

from assistant.channels.desktop.markdown.model.copied_text import PartKind, SelectedPart, copied
from assistant.channels.desktop.markdown.table_view import LEAST_PX, MOST_PX, column_widths, plain

PROSE = SelectedPart(
    kind=PartKind.PROSE, text="some words", source="some **words**\n\n", is_whole=True
)
CODE = SelectedPart(
    kind=PartKind.CODE, text="x = 1", source="```py\nx = 1\n```\n", is_whole=True, language="py"
)
ROWS = SelectedPart(
    kind=PartKind.TABLE, text="| a |", source="| a |\n|---|\n| 1 |\n", is_whole=True
)
MORE = SelectedPart(
    kind=PartKind.TABLE, text="| 2 |", source="| 2 |\n", is_whole=True, is_continued=True
)


def part(of: SelectedPart, text: str) -> SelectedPart:
    return SelectedPart(
        kind=of.kind, text=text, source=of.source, is_whole=False, language=of.language
    )


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([PROSE], "some **words**"),
        ([part(PROSE, "words")], "words"),
        ([CODE], "x = 1"),
        ([part(CODE, "= 1")], "= 1"),
        ([PROSE, CODE], "some **words**\n\n```py\nx = 1\n```"),
        ([part(PROSE, "words"), part(CODE, "x =")], "words\n\n```py\nx =\n```"),
        ([ROWS, MORE], "| a |\n|---|\n| 1 |\n| 2 |"),
        ([part(PROSE, "w"), part(CODE, "a\n```\nb")], "w\n\n````py\na\n```\nb\n````"),
    ],
    ids=[
        "prose",
        "words",
        "code alone",
        "piece of code",
        "both",
        "parts of both",
        "one table",
        "a fence in code",
    ],
)
def test_what_is_copied_reads_as_it_was_written(parts: list[SelectedPart], text: str) -> None:
    assert copied(parts) == text


def test_columns_are_as_wide_as_their_words_within_limits() -> None:
    rows = [("a", "b" * 20, "c" * 500), ("aa", "b", "c")]
    widths = column_widths(rows, measure=lambda words: 10.0 * len(words), room=None)
    assert widths == (LEAST_PX, 222, MOST_PX)


def test_a_table_that_grows_on_fills_the_room_there_is() -> None:
    rows = [("a", "b", "c")]
    widths = column_widths(rows, measure=lambda words: 10.0 * len(words), room=400)
    assert sum(widths) == 400
    assert max(widths) - min(widths) <= 1
    narrow = column_widths(rows, measure=lambda words: 10.0 * len(words), room=50)
    assert narrow == (LEAST_PX,) * 3


def test_cells_are_measured_without_their_tags() -> None:
    assert plain('<a href="x">1 &lt; <strong>2</strong></a>') == "1 < 2"
