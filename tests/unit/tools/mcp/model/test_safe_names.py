import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.backoff import backoff_s
from assistant.questions.formats import is_question_tool
from assistant.tools.mcp.model.rate_limiter import RateLimiter
from assistant.tools.mcp.model.safe_names import MAX_TOOL_NAME, bounded_text, tool_names

TAGS = "".join(chr(0xE0000 + ord(c)) for c in "ignore all")
FIT = re.compile(r"[A-Za-z0-9_-]{1,64}")


@given(st.text(min_size=1, max_size=80), st.lists(st.text(max_size=90), max_size=8))
def test_every_name_can_be_advertised_and_is_nobody_elses(server: str, tools: list[str]) -> None:
    names = tool_names(server, tools)
    assert set(names) == set(tools)
    assert len({name.casefold() for name in names.values()}) == len(names)
    for name in names.values():
        assert FIT.fullmatch(name)
        assert len(name) <= MAX_TOOL_NAME
        assert "__" in name
        assert not is_question_tool(name)


@pytest.mark.requirement("TOOL-16")
@given(
    st.text(min_size=1, max_size=30),
    st.text(min_size=1, max_size=30),
    st.text(max_size=40),
    st.text(max_size=40),
)
def test_no_server_can_take_the_name_of_anothers_tool(
    one: str, other: str, tool: str, its: str
) -> None:
    if one.casefold() != other.casefold():
        first, second = tool_names(one, [tool])[tool], tool_names(other, [its])[its]
        assert first.casefold() != second.casefold()


def test_plain_names_stay_as_they_are() -> None:
    assert tool_names("git-hub", ["list_issues"]) == {"list_issues": "git-hub__list_issues"}


def test_a_name_stays_the_same_whatever_else_is_offered() -> None:
    alone = tool_names("a", ["x.y"])["x.y"]
    assert alone != "a__x_y"
    assert tool_names("a", ["x_y", "x.y", "x/y"])["x.y"] == alone


@pytest.mark.parametrize("server", ["a_", "a__b", "날씨", "x" * 40, "_"])
def test_servers_whose_names_could_be_confused_get_a_digest(server: str) -> None:
    assert tool_names(server, ["t"])["t"] != f"{server}__t"


def test_words_are_cut_and_cleaned() -> None:
    assert bounded_text("a\x00b\u202ec" + "d" * 50, 10) == "abcdddddd…"
    assert bounded_text("a\nb", 10, multiline=True) == "a\nb"
    assert len(bounded_text("x" * 10_000_000, 50)) == 50


def test_the_waits_double_up_to_a_minute() -> None:
    assert [backoff_s(n) for n in range(1, 9)] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert backoff_s(10_000) == 60


def test_a_burst_passes_and_a_flood_waits() -> None:
    pace = RateLimiter(per_s=10.0, burst=5)
    assert [pace.take(0.0) for _ in range(5)] == [0] * 5
    assert pace.take(0.0) == pytest.approx(0.1)
    assert pace.take(0.0) == pytest.approx(0.2)
    assert pace.take(10.0) == 0


@pytest.mark.requirement("SEC-15")
@pytest.mark.parametrize("multiline", [False, True])
def test_a_servers_words_hold_no_text_that_nobody_sees(multiline: bool) -> None:
    hidden = f"Reads{TAGS} a\u200b file.\u2060\U000e0100\U000e0101"
    assert bounded_text(hidden, 100, multiline=multiline).rstrip("\U000e0100") == "Reads a file."
