import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.model.search_query import read_query
from assistant.storage.model.snippets import (
    SNIPPET,
    find_spans,
    make_snippet,
    may_hold,
    one_line,
    score,
)


def marked(text: str, query: str) -> str:
    """Return the snippet of a text with its matches in brackets."""
    line = one_line(text)
    snippet = make_snippet(line, find_spans(line, read_query(query)))
    shown = snippet.text
    for begin, end in reversed(snippet.matches):
        shown = f"{shown[:begin]}[{shown[begin:end]}]{shown[end:]}"
    return shown


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("It rains.\n\nAnd  snows.", "snow", "It rains. And [snow]s."),
        ("Rain, RAIN, rainbow", "rain", "[Rain], [RAIN], [rain]bow"),
        ("Rain, rainbow", '"rain"', "[Rain], rainbow"),
        ("a train", "rain", "a train"),
        ("Café au lait", "cafe", "[Café] au lait"),
        ("ÜBER", "uber", "[ÜBER]"),
        ("in the, rain", '"the rain"', "in [the, rain]"),
        ("오늘 날씨가 좋다", "날씨", "오늘 [날씨]가 좋다"),
        ("今天天气很好", "天气 好", "今天[天气]很[好]"),
        ("rain rains", "rain rains", "[rain] [rains]"),
        ("nothing", "rain", "nothing"),
    ],
)
def test_matches_are_marked_where_they_stand(text: str, query: str, expected: str) -> None:
    assert marked(text, query) == expected


def test_a_long_text_is_shown_around_the_match() -> None:
    shown = marked("begin " * 100 + "the needle here " + "end " * 100, "needle")

    assert shown.startswith("…begin")
    assert "[needle] here" in shown
    assert shown.endswith("…")
    assert len(shown) <= SNIPPET + 4


def test_the_place_is_shown_where_most_of_the_words_stand() -> None:
    shown = marked("rain " + "and " * 200 + "rain with snow", "rain snow")

    assert "[rain] with [snow]" in shown


@given(st.text(max_size=400), st.text(max_size=12))
def test_matches_lie_inside_the_snippet_and_do_not_overlap(text: str, query: str) -> None:
    line = one_line(text)
    snippet = make_snippet(line, find_spans(line, read_query(query)))

    assert "\n" not in snippet.text
    assert len(snippet.text) <= SNIPPET + 2
    last = 0
    for begin, end in snippet.matches:
        assert last <= begin < end <= len(snippet.text)
        last = end


@given(st.text(max_size=30), st.text(alphabet="abc é한天", min_size=1, max_size=5))
def test_what_was_sought_is_found_in_a_text_that_holds_it(around: str, word: str) -> None:
    line = one_line(f"{around} {word} {around}")

    assert all(find_spans(line, read_query(word)))


def test_more_matches_in_a_shorter_newer_message_are_a_better_find() -> None:
    once, twice = [((0, 1),)], [((0, 1), (2, 3))]

    base = score(once, length=100, age_days=10)
    assert score(twice, length=100, age_days=10) > base
    assert score(once, length=50, age_days=10) > base
    assert score(once, length=100, age_days=1) > base
    assert score([(), ()], length=100, age_days=0) == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("| City | Since |\n|:---|---:|\n| Busan | 1876 |", "City Since Busan 1876"),
        ("Look:\n\n```python\nprint(1)\n```\nDone.", "Look: print(1) Done."),
        ("# Plan\n> first\n- [x] **buy** milk\n* go `home`", "Plan first buy milk go home"),
        ("2 ** 3 and a || b, __init__, a - b, #1", "2 ** 3 and a || b, __init__, a - b, #1"),
        ("---", ""),
    ],
)
def test_marks_that_say_nothing_are_left_out(text: str, line: str) -> None:
    assert one_line(text) == line


@pytest.mark.parametrize(
    ("text", "query", "has_all"),
    [
        ("The Café is open", "cafe OPEN", True),
        ("the café", "CAFÉ", True),
        (r'{"text": "first line\nsecond"}', "second", True),
        ("database", "base", True),  # not as a word, but the letters are there
        ("데이터베이스를 쓸까요", "베이스", True),
        ("The Café is open", "closed", False),
        ("plain", "plain '데이터'", False),
        ("anything", "", True),
    ],
)
def test_a_text_may_hold_words_whose_letters_it_has(text: str, query: str, has_all: bool) -> None:
    sought = read_query(query)
    assert may_hold(text, sought) is has_all
    found = all(find_spans(one_line(text), sought))
    assert has_all or not found
