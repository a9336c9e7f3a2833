"""Conversations that go on beside the one that is shown."""

import asyncio

import pytest

from assistant.conversation.conversation_registry import ConversationLease
from assistant.home import Home
from assistant.protocol.conversation import (
    ConversationOpened,
    ConversationScoped,
    NewConversation,
    Say,
    Stop,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import (
    ConversationsListed,
    DeleteConversation,
    ListConversations,
    OpenConversation,
)
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import TextDelta, TurnFailed, TurnFinished, TurnStarted
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool

ASKS = uses_tool(
    "ask_user_question",
    {
        "questions": [
            {
                "question": "Which?",
                "header": "Which",
                "options": [{"label": "A"}, {"label": "B"}],
            }
        ]
    },
)


def in_the_middle(gate: asyncio.Event) -> ScriptedModel:
    """Return a model whose first reply waits for `gate`, and whose others are whole."""
    first = says("One moment, please")
    return ScriptedModel(
        [[*first[:1], Wait(gate=gate), *first[1:]], says("Second."), says("Third.")]
    )


async def held(
    running: RunningCore, conversation_id: str | None = None
) -> tuple[ConversationLease, list[EngineEvent]]:
    """Hold a conversation, or a new one beside the one that is shown, and listen to it."""
    lease = await running.core.conversations.registry.acquire(conversation_id)
    told: list[EngineEvent] = []

    def hear(event: EngineEvent) -> None:
        told.append(event)
        running.heard.set()

    lease.subscribe(hear)
    return lease, told


async def until_told(running: RunningCore, told: list[EngineEvent], kind: type) -> None:
    await running.until_true(lambda: any(isinstance(event, kind) for event in told))


async def test_a_turn_in_another_conversation_is_told_to_those_who_listen_to_it(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hello."), says("Here.")])) as running:
        shown = running.core.conversations.current
        lease, told = await held(running)
        other = lease.conversation.conversation_id
        before = len(running.events)
        await running.do(Say(text="Hi", conversation_id=other))
        await until_told(running, told, TurnFinished)
        await running.settle()
        assert [e for e in running.events[before:] if isinstance(e, ConversationScoped)] == []
        assert {e.conversation_id for e in told if isinstance(e, ConversationScoped)} == {other}
        assert shown.is_empty
        finished = await running.turn("And you?")
        assert (finished.text, finished.conversation_id) == ("Here.", shown.conversation_id)


async def test_two_turns_are_under_way_at_once_and_each_has_its_queue(home: Home) -> None:
    gate = asyncio.Event()
    async with opened(home, in_the_middle(gate)) as running:
        lease, told = await held(running)
        await running.do(Say(text="Slow", conversation_id=lease.conversation.conversation_id))
        await running.do(Say(text="Later", conversation_id=lease.conversation.conversation_id))
        await until_told(running, told, TextDelta)
        assert (await running.turn("Quick")).text == "Second."
        assert not any(isinstance(event, TurnFinished) for event in told)
        gate.set()
        await running.until_true(lambda: sum(isinstance(e, TurnFinished) for e in told) == 2)
        assert [e.text for e in told if isinstance(e, TurnStarted)] == ["Slow", "Later"]
        assert len(running.of(TurnFinished)) == 1


async def test_stopping_names_the_conversation(home: Home) -> None:
    async with opened(home, in_the_middle(asyncio.Event())) as running:
        lease, told = await held(running)
        other = lease.conversation.conversation_id
        await running.do(Say(text="Slow", conversation_id=other))
        await until_told(running, told, TextDelta)
        await running.do(Stop())
        assert lease.conversation.turn_id is not None
        await running.do(Stop(conversation_id=other))
        await until_told(running, told, TurnFailed)
        assert lease.conversation.turn_id is None


@pytest.mark.parametrize("keeps_waiting", [True, False])
async def test_words_that_wait_are_sent_after_a_stop_that_keeps_them(
    home: Home, keeps_waiting: bool
) -> None:
    model = in_the_middle(asyncio.Event())
    async with opened(home, model) as running:
        await running.do(Say(text="Slow"))
        await running.until(TextDelta)
        await running.do(Say(text="Next"))
        await running.do(Stop(keeps_waiting=keeps_waiting))
        await running.until(TurnFailed)
        await running.settle()
        said = [event.text for event in running.of(TurnStarted)]
        assert said == (["Slow", "Next"] if keeps_waiting else ["Slow"])


async def test_a_conversation_that_is_held_goes_on_when_another_is_shown(home: Home) -> None:
    gate = asyncio.Event()
    async with opened(home, in_the_middle(gate)) as running:
        conversations = running.core.conversations
        first = conversations.current
        lease, told = await held(running, first.conversation_id)
        assert lease.conversation is first
        await running.do(Say(text="Slow"))
        await running.until(TextDelta)
        await running.do(NewConversation())
        assert conversations.current is not first
        assert first.turn_id is not None
        gate.set()
        await until_told(running, told, TurnFinished)
        assert [entry.message.text for entry in first.entries] == ["Slow", "One moment, please"]
        assert running.of(TurnFinished) == []
        await running.do(OpenConversation(conversation_id=first.conversation_id))
        assert conversations.current is first
        await lease.release()
        assert conversations.registry.find(first.conversation_id) is first
        await running.do(NewConversation())
        assert conversations.registry.find(first.conversation_id) is None


async def test_a_conversation_that_nobody_holds_ends_with_its_turn(home: Home) -> None:
    async with opened(home, in_the_middle(asyncio.Event())) as running:
        lease, told = await held(running)
        await lease.conversation.say("Slow", spoken=False)
        await until_told(running, told, TextDelta)
        other = lease.conversation.conversation_id
        await lease.release()
        await lease.release()
        assert any(isinstance(event, TurnFailed) for event in told)
        assert running.core.conversations.registry.find(other) is None
        await running.do(Say(text="Anybody?", conversation_id=other))
        assert (await running.until_notice("conversation_not_open")).conversation_id == other
        assert running.of(TurnStarted) == []


async def test_a_question_of_another_conversation_is_put_on_every_surface(home: Home) -> None:
    async with opened(home, ScriptedModel([ASKS, says("B it is.")])) as running:
        lease, told = await held(running)
        other = lease.conversation.conversation_id
        await running.do(Say(text="Ask me", conversation_id=other))
        asked = await running.until(QuestionAsked)
        assert (asked.conversation_id, asked.origin.conversation_id) == (other, other)
        await running.answer_b()
        await running.until(QuestionClosed)
        await until_told(running, told, TurnFinished)
        assert running.of(TurnFinished) == []


async def test_it_gets_a_title_and_can_be_deleted(home: Home) -> None:
    async with opened(home, in_the_middle(asyncio.Event())) as running:
        await running.do(ListConversations())
        lease, told = await held(running)
        other = lease.conversation.conversation_id
        await running.do(Say(text="Plan the garden", conversation_id=other))
        await until_told(running, told, TextDelta)
        await running.settle()
        listed = running.of(ConversationsListed)[-1].conversations
        assert [(one.conversation_id, one.title) for one in listed] == [(other, "Plan the garden")]
        opened_before = len(running.of(ConversationOpened))
        await running.do(DeleteConversation(conversation_id=other))
        assert running.core.conversations.registry.find(other) is None
        assert running.of(ConversationsListed)[-1].conversations == ()
        assert len(running.of(ConversationOpened)) == opened_before
        await lease.release()
        await running.settle()
        assert [n.code for n in running.of(Notice) if n.code == "command_failed"] == []


async def test_all_of_them_end_with_the_program(home: Home) -> None:
    async with opened(home, in_the_middle(asyncio.Event())) as running:
        lease, told = await held(running)
        await lease.conversation.say("Slow", spoken=False)
        await until_told(running, told, TextDelta)
        conversation = lease.conversation
    assert conversation.turn_id is None
