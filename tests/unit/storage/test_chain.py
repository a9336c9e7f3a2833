from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.chain import latest_branch
from assistant.storage.records import MessageRecord
from tests.unit.storage.samples import message


@dataclass(frozen=True)
class Tree:
    """Messages as they were stored; `parents[i]` is the index of i's parent, or None."""

    records: tuple[MessageRecord, ...]
    parents: tuple[int | None, ...]


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """A conversation that branches: every message follows an earlier one, or starts anew."""
    size = draw(st.integers(min_value=1, max_value=30))
    parents = tuple(
        draw(st.one_of(st.none(), st.integers(0, index - 1))) if index else None
        for index in range(size)
    )
    records = tuple(
        message(f"m{index}", None if parent is None else f"m{parent}")
        for index, parent in enumerate(parents)
    )
    return Tree(records, parents)


def uuids(records: Sequence[MessageRecord]) -> list[str]:
    return [record.uuid for record in records]


def test_no_messages_are_an_empty_branch() -> None:
    branch = latest_branch(())

    assert branch.messages == ()
    assert branch.missing_parent is None
    assert not branch.is_circular


@given(trees())
def test_a_branch_leads_from_a_root_to_the_message_stored_last(tree: Tree) -> None:
    branch = latest_branch(tree.records)

    assert branch.messages[0].parent_uuid is None
    assert branch.messages[-1] == tree.records[-1]
    assert branch.missing_parent is None
    assert not branch.is_circular


@given(trees())
def test_each_message_follows_the_one_before(tree: Tree) -> None:
    messages = latest_branch(tree.records).messages

    for before, after in zip(messages, messages[1:], strict=False):
        assert after.parent_uuid == before.uuid


@given(trees())
def test_a_branch_holds_every_ancestor_and_nothing_else(tree: Tree) -> None:
    expected: list[str] = []
    index: int | None = len(tree.records) - 1
    while index is not None:
        expected.append(f"m{index}")
        index = tree.parents[index]

    assert uuids(latest_branch(tree.records).messages) == expected[::-1]


@given(trees(), st.data())
def test_after_a_gap_the_messages_that_can_be_reached_are_returned(
    tree: Tree, data: st.DataObject
) -> None:
    whole = latest_branch(tree.records).messages
    lost = data.draw(st.integers(0, len(whole) - 1), label="lost")
    rest = [record for record in tree.records if record.uuid != whole[lost].uuid]
    if lost == len(whole) - 1:  # then an older leaf is the latest, on whichever branch
        branch = latest_branch(rest)
        assert branch.missing_parent is None
        return

    branch = latest_branch(rest)

    assert branch.messages == whole[lost + 1 :]
    assert branch.missing_parent == whole[lost].uuid


@given(trees(), st.randoms(use_true_random=False))
def test_messages_stored_out_of_order_still_form_a_branch(tree: Tree, random: Random) -> None:
    shuffled = list(tree.records)
    random.shuffle(shuffled)

    messages = latest_branch(shuffled).messages

    assert messages[0].parent_uuid is None
    assert messages[-1].uuid not in {record.parent_uuid for record in shuffled}


def test_a_circle_is_cut_open_at_the_message_stored_last() -> None:
    branch = latest_branch((message("a", "c"), message("b", "a"), message("c", "b")))

    assert uuids(branch.messages) == ["a", "b", "c"]
    assert branch.is_circular


def test_a_circle_before_a_leaf_ends_the_way_back() -> None:
    branch = latest_branch((message("a", "b"), message("b", "a"), message("c", "b")))

    assert uuids(branch.messages) == ["a", "b", "c"]
    assert branch.is_circular
