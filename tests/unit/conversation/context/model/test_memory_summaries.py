"""What becomes of memory that does not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.context.model.memory_summaries import (
    MIN_CHARACTERS,
    MOST_SUMMARIES,
    SummaryCache,
    SummaryRequest,
    bullet_lines,
    newest_lines,
    summary_requests,
    target_size,
)
from assistant.protocol.sent_context import Layer

WORKSPACE, AGENT, PERSONAL = (
    Layer.WORKSPACE_MEMORY,
    Layer.AGENT_MEMORY,
    Layer.PERSONAL_MEMORY,
)


def memories(workspace: int = 0, agent: int = 0, personal: int = 0) -> dict[Layer, str]:
    """Return memories of these lengths."""
    return {WORKSPACE: "w" * workspace, AGENT: "a" * agent, PERSONAL: "p" * personal}


def wanted(text: str, target: int = 1_000) -> SummaryRequest:
    """Return what is wanted of a text."""
    return SummaryRequest(layer=AGENT, text=text, target=target)


@pytest.mark.requirement("CTX-11", "CTX-12", "CTX-13", "G-07")
@pytest.mark.parametrize(
    ("lengths", "excess", "targets"),
    [
        # Nothing is too much: nothing is compressed.
        ((16_000, 8_000, 8_000), 0, {}),
        ((16_000, 8_000, 8_000), -1, {}),
        # Step 2 is enough: workspace and agent give in proportion, the personal memory nothing.
        ((16_000, 8_000, 8_000), 6_000, {WORKSPACE: 12_000, AGENT: 6_000}),
        ((16_000, 0, 8_000), 8_000, {WORKSPACE: 8_000}),
        # Step 3: what step 2 cannot give.
        ((16_000, 8_000, 8_000), 20_000, {WORKSPACE: 4_000, AGENT: 2_000, PERSONAL: 6_000}),
        # Never under a quarter, never under 1,000 characters.
        ((16_000, 8_000, 8_000), 90_000, {WORKSPACE: 4_000, AGENT: 2_000, PERSONAL: 2_000}),
        ((2_000, 900, 1_000), 90_000, {WORKSPACE: 1_000}),
        # What a short memory cannot give, the long one does.
        ((8, 1_608, 0), 202, {AGENT: 1_206}),
        ((0, 0, 8_000), 100, {PERSONAL: 7_000}),
        ((0, 0, 0), 100, {}),
    ],
)
def test_the_steps(lengths: tuple[int, int, int], excess: int, targets: dict[Layer, int]) -> None:
    found = summary_requests(memories(*lengths), excess=excess)
    assert {one.layer: one.target for one in found} == targets


sizes = st.integers(0, 40_000)


@given(sizes, sizes, sizes, st.integers(-10, 120_000))
def test_what_is_wanted_brings_down_what_is_too_much_as_far_as_it_may(
    workspace: int, agent: int, personal: int, excess: int
) -> None:
    found = summary_requests(memories(workspace, agent, personal), excess=excess)
    saved = sum(len(one.text) - one.target for one in found)
    at_their_least = all(one.target in {MIN_CHARACTERS, -(-len(one.text) // 4)} for one in found)
    untouched = {WORKSPACE, AGENT, PERSONAL} - {one.layer for one in found}
    lengths = memories(workspace, agent, personal)
    nothing_left = at_their_least and all(
        len(lengths[layer]) <= MIN_CHARACTERS for layer in untouched
    )
    assert saved >= excess or nothing_left


@given(st.integers(0, 100_000), st.integers(-1_000, 120_000))
def test_a_target_is_what_fits_within_its_bounds(length: int, fits: int) -> None:
    target = target_size(length, fits=fits)
    assert target <= length
    assert target >= min(length, max(MIN_CHARACTERS, length // 4))
    assert target <= max(fits, MIN_CHARACTERS, -(-length // 4))


def test_a_target_stays_when_a_little_less_fits() -> None:
    assert target_size(16_000, fits=9_900) == target_size(16_000, fits=8_100) == 8_000


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("- Tea.\n- Three cats.", "- Tea.\n- Three cats."),
        ("Here is the summary:\n\n- Tea.  \n\nI hope it helps!", "- Tea."),
        ("  - nested\r\n- flat", "- nested\n- flat"),
        ("* star\n1. number", None),
        ("-\n- \n", None),
        ("", None),
    ],
)
def test_only_bullet_lines_of_an_answer_count(answer: str, kept: str | None) -> None:
    assert bullet_lines(answer, target=1_000) == kept


def test_an_answer_that_is_too_long_is_cut_between_lines() -> None:
    assert bullet_lines("- one\n- two\n- three", target=14) == "- two\n- three"


@given(st.text(alphabet="ab\n- ", max_size=60), st.integers(-2, 70))
def test_newest_lines_are_the_end_and_fit(text: str, size: int) -> None:
    kept = newest_lines(text, size)
    assert len(kept) <= max(0, size)
    assert text.endswith(kept)
    if kept and "\n" in kept:
        start = len(text) - len(kept)
        assert start == 0 or text[start - 1] == "\n"


def test_a_single_line_that_is_too_long_keeps_its_end() -> None:
    assert newest_lines("abcdef", 3) == "def"


class TestSummaries:
    """Those that were made before."""

    def test_one_that_is_short_enough_is_found_by_its_text(self) -> None:
        kept = SummaryCache(texts={}).with_summary(wanted("long", 10), "- short")
        assert kept.find(wanted("long", 7)) == "- short"
        assert kept.find(wanted("long", 6)) is None
        assert kept.find(wanted("other", 10)) is None

    def test_the_oldest_go(self) -> None:
        kept = SummaryCache(texts={})
        for number in range(MOST_SUMMARIES + 3):
            kept = kept.with_summary(wanted(str(number)), "- x")
        assert len(kept.texts) == MOST_SUMMARIES
        assert kept.find(wanted("2")) is None
        assert kept.find(wanted("3")) == "- x"


@pytest.mark.requirement("CTX-11", "CTX-12", "CTX-13", "G-07")
def test_the_instruction_names_the_target_and_what_to_keep() -> None:
    text = wanted("notes", 4_321).instruction
    assert "4321" in text
    for word in ("names", "numbers", "dates", "decisions", "preferences", "`- `"):
        assert word in text
