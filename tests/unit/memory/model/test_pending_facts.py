"""Facts that wait for room survive being stored, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.model.pending_facts import WaitingFact, read, written
from assistant.memory.model.scope import Scope
from assistant.memory.owner import Whose

ONE = WaitingFact(
    whose=Whose(workspace="default", agent="a", user="me"),
    scope=Scope.AGENT,
    fact='Says "안녕"',
)


@given(
    st.lists(
        st.builds(
            WaitingFact,
            whose=st.just(ONE.whose),
            scope=st.sampled_from(Scope),
            fact=st.text(st.characters(exclude_categories=["Cs"])),
        )
    ).map(tuple)
)
def test_what_is_written_is_read(facts: tuple[WaitingFact, ...]) -> None:
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
