"""Another model for a conversation, and words that are sent once more."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.conversation import (
    ConversationOpened,
    NewConversation,
    QueuedMessagesChanged,
    RetryReply,
    Say,
    WithdrawMessage,
)
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.models import ModelSwitched, SwitchModel
from assistant.protocol.notices import Notice, OpenSettings
from assistant.protocol.turns import ToolStarted, TurnFailed, TurnFinished, TurnStarted
from assistant.settings import save
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import (
    SCRIPTED_PROFILE,
    ScriptedModel,
    Step,
    Wait,
    says,
    uses_tool,
)

TIMEOUT = ProviderError("Response timed out", category=ErrorCategory.TIMEOUT, hint="Try again.")
NO_KEY = ProviderError("Check your API key", category=ErrorCategory.AUTHENTICATION)


@pytest.fixture
def two(home: Home) -> Home:
    """A home whose settings offer a second model."""
    save(home, "llm", "models", "second")
    return home


def second(*script: list[Step]) -> ScriptedModel:
    return ScriptedModel(list(script), profile=replace(SCRIPTED_PROFILE, model="second"))


def told(running: RunningCore) -> Sequence[tuple[str, str, bool]]:
    """What the present branch says."""
    entries = running.core.conversations.current.entries
    return [(e.role, e.message.text, e.partial) for e in entries if e.message.text]


def commands(failed: TurnFailed) -> list[Command | OpenSettings]:
    return [action.command for action in failed.actions]


@pytest.mark.requirement("TF-13")
async def test_a_time_out_offers_the_other_model_which_gets_the_same_words(two: Home) -> None:
    other = second(says("Hello."))
    async with opened(two, ScriptedModel([[TIMEOUT]]), others={"second": other}) as running:
        assert running.of(ConversationOpened)[0].models == ("scripted", "second")
        await running.do(Say(text="Hi"))
        failed = await running.until(TurnFailed)
        assert failed.reason == "Response timed out"
        assert commands(failed) == [RetryReply(model="second"), RetryReply()]
        assert len(running.model.requests) == 1, "a time-out is not tried again by itself"

        await running.do(RetryReply(model="second"))
        finished = await running.until(TurnFinished)
        assert finished.text == "Hello."
        assert told(running) == [("user", "Hi", False), ("assistant", "Hello.", False)]
        assert [event.model for event in running.of(ModelSwitched)] == ["second"]
        # One question went out, and it is the one that was asked first.
        assert other.requests[0].messages == running.model.requests[0].messages
        assert running.of(TurnStarted)[-1].resumed


async def test_another_model_answers_for_one_turn(two: Home) -> None:
    lost = ProviderError("Network error", category=ErrorCategory.CONNECTIVITY)
    first = ScriptedModel([[lost], [lost], [lost], says("And I am back.")])
    async with opened(two, first, others={"second": second(says("Small."))}) as running:
        await running.do(Say(text="Hi"))
        await running.until(TurnFailed)
        await running.do(RetryReply(model="second", for_this_turn=True))
        assert (await running.until(TurnFinished)).text == "Small."
        assert [event.model for event in running.of(ModelSwitched)] == ["second", "scripted"]
        assert (await running.turn("And now?")).text == "And I am back."
    async with opened(two, ScriptedModel(), others={"second": second()}) as again:
        assert again.of(ConversationOpened)[0].model == "scripted"


async def test_a_model_asked_for_one_turn_makes_it_when_it_is_begun_anew(two: Home) -> None:
    lost = ProviderError("Network error", category=ErrorCategory.CONNECTIVITY)
    never = asyncio.Event()
    other = second([Wait(gate=never)], says("Small."))
    first = ScriptedModel([[lost], [lost], [lost], says("And I am back.")])
    async with opened(two, first, others={"second": other}) as running:
        await running.do(Say(text="Hi"))
        await running.until(TurnFailed)
        for count in (1, 2):  # a button may be pressed twice
            await running.do(RetryReply(model="second", for_this_turn=True))
            await running.until_true(lambda count=count: len(other.requests) >= count)
        assert (await running.until(TurnFinished)).text == "Small."
        assert (await running.turn("And now?")).text == "And I am back."


async def test_a_model_chosen_meanwhile_stays(two: Home) -> None:
    lost = ProviderError("Network error", category=ErrorCategory.CONNECTIVITY)
    gate = asyncio.Event()
    other = second([Wait(gate=gate), *says("Small.")], says("Still."))
    async with opened(two, ScriptedModel([[lost]] * 3), others={"second": other}) as running:
        await running.do(Say(text="Hi"))
        await running.until(TurnFailed)
        await running.do(RetryReply(model="second", for_this_turn=True))
        await running.do(SwitchModel(model="second"))
        gate.set()
        await running.until(TurnFinished)
        assert (await running.turn("And now?")).text == "Still."


@pytest.mark.requirement("G-19", "TF-13")
async def test_the_choice_lasts_for_the_conversation_and_over_a_restart(two: Home) -> None:
    async with opened(two, ScriptedModel(), others={"second": second(says("One"))}) as running:
        await running.do(SwitchModel(model="second"))
        await running.turn("a")
    other = second(says("Two"))
    async with opened(two, ScriptedModel(), others={"second": other}) as again:
        (announced,) = again.of(ConversationOpened)
        assert (announced.model, announced.resumed) == ("second", True)
        await again.turn("b")
        assert [m.text.split("</sent>")[-1] for m in other.requests[0].messages] == [
            "a",
            "One",
            "b",
        ]
        await again.do(NewConversation())
        assert again.of(ConversationOpened)[-1].model == "scripted"


async def test_a_conversation_of_a_model_that_is_gone_is_not_gone_on_with(two: Home) -> None:
    async with opened(two, ScriptedModel(), others={"second": second(says("One"))}) as running:
        await running.do(SwitchModel(model="second"))
        await running.turn("a")
    async with opened(two, ScriptedModel()) as again:
        (announced,) = again.of(ConversationOpened)
        assert (announced.model, announced.resumed) == ("scripted", False)


async def test_sending_again_makes_one_reply_on_a_branch_of_its_own(two: Home) -> None:
    refused = ProviderError("Wrong.", category=ErrorCategory.INVALID_REQUEST)
    script: list[list[Step]] = [[*says("Half a")[:1], refused], says("Whole.")]
    async with opened(two, ScriptedModel(script)) as running:
        await running.do(Say(text="Hi"))
        await running.until(TurnFailed)
        assert told(running) == [("user", "Hi", False), ("assistant", "Half a", True)]
        await running.do(RetryReply())
        await running.until(TurnFinished)
        assert told(running) == [("user", "Hi", False), ("assistant", "Whole.", False)]
        (first, again) = running.model.requests
        assert first.messages == again.messages
        # The screen begins anew with the branch as it is, without what was left behind.
        assert [m.text for m in running.of(HistoryLoaded)[-1].messages] == ["Hi"]
    async with opened(two, ScriptedModel()) as later:
        assert told(later) == [("user", "Hi", False), ("assistant", "Whole.", False)]


async def test_sending_again_twice_at_once_is_one_after_the_other(home: Home) -> None:
    async with opened(home, ScriptedModel([says("A"), says("B"), says("C")])) as running:
        await running.turn("Hi")
        await asyncio.gather(running.do(RetryReply()), running.do(RetryReply()))
        await running.until(TurnFinished, 2)
        (turn_id,) = {event.turn_id for event in running.of(TurnStarted)}
        assert [event.turn_id for event in running.of(TurnFailed)] == [turn_id]
        assert [role for role, _text, _partial in told(running)] == ["user", "assistant"]


async def test_words_that_wait_follow_the_reply_that_is_made_anew(home: Home) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([[Wait(gate=gate), *says("A")], says("B"), says("C")])
    async with opened(home, model) as running:
        await running.do(Say(text="Hi"))
        await running.until_requested(1)
        await running.do(Say(text="And now?"))
        await running.do(RetryReply())
        await running.until(TurnFinished, 2)
        assert [words for _role, words, _partial in told(running)] == ["Hi", "B", "And now?", "C"]


async def test_words_said_while_a_reply_is_begun_anew_come_after_it(home: Home) -> None:
    async with opened(home, ScriptedModel([says("A"), says("B"), says("C")])) as running:
        await running.turn("Hi")
        await asyncio.gather(running.do(RetryReply()), running.do(Say(text="And now?")))
        await running.until(TurnFinished, 3)
        assert [words for _role, words, _partial in told(running)] == ["Hi", "B", "And now?", "C"]


async def test_a_conversation_that_is_left_meanwhile_is_not_gone_on_with(home: Home) -> None:
    # The reply may have been begun before the conversation was left, or not.
    async with opened(home, ScriptedModel([says("A"), says("B"), says("B")])) as running:
        await running.turn("Hi")
        await asyncio.gather(running.do(RetryReply()), running.do(NewConversation()))
        assert running.of(ConversationOpened)[-1].resumed is False
        assert (await running.turn("And now?")).text == "B"
        assert told(running) == [("user", "And now?", False), ("assistant", "B", False)]


async def test_sending_again_after_tools_goes_on_after_their_results(two: Home) -> None:
    script: list[list[Step]] = [
        uses_tool("current_time", {}, text="Let me see."),
        [TIMEOUT],
        says("Noon."),
    ]
    async with opened(two, ScriptedModel(script)) as running:
        await running.do(Say(text="Time?"))
        await running.until(TurnFailed)
        await running.do(RetryReply())
        await running.until(TurnFinished)
        assert len(running.of(ToolStarted)) == 1, "no tool runs twice"
        assert running.model.requests[2].messages == running.model.requests[1].messages
        assert [text for _role, text, _partial in told(running)] == [
            "Time?",
            "Let me see.",
            "Noon.",
        ]


async def test_sending_again_without_a_key_is_stopped_before_processing(two: Home) -> None:
    async with opened(two, ScriptedModel([[TIMEOUT]])) as running:
        await running.do(Say(text="Hi"))
        await running.until(TurnFailed)
        running.model.refusal = NO_KEY
        await running.do(RetryReply())
        assert running.of(Notice)[-1].text == "Check your API key"
        assert len(running.of(TurnStarted)) == 1
        assert told(running) == [("user", "Hi", False)]


async def test_with_nothing_said_there_is_nothing_to_send(home: Home) -> None:
    async with opened(home) as running:
        await running.do(RetryReply())
        assert running.of(Notice)[-1].code == "nothing_to_send"


@pytest.mark.parametrize("model", ["third", "", "local:third"])
async def test_a_model_that_is_not_offered_is_refused(two: Home, model: str) -> None:
    async with opened(two, ScriptedModel(), others={"third": second()}) as running:
        await running.do(SwitchModel(model=model))
        assert running.of(Notice)[-1].code == "model_unavailable"
        assert running.core.conversations.current.model == "scripted"
        assert not running.of(ModelSwitched)


async def test_a_model_that_cannot_be_asked_is_not_switched_to(two: Home) -> None:
    other = second()
    other.refusal = NO_KEY
    async with opened(
        two, ScriptedModel([says("Still here.")]), others={"second": other}
    ) as running:
        await running.do(SwitchModel(model="second"))
        assert running.of(Notice)[-1].text == "Check your API key"
        assert (await running.turn("Hi")).text == "Still here."


async def test_a_turn_under_way_ends_with_the_model_it_began_with(two: Home) -> None:
    other = second(says("Two"))
    model = ScriptedModel([[Wait(seconds=0.05), *says("One")]])
    async with opened(two, model, others={"second": other}) as running:
        await running.do(Say(text="a"))
        await running.until(TurnStarted)
        await running.do(SwitchModel(model="second"))
        assert (await running.until(TurnFinished)).text == "One"
        assert (await running.turn("b")).text == "Two"
        models = [e.model for e in running.core.conversations.current.entries if e.model]
        assert models == ["scripted", "second"]


async def test_every_client_is_closed_at_the_end(two: Home) -> None:
    other = second(says("One"))
    async with opened(two, ScriptedModel(), others={"second": other}) as running:
        await running.do(SwitchModel(model="second"))
        assert not other.is_closed
    assert other.is_closed
    assert running.model.is_closed


@pytest.mark.requirement("G-22")
async def test_words_that_wait_are_told_and_can_be_taken_back(home: Home) -> None:
    model = ScriptedModel([[Wait(seconds=0.05), *says("One")], says("Two")])
    async with opened(home, model) as running:
        await running.do(Say(text="a"))
        for text in ("b", "c"):
            await running.do(Say(text=text))
        (first, kept) = running.of(QueuedMessagesChanged)[-1].waiting
        assert (first[1], kept[1]) == ("b", "c")
        await running.do(WithdrawMessage(words_id=first[0]))
        assert running.of(QueuedMessagesChanged)[-1].waiting == (kept,)
        await running.do(WithdrawMessage(words_id="nothing"))
        await running.until(TurnFinished, count=2)
        assert [e.text for e in running.of(TurnStarted)] == ["a", "c"]
        assert running.of(QueuedMessagesChanged)[-1].waiting == ()
