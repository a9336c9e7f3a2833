"""Facts that wait for room survive being stored, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.model.pending_facts import PendingFact, read, written
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner

ONE = PendingFact(
    owner=MemoryOwner(workspace="default", agent="a", user="me"),
    scope=MemoryScope.AGENT,
    fact='Says "안녕"',
)


@given(
    st.lists(
        st.builds(
            PendingFact,
            owner=st.just(ONE.owner),
            scope=st.sampled_from(MemoryScope),
            fact=st.text(st.characters(exclude_categories=["Cs"])),
        )
    ).map(tuple)
)
def test_what_is_written_is_read(facts: tuple[PendingFact, ...]) -> None:
    assert read(written(facts)) == facts


@pytest.mark.parametrize("stored", [None, "", "nonsense", "{}", "[1]", '[{"fact": 1}]'])
def test_what_was_not_written_so_is_nothing(stored: str | None) -> None:
    assert read(stored) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [('"agent":"a"', '"agent":"../a"'), ('"scope":"agent"', '"scope":"all"'), ('"fact"', '"f"')],
)
def test_a_fact_that_belongs_nowhere_is_left_out(old: str, new: str) -> None:
    both = written((ONE, ONE))
    assert old in both
    assert read(both.replace(old, new, 1)) == (ONE,)
