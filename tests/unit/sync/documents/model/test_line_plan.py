from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.line_matcher import LineMatcher
from assistant.sync.documents.model import line_plan
from assistant.sync.documents.model.line_plan import (
    PlannedLine,
    n_changes,
    plan_edit,
    rebased,
    united,
)

LINES = st.lists(st.sampled_from(["", "a", "b", "- lives in Berlin", "- lives in Bonn", "# h"]))


def described(line: PlannedLine) -> str:
    if line.kept is not None:
        return f"={line.kept}"
    if line.replaces is None:
        return "+"
    return f"{'>' if line.is_moved else '~'}{line.replaces}"


@pytest.mark.parametrize(
    ("old", "new", "plan"),
    [
        ([], ["a"], ["+"]),
        (["a"], ["a"], ["=0"]),
        (["a", "b"], ["a"], ["=0"]),
        (["a", "c"], ["a", "b", "c"], ["=0", "+", "=1"]),
        (["- tea"], ["- coffee"], ["~0"]),
        (["a", "b", "c"], ["b", "c", "a"], ["=1", "=2", ">0"]),
        # Changed and moved: the line that is like it, wherever it stands.
        (
            ["# me", "- lives in Berlin", "- tea"],
            ["# me", "- a dog", "- tea", "- lives in Bonn"],
            ["=0", "+", "=2", "~1"],
        ),
        # One line made into two: the likest is the changed one.
        (["- has a dog and a cat"], ["- has a dog", "- has a cat"], ["~0", "+"]),
        # A line that says nothing is never a change of another.
        (["- tea"], [""], ["+"]),
        (["a", "", "b"], ["a", "b"], ["=0", "=2"]),
    ],
)
def test_each_new_line_comes_from_somewhere(
    old: list[str], new: list[str], plan: list[str]
) -> None:
    assert [described(line) for line in plan_edit(old, new)] == plan


@given(LINES, LINES)
def test_a_plan_gives_the_new_text_and_uses_no_old_line_twice(
    old: list[str], new: list[str]
) -> None:
    plan = plan_edit(old, new)
    assert [line.text for line in plan] == new
    kept = [line.kept for line in plan if line.kept is not None]
    assert kept == sorted(kept)
    used = kept + [line.replaces for line in plan if line.replaces is not None]
    assert len(used) == len(set(used))
    assert all(old[line.kept] == line.text for line in plan if line.kept is not None)
    assert all(
        (old[line.replaces] == line.text) == line.is_moved
        for line in plan
        if line.replaces is not None
    )


@given(LINES, LINES)
def test_a_long_text_is_planned_as_well(old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(line_plan, "_LONG", -1)
        plan = plan_edit(old, new)
    kept = [line.kept for line in plan if line.kept is not None]
    assert [line.text for line in plan] == new
    assert kept == sorted(set(kept))
    assert all(old[line.kept] == line.text for line in plan if line.kept is not None)


def test_of_long_texts_what_stands_once_is_compared_with_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []

    class Counting(LineMatcher):
        def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
            compared.append(len(old) * len(new))
            super().__init__(old, new)

    old = [line for n in range(1_000) for line in (f"- item {n}", "")]
    new = ["# Items", *old[:1_000], "- one more", *old[1_000:], "- the last"]
    monkeypatch.setattr(line_plan, "LineMatcher", Counting)
    plan = plan_edit(old, new)
    assert [line.text for line in plan if line.kept is None] == [
        "# Items",
        "- one more",
        "- the last",
    ]
    assert sum(compared) < 10 * len(old)


def test_thousands_of_lines_that_say_the_same_are_planned() -> None:
    """Compared pair by pair, as `difflib` does, this would take a quarter of an hour."""
    old = [f"- {n}" if n % 10 == 0 else "" for n in range(5_000)]
    new = [f"- now {n}" if n % 10 == 0 else "" for n in range(5_000)]
    plan = plan_edit(old, new)
    assert [line.kept for line in plan] == [None if n % 10 == 0 else n for n in range(5_000)]


@given(LINES, LINES)
def test_what_is_united_has_the_lines_of_both_and_none_more_often(
    old: list[str], new: list[str]
) -> None:
    lines = united(old, new)
    for line in {*old, *new} - {""}:
        assert lines.count(line) == max(old.count(line), new.count(line))
    assert united(lines, new) == lines  # doing it again, as after a crash, changes nothing
    assert united(lines, old) == lines


@pytest.mark.parametrize(
    ("old", "new", "onto", "result"),
    [
        (["a"], ["a"], ["b", "a"], ["b", "a"]),
        (["a"], [], ["b", "a"], ["b"]),
        (["a"], ["a", "c"], ["a", "b"], ["a", "c", "b"]),
        (["a"], ["c", "a"], ["b", "a"], ["c", "b", "a"]),
        (["a", "b"], ["a", "c"], ["x", "a", "b", "y"], ["x", "a", "c", "y"]),
        ([], ["a"], ["b"], ["a", "b"]),
        # Lines of both stand in another order in the other text.
        (["b", "a"], ["a"], ["a", "b"], ["a"]),
    ],
)
def test_a_change_of_one_text_is_made_to_another(
    old: list[str], new: list[str], onto: list[str], result: list[str]
) -> None:
    assert list(rebased(old, new, onto)) == result


@given(LINES, LINES, LINES)
def test_what_is_rebased_has_what_was_added_and_loses_what_was_removed(
    old: list[str], new: list[str], other: list[str]
) -> None:
    onto = united(other, old)
    result = rebased(old, new, onto)
    for line in {*old, *new, *onto} - {""}:
        assert result.count(line) == onto.count(line) + new.count(line) - old.count(line)
    assert rebased(old, old, onto) == onto


@given(LINES, LINES)
def test_texts_are_alike_by_the_lines_they_do_not_share(old: list[str], new: list[str]) -> None:
    assert (n_changes(old, new) == 0) == (sorted(old) == sorted(new))
