"""Ids of tool calls as they are sent back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.messages_api.call_ids import LONGEST, CallIds

ids = st.lists(st.text(max_size=80) | st.sampled_from(["toolu_1", "", "a:0", "a_0"]), max_size=8)


@given(given_ids=ids)
def test_every_id_is_one_that_the_service_takes_and_stands_once(given_ids: list[str]) -> None:
    known = CallIds(is_strict=True)
    sent = [known.of_call(call) for call in given_ids]
    assert len(set(sent)) == len(sent)
    assert all(re.fullmatch(rf"[a-zA-Z0-9_-]{{1,{LONGEST}}}", call) for call in sent)
    assert [known.of_result(call) for call in given_ids] == sent


@given(given_ids=ids)
def test_the_same_request_has_the_same_ids_and_a_longer_one_begins_with_them(
    given_ids: list[str],
) -> None:
    first, again = CallIds(is_strict=True), CallIds(is_strict=True)
    sent = [first.of_call(call) for call in given_ids]
    assert [again.of_call(call) for call in [*given_ids, "more"]][:-1] == sent


@pytest.mark.parametrize("given_id", ["toolu_01A-b", "call_1", "functions-clock_0"])
def test_an_id_that_is_taken_stays(given_id: str) -> None:
    assert CallIds(is_strict=True).of_call(given_id) == given_id


@pytest.mark.parametrize(
    ("given_id", "sent"),
    [("functions.clock:0", True), ("a" * 200, True), ("", False), (" ", False)],
)
def test_a_local_server_gets_its_own_ids_back(given_id: str, *, sent: bool) -> None:
    assert (CallIds(is_strict=False).of_call(given_id) == given_id) is sent


def test_a_result_without_its_call_has_an_id_all_the_same() -> None:
    assert re.fullmatch(r"[\w-]+", CallIds(is_strict=True).of_result("a:b"))
