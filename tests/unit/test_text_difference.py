import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.text_difference import MAX_LINE, MAX_LINES, difference, is_difference, visible


def test_a_change_is_shown_with_what_stands_around_it() -> None:
    before = "".join(f"line {n}\n" for n in range(1, 11))
    after = before.replace("line 5\n", "line five\nand more\n")

    assert difference(before, after).splitlines() == [
        "…",
        "  line 3",
        "  line 4",
        "- line 5",
        "+ line five",
        "+ and more",
        "  line 6",
        "  line 7",
        "…",
    ]


def test_two_changes_far_apart_leave_out_what_is_between() -> None:
    before = "".join(f"{n}\n" for n in range(20))
    after = before.replace("2\n", "two\n", 1).replace("\n17\n", "\nseventeen\n")

    shown = difference(before, after).splitlines()

    assert [line for line in shown if line[0] in "-+"] == ["- 2", "+ two", "- 17", "+ seventeen"]
    assert "  10" not in shown


def test_what_stands_between_two_changes_near_each_other_is_shown() -> None:
    shown = difference("a\nb\nc\nd\n", "A\nb\nc\nD\n")

    assert shown.splitlines() == ["- a", "+ A", "  b", "  c", "- d", "+ D"]


@pytest.mark.parametrize(
    ("around", "left_out"), [(0, []), (1, []), (2, []), (3, ["…"]), (9, ["…"])]
)
def test_no_more_than_two_lines_are_shown_before_and_after(
    around: int, left_out: list[str]
) -> None:
    lines = [str(n) for n in range(around)]
    shown = difference("\n".join([*lines, "a", *lines]), "\n".join([*lines, "b", *lines]))

    before = [f"  {line}" for line in lines[-2:]]
    after = [f"  {line}" for line in lines[:2]]
    assert shown.splitlines() == [*left_out, *before, "- a", "+ b", *after, *left_out]


@pytest.mark.parametrize(("lines", "stays"), [(1000, True), (1001, False)])
def test_of_more_than_a_thousand_lines_none_stays(lines: int, stays: bool) -> None:
    rest = [str(n) for n in range(lines - 2)]
    shown = difference(
        "\n".join(["a", *rest, "b"]), "\n".join(["A", *rest, "B"]), is_whole=True
    ).splitlines()

    assert ("  0" in shown) is stays
    assert ("- 0" in shown) is not stays


def test_nothing_that_changes_is_hidden() -> None:
    shown = difference("", "pay 10\u202e00\x1b[8m secret\x00\n")

    assert shown == "+ pay 10\\u202e00\\u001b[8m secret\\u0000"


@pytest.mark.parametrize(("more", "line"), [(1, "… and 1 more line"), (7, "… and 7 more lines")])
def test_what_is_left_out_is_counted(more: int, line: str) -> None:
    shown = difference("", "\n".join(["x" * (MAX_LINE + 5)] * (MAX_LINES + more))).splitlines()

    assert len(shown) == MAX_LINES + 1
    assert shown[-1] == line
    assert shown[0].endswith("… and 7 more characters")


def test_ends_of_lines_are_a_change_that_is_told() -> None:
    assert difference("a\nb\n", "a\r\nb\r\n") == "Only spaces or ends of lines change."
    assert difference("a\n", "a\n") == ""


def test_a_file_that_is_another_altogether_is_compared_in_no_time() -> None:
    shown = difference("\n".join(map(str, range(9000))), "\n".join("abc" for _ in range(9000)))

    assert len(shown.splitlines()) == MAX_LINES + 1


LINES = st.lists(st.sampled_from(["a", "b", "c", "", "d d"]), max_size=30)


@given(LINES, LINES)
def test_what_goes_and_what_comes_is_all_there(before: list[str], after: list[str]) -> None:
    shown = difference("\n".join(before), "\n".join(after)).splitlines()
    gone = [line[2:] for line in shown if line.startswith("- ")]
    come = [line[2:] for line in shown if line.startswith("+ ")]

    old, new = "\n".join(before).splitlines(), "\n".join(after).splitlines()
    for line in set(old) | set(new):
        change = new.count(line) - old.count(line)
        assert come.count(line) - gone.count(line) == change


@given(LINES, LINES)
def test_a_difference_is_known_for_one(before: list[str], after: list[str]) -> None:
    shown = difference("\n".join(before), "\n".join(after))
    assert is_difference(shown) is any(line[:1] in {"-", "+"} for line in shown.splitlines())


def test_a_difference_that_is_cut_is_known_for_one() -> None:
    assert is_difference("- a\n… and 7 more lines")
    assert not is_difference("- a\nb…")


@pytest.mark.parametrize(
    "text", ["", "git push -f", "ls\n- x", "-x", "  two", "…", "--- a\n+++ b", "# head\n+ x"]
)
def test_what_is_no_difference_is_not_taken_for_one(text: str) -> None:
    assert not is_difference(text)


def test_letters_that_do_not_show_are_a_change_that_is_seen() -> None:
    assert "\\u3164" in difference("ls", "ls\u3164")
    assert "\\ufe01" in difference("ls", "ls\ufe01")


@given(st.text())
def test_shown_text_has_nothing_invisible(text: str) -> None:
    assert all(c.isprintable() or c in "\n\t" for c in visible(text))
