"""What stands under the first replies of the built-in model."""

import itertools

import pytest

from assistant.conversation.turn.model.model_advice import ADVISED_REPLIES, model_advice
from assistant.llm.model_choice.choice import LocalServerOffer
from assistant.protocol.models import UseLocalServer
from assistant.protocol.notices import ModelAdvice, OpenSettings

OLLAMA = LocalServerOffer(base_url="http://127.0.0.1:11434", model="llama3.2")
LARGER = OpenSettings(page="model", field="llm_starter_model")
KEY = OpenSettings(page="model", field="secret")


def advice(
    *, is_guided: bool = True, is_fetching: bool = False, offer: LocalServerOffer | None = None
) -> ModelAdvice:
    found = model_advice(replies=0, is_guided=is_guided, is_fetching=is_fetching, offer=offer)
    assert found is not None
    return found


def test_it_says_who_answered_and_what_a_better_one_would_change() -> None:
    assert "built-in model answered" in advice().text
    assert "can use tools" in advice().text
    assert [action.command for action in advice().actions] == [LARGER, KEY]


def test_the_smallest_says_that_it_is_often_wrong() -> None:
    assert "often wrong" in advice(is_guided=False).text


def test_one_on_its_way_need_not_be_asked_for() -> None:
    found = advice(is_fetching=True)
    assert "being downloaded" in found.text
    assert [action.command for action in found.actions] == [KEY]


def test_a_server_that_was_found_is_named() -> None:
    *_others, last = advice(offer=OLLAMA).actions
    assert last.command == UseLocalServer()
    assert "llama3.2" in last.label


@pytest.mark.parametrize("replies", [ADVISED_REPLIES, ADVISED_REPLIES + 1, 1000])
def test_whoever_was_told_thrice_knows(replies: int) -> None:
    for is_guided, is_fetching, offer in itertools.product(
        (False, True), (False, True), (None, OLLAMA)
    ):
        assert (
            model_advice(replies=replies, is_guided=is_guided, is_fetching=is_fetching, offer=offer)
            is None
        )
