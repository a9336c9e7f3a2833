from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.model.message_tree import branch_to, forks, latest_branch, leaf_below
from assistant.storage.model.records import MessageRecord
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


@pytest.mark.requirement("MSG-15")
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

    after = len(whole) - lost - 1
    assert branch.messages[-after:] == whole[lost + 1 :]
    assert branch.missing_parent == whole[lost].uuid


@given(st.integers(2, 12), st.data())
def test_a_message_whose_id_is_damaged_costs_no_other(length: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, length - 1), label="damaged")
    is_parent = data.draw(st.booleans(), label="the id of the one before it")
    chain = [message(f"m{n}", f"m{n - 1}" if n else None) for n in range(length)]
    damaged = {"parent_uuid": "m\ufffd"} if is_parent and place else {"uuid": "m\ufffd"}
    chain[place] = replace(chain[place], **damaged)

    found = {record.uuid for record in latest_branch(chain).messages}

    assert found >= {f"m{n}" for n in range(length) if n != place}


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


def roots(tree: Tree) -> dict[str, list[str]]:
    """Return the way from a first message to each message, by its id."""
    ways: dict[str, list[str]] = {}
    for record in tree.records:
        before = [] if record.parent_uuid is None else ways[record.parent_uuid]
        ways[record.uuid] = [*before, record.uuid]
    return ways


@given(trees(), st.randoms())
def test_a_branch_can_end_at_any_message(tree: Tree, random: Random) -> None:
    end = random.choice(tree.records).uuid

    branch = branch_to(tree.records, end)

    assert uuids(branch.messages) == roots(tree)[end]
    assert branch.missing_parent is None


@given(trees())
def test_a_branch_to_a_message_that_is_not_there_is_the_latest(tree: Tree) -> None:
    assert branch_to(tree.records, "gone") == latest_branch(tree.records)


@given(trees(), st.randoms())
def test_the_leaf_below_a_message_ends_the_latest_branch_that_holds_it(
    tree: Tree, random: Random
) -> None:
    held = random.choice(tree.records).uuid
    followed = {record.parent_uuid for record in tree.records}
    ends = [r.uuid for r in tree.records if r.uuid not in followed and held in roots(tree)[r.uuid]]

    assert leaf_below(tree.records, held) == ends[-1]


def test_there_is_no_leaf_below_a_message_that_is_not_there() -> None:
    assert leaf_below((message("m1"),), "gone") is None
    assert leaf_below((), "gone") is None


def test_a_circle_has_a_leaf_below_each_of_its_messages() -> None:
    circle = (message("a", "b"), message("b", "a"))

    assert leaf_below(circle, "a") == "a"
    assert leaf_below((*circle, message("c", "b")), "a") == "c"


@given(trees())
def test_forks_are_where_several_messages_follow_one(tree: Tree) -> None:
    found = forks(tree.records)

    for (parent, role), beside in found.items():
        assert len(beside) > 1
        assert role == "user"
        assert list(beside) == [r.uuid for r in tree.records if r.parent_uuid == parent]
    alone = {r.uuid for r in tree.records} - {uuid for beside in found.values() for uuid in beside}
    parents = [r.parent_uuid for r in tree.records if r.uuid in alone]
    assert len(parents) == len(set(parents))


def test_messages_of_different_roles_are_no_fork() -> None:
    asked, told = message("m2", "m1"), replace(message("m3", "m1"), role="assistant")

    assert forks((message("m1"), asked, told)) == {}
