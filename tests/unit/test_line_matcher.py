"""What is found is what `difflib` finds, however many lines say the same."""

from difflib import SequenceMatcher
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import line_matcher
from assistant.line_matcher import LineMatcher

FEW_WORDS = st.lists(st.sampled_from(["", "", "- tea", "- milk"]), max_size=40)
MANY_WORDS = st.lists(st.sampled_from([f"- {n}" for n in range(9)]), max_size=40)


@pytest.mark.parametrize("pairs_per_line", [0, line_matcher._PAIRS_PER_LINE])
@given(old=FEW_WORDS | MANY_WORDS, new=FEW_WORDS | MANY_WORDS)
def test_it_finds_what_difflib_finds(pairs_per_line: int, old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(line_matcher, "_PAIRS_PER_LINE", pairs_per_line)
        found = LineMatcher(old, new)
        expected = SequenceMatcher(None, old, new, autojunk=False)
        assert found.get_matching_blocks() == expected.get_matching_blocks()
        assert found.get_opcodes() == expected.get_opcodes()


@given(old=FEW_WORDS, new=FEW_WORDS, data=st.data())
def test_the_longest_match_within_bounds_is_the_same(
    old: list[str], new: list[str], data: st.DataObject
) -> None:
    first, start = (data.draw(st.integers(0, len(text))) for text in (old, new))
    last, stop = data.draw(st.integers(first, len(old))), data.draw(st.integers(start, len(new)))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(line_matcher, "_PAIRS_PER_LINE", -1)
        found = LineMatcher(old, new).find_longest_match(first, last, start, stop)
    plain = SequenceMatcher(None, old, new, autojunk=False)
    expected = plain.find_longest_match(first, last, start, stop)
    assert found.size == expected.size
    assert found == expected or not found.size


def test_the_longest_match_of_short_texts_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_matcher, "_PAIRS_PER_LINE", -1)
    short = [text for size in range(7) for text in product("ab", repeat=size)]
    for old, new in product(short[:31], short):
        expected = SequenceMatcher(None, old, new, autojunk=False).find_longest_match()
        assert LineMatcher(old, new).find_longest_match() == expected, (old, new)


def test_a_million_pairs_of_equal_lines_are_not_looked_at_one_by_one() -> None:
    old, new = [""] * 100_000, [""] * 99_999
    assert LineMatcher(old, new).get_opcodes() == [
        ("equal", 0, 99_999, 0, 99_999),
        ("delete", 99_999, 100_000, 99_999, 99_999),
    ]


@given(old=FEW_WORDS | MANY_WORDS, new=FEW_WORDS | MANY_WORDS)
def test_the_nearest_matches_are_matches_in_order(old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(line_matcher, "_MAX_STEPS", -1)
        blocks = LineMatcher(old, new).get_matching_blocks()
    old_end = new_end = 0
    for i, j, size in blocks:
        assert i >= old_end
        assert j >= new_end
        assert old[i : i + size] == new[j : j + size]
        old_end, new_end = i + size, j + size
    assert not set(old) & set(new) or len(blocks) > 1, "something is found where something is equal"


def test_tens_of_thousands_of_matches_are_not_each_looked_for_in_everything() -> None:
    old = [""] * 60_000
    new = ["- tea" if n % 10 == 0 else "" for n in range(60_000)]
    blocks = LineMatcher(old, new).get_matching_blocks()
    assert sum(block.size for block in blocks) == 54_000
