"""The user goes on after their turn was taken to be over: one turn is made of both."""

import asyncio

import pytest

from assistant.conversation.say_result import SayRejected
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.turns import RequestSent, TextDelta, ToolStarted, TurnFinished, TurnStarted
from tests.helpers.llm.scripted_model import Step, Wait, says, uses_tool
from tests.unit.conversation.conftest import Talk


async def _stopped(talk: Talk, *steps: Step, words: str = "Set a timer.") -> None:
    """Say something, wait for the request, and stop its turn."""
    talk.model.script.append([*steps, Wait(gate=asyncio.Event())])
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say(words, spoken=True)
    await talk.until(RequestSent)
    await talk.conversation.stop_turn()


def _asked(talk: Talk) -> list[str]:
    """Return the messages of the last request, without when and how they were sent."""
    return [m.text.rpartition("</sent>")[2] for m in talk.model.requests[-1].messages]


async def _goes_on(talk: Talk, text: str) -> TurnFinished:
    count = len(talk.of(TurnFinished))
    await talk.conversation.say(text, spoken=True, goes_on=True)
    return await talk.until(TurnFinished, count + 1)


@pytest.mark.requirement("G-22")
async def test_the_model_is_asked_anew_with_the_whole_utterance(talk: Talk) -> None:
    await _stopped(talk)
    talk.model.script.append(says("Done."))
    await _goes_on(talk, "for five minutes")
    assert _asked(talk) == ["Set a timer for five minutes"]
    assert [e.message.text for e in talk.history.entries] == [
        "Set a timer for five minutes",
        "Done.",
    ]
    first, second = talk.of(TurnStarted)
    assert (second.text, second.replaces) == ("Set a timer for five minutes", first.turn_id)


async def test_what_the_reply_had_begun_is_left_behind(talk: Talk) -> None:
    talk.model.script.append([*says("Half of a reply")[:1], Wait(gate=asyncio.Event())])
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say("Tell me", spoken=True)
    await talk.until(TextDelta)
    await talk.conversation.stop_turn()
    talk.model.script.append(says("All of it."))
    await _goes_on(talk, "everything")
    assert [e.message.text for e in talk.history.entries] == ["Tell me everything", "All of it."]


async def test_with_nothing_more_the_same_words_are_asked_again(talk: Talk) -> None:
    await _stopped(talk, words="Tell me")
    talk.model.script.append(says("Well."))
    await _goes_on(talk, "")
    assert _asked(talk) == ["Tell me"]


async def test_what_a_tool_did_is_not_done_twice(talk: Talk) -> None:
    talk.model.script += [
        uses_tool("clock", {}),
        [*says("It is")[:1], Wait(gate=asyncio.Event())],
    ]
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say("What time is it", spoken=True)
    await talk.until(TextDelta)
    await talk.conversation.stop_turn()
    talk.model.script.append(says("Noon there."))
    await _goes_on(talk, "in Paris")
    assert len(talk.tool.runs) == 1
    messages = talk.model.requests[-1].messages
    assert _asked(talk)[-1] == "in Paris"
    assert any(isinstance(block, ToolUseBlock) for m in messages for block in m.content)
    assert talk.of(TurnStarted)[-1].replaces is None


async def test_a_tool_that_was_stopped_counts_as_run(talk: Talk) -> None:
    talk.model.script.append(uses_tool("hang", {}))
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say("Send it", spoken=True)
    await talk.until(ToolStarted)
    await talk.conversation.stop_turn()
    talk.model.script.append(says("To her too."))
    await _goes_on(talk, "to Ann")
    assert _asked(talk)[-1] == "to Ann"


async def test_after_a_turn_that_was_not_stopped_they_are_words_of_their_own(talk: Talk) -> None:
    talk.model.script += [says("One."), says("Two.")]
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.turn("Count", spoken=True)
    await _goes_on(talk, "further")
    assert [e.message.text for e in talk.history.entries] == ["Count", "One.", "further", "Two."]


async def test_typed_words_are_gone_on_from_by_a_message_of_their_own(talk: Talk) -> None:
    endless: list[Step] = [Wait(gate=asyncio.Event())]
    talk.model.script += [endless, says("Two.")]
    await talk.conversation.say("Count", spoken=False)
    await talk.until(RequestSent)
    await talk.conversation.stop_turn()
    talk.conversation.signal(ConversationSignal.WAKE)
    await _goes_on(talk, "further")
    assert talk.history.entries[0].message.text == "Count"


async def test_words_said_in_between_are_not_taken_back(talk: Talk) -> None:
    await _stopped(talk, words="Tell me")
    talk.model.script += [says("One."), says("Two.")]
    await talk.turn("Count", spoken=True)
    await _goes_on(talk, "further")
    assert [e.message.text for e in talk.history.entries if e.role == "user"] == [
        "Tell me",
        "Count",
        "further",
    ]


async def test_nothing_more_after_a_turn_that_cannot_be_joined_is_nothing(talk: Talk) -> None:
    said = await talk.conversation.say("", spoken=True, goes_on=True)
    assert said == SayRejected(notice=None)


async def test_a_key_refused_meanwhile_leaves_what_was_said(talk: Talk) -> None:
    await _stopped(talk, words="Tell me")
    talk.model.refusal = ProviderError("Check", category=ErrorCategory.AUTHENTICATION)
    await talk.conversation.say("more", spoken=True, goes_on=True)
    assert [e.message.text for e in talk.history.entries][:1] == ["Tell me"]
