"""A choice that cannot be read: the model is told, once, and the user sees it folded."""

from assistant.conversation.history.model.message_view import to_message_views
from assistant.protocol.messages import TextPart, UnreadableChoicePart
from assistant.protocol.turns import TurnFinished, UnreadableChoiceFound
from tests.helpers.llm.scripted_model import says
from tests.unit.conversation.conftest import Talk

BROKEN = '```json\n{"type": "user_choice", "question": "Which?", "options": [Tea, Coffee]}\n```'
GOOD = '```json\n{"type": "user_choice", "question": "Which?", "options": ["Tea", "Coffee"]}\n```'


async def said(talk: Talk, *replies: str) -> TurnFinished:
    talk.model.script += [says(reply) for reply in replies]
    return await talk.turn("Help me choose.")


def told(talk: Talk, request: int) -> str:
    """Return the last message of a request, which is the user's."""
    last = talk.model.requests[request].messages[-1]
    assert last.role == "user"
    return last.text


async def test_the_model_is_told_what_was_wrong_and_its_next_choice_is_asked(talk: Talk) -> None:
    finished = await said(talk, f"Here you are.\n{BROKEN}", GOOD)
    assert finished.has_user_choice
    assert "user_choice" not in finished.text
    assert len(talk.model.requests) == 2
    assert "could not be read" in told(talk, 1)
    assert "'Tea' outside a string" in told(talk, 1)
    (found,) = [event for event in talk.events if isinstance(event, UnreadableChoiceFound)]
    assert found.text == BROKEN


async def test_it_is_told_once_and_then_the_turn_is_over(talk: Talk) -> None:
    finished = await said(talk, BROKEN, BROKEN)
    assert not finished.has_user_choice
    assert len(talk.model.requests) == 2
    talk.model.script += [says("Sorry.")]
    await talk.turn("And?")
    assert "could not be read" in told(talk, 2)
    assert told(talk, 2).endswith("And?")


async def test_a_choice_beside_it_that_can_be_read_is_asked_at_once(talk: Talk) -> None:
    finished = await said(talk, f"{BROKEN}\nOr rather:\n{GOOD}")
    assert finished.has_user_choice
    assert len(talk.model.requests) == 1


async def test_a_reply_that_breaks_off_at_its_length_is_not_asked_for_again(talk: Talk) -> None:
    talk.model.script += [says(BROKEN[:60], stop_reason="max_tokens")]
    finished = await talk.turn("Help me choose.")
    assert finished.reason
    assert len(talk.model.requests) == 1


async def test_the_history_shows_it_folded(talk: Talk) -> None:
    await said(talk, f"Well.\n{BROKEN}\nSo?", "Tea or coffee?")
    _words, broken, again = to_message_views(talk.history.entries)
    assert broken.parts == (TextPart(text="Well.\n\nSo?"), UnreadableChoicePart(text=BROKEN))
    assert again.text == "Tea or coffee?"
