import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.markdown.growing_lines import GrowingLines, LineBegin, LineEnd, LinePart
from assistant.markdown.line_start import LineMark
from tests.helpers.effort import calls_of

TEXTS = st.lists(
    st.sampled_from("a 한 - * + • > # 1. 2) [ ] [x] | ``` ```` ~~~ ` --- === _ : .".split())
    | st.sampled_from([" ", "  ", "\t", "\n", "\n", "\r"]),
    max_size=60,
).map("".join)


def joined(parts: list[LinePart]) -> list[LinePart]:
    """Return the parts with the words of a line as one."""
    result: list[LinePart] = []
    for part in parts:
        if isinstance(part, str) and result and isinstance(result[-1], str):
            result[-1] += part
        else:
            result.append(part)
    return result


def read(*pieces: str) -> list[LinePart]:
    lines = GrowingLines()
    parts = [part for piece in pieces for part in lines.feed(piece)]
    return joined([*parts, *lines.end()])


def kinds(text: str) -> list[LineMark]:
    return [part.kind for part in read(text) if isinstance(part, LineBegin)]


@given(TEXTS, st.lists(st.integers(0, 200), max_size=12))
def test_however_a_text_is_cut_the_same_comes_out(text: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(text)) for cut in cuts})
    pieces = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    assert read(*pieces) == read(*text) == read(text)


def source(part: LinePart) -> str:
    match part:
        case LineBegin():
            return part.source
        case LineEnd():
            return "\n"
        case words:
            return words


@given(TEXTS)
def test_nothing_of_a_text_is_lost(text: str) -> None:
    assert "".join(map(source, read(text))) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\n# b\n", [LineMark.TEXT, LineMark.TEXT, LineMark.HEADING]),
        ("> - [x] a", [LineMark.TEXT]),
        ("```py\n# a\n\n``\n```\nb", [LineMark.FENCE, LineMark.CODE, LineMark.CODE, LineMark.CODE,
                                     LineMark.FENCE_END, LineMark.TEXT]),
        ("~~~~\n~~~\n```\n~~~~~ ", [LineMark.FENCE, LineMark.CODE, LineMark.CODE,
                                    LineMark.FENCE_END]),
        ("- ```\n  a\n  ```\n", [LineMark.FENCE, LineMark.CODE, LineMark.FENCE_END]),
        ("```\n``", [LineMark.FENCE, LineMark.CODE]),
        ("| a |\n|---|\n---", [LineMark.TABLE, LineMark.TABLE, LineMark.RULE]),
    ],
)  # fmt: skip
def test_each_line_has_its_kind(text: str, expected: list[LineMark]) -> None:
    assert kinds(text) == expected


def test_words_and_code_come_out_as_they_arrive() -> None:
    lines = GrowingLines()
    (begin, words) = lines.feed("- **a")
    assert isinstance(begin, LineBegin)
    assert begin.source == "- "
    assert words == "**a"
    assert lines.feed(" b") == [" b"]
    (_end, fence, *_rest) = lines.feed("\n```\nx")
    assert isinstance(fence, LineBegin)
    assert lines.feed(" = 1") == [" = 1"]
    assert lines.feed("\n``") == [LineEnd()]


def test_a_new_text_begins_outside_of_code() -> None:
    lines = GrowingLines()
    lines.feed("```\na")
    lines.end()
    (begin, _words) = lines.feed("b")
    assert isinstance(begin, LineBegin)
    assert begin.kind is LineMark.TEXT


@pytest.mark.parametrize(("stray", "kind"), [(True, LineMark.BOX), (False, LineMark.TEXT)])
def test_a_box_outside_of_a_list_counts_where_it_may(*, stray: bool, kind: LineMark) -> None:
    (begin, *_words) = GrowingLines(has_stray_boxes=stray).feed("[x] a")
    assert isinstance(begin, LineBegin)
    assert begin.marks[0].mark is kind


@pytest.mark.parametrize("piece", ["- ", "> ", "1. ", "`", "```\n", " ", "|", "a"])
def test_work_is_linear_in_the_text(piece: str) -> None:
    short, long = piece * 300, piece * 3_000
    assert calls_of(lambda: read(*long)) <= 11 * calls_of(lambda: read(*short))
