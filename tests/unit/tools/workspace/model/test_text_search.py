import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.workspace.model.text_search import (
    MAX_EXCERPT,
    PatternError,
    TextMatch,
    TooSlowError,
    compiled,
)


def found(pattern: str, text: str, *, is_regex: bool = False) -> list[TextMatch]:
    return list(compiled(pattern, is_regex=is_regex, seconds=0.1)(text))


def test_each_line_that_holds_it_is_found_once_with_its_place() -> None:
    text = "One milk, two MILK\nnothing\n  milk again\n"

    assert found("milk", text) == [
        TextMatch(line=1, offset=0, excerpt="One milk, two MILK"),
        TextMatch(line=3, offset=27, excerpt="milk again"),
    ]


@pytest.mark.parametrize("words", ["a.c", "(", "[x", "c++", "$1", "우유", "牛奶"])
def test_words_are_taken_as_they_are_written(words: str) -> None:
    assert [match.line for match in found(words, f"abc\n{words}\n")] == [2]


def test_a_pattern_is_matched_in_every_line() -> None:
    text = "plumber 14:30\nplumber\nelectrician 9:05\n"

    assert [m.line for m in found(r"^\w+ \d+:\d\d$", text, is_regex=True)] == [1, 3]


@pytest.mark.parametrize("pattern", ["(", "[z-a]", "a{5,2}", "(?P<x", "\\", "*"])
def test_what_is_no_pattern_is_said_to_be_none(pattern: str) -> None:
    with pytest.raises(PatternError, match="no regular expression"):
        found(pattern, "x", is_regex=True)


@pytest.mark.parametrize(
    "pattern", [r"(a|aa)+$", r"(?:a?){60}a{60}b", r"((a{1,500}){1,500}){1,500}b", r"(.*)*\1x"]
)
def test_a_hostile_pattern_ends(pattern: str) -> None:
    try:
        assert not found(pattern, "a" * 200 + "!\n", is_regex=True)
    except TooSlowError:
        pass


def test_a_pattern_that_takes_too_long_is_told_of() -> None:
    with pytest.raises(TooSlowError):
        found(r"(a|aa)+$", "a" * 100 + "!\n", is_regex=True)


def test_a_long_line_is_cut_around_what_was_found() -> None:
    (match,) = found("needle", "x" * 5000 + " needle " + "y" * 5000)

    assert "needle" in match.excerpt
    assert match.excerpt.startswith("…")
    assert match.excerpt.endswith("…")
    assert len(match.excerpt) <= MAX_EXCERPT + 2


@given(st.text(alphabet="ab\n\r ", max_size=60), st.sampled_from(["a", "ab", "b a"]))
def test_the_offset_leads_to_the_line(text: str, words: str) -> None:
    lines = text.split("\n")

    matches = found(words, text)

    assert [m.line for m in matches] == [n for n, line in enumerate(lines, 1) if words in line]
    assert all(text[m.offset :].split("\n")[0] == lines[m.line - 1] for m in matches)
