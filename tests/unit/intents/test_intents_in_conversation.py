"""Requests that need no model, in a core with a model that cannot be reached."""

from collections.abc import Sequence

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.intents.intent_client import RULES
from assistant.llm.messages_api.model_client import Profile
from assistant.protocol.turns import ToolFinished, TurnFailed, TurnFinished
from assistant.settings import save
from tests.helpers.engine.memories import say
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, says
from tests.helpers.questions.settled import CLAUDE, answered, asked, by, record

NO_KEY = ProviderError("Check your API key", category=ErrorCategory.AUTHENTICATION)
STARTER = Profile(name="starter", model="tiny", tools=False, system_prompt="Be brief.")


def replies(running: RunningCore) -> Sequence[str]:
    return [finished.text for finished in running.of(TurnFinished)]


async def test_a_conversation_goes_on_with_no_model_and_no_key(home: Home) -> None:
    model = ScriptedModel(refusal=NO_KEY)
    async with opened(home, model, has_rules=True) as running:
        await say(running, "Set a timer for ten minutes, please.")
        await say(running, "What's 17 times 23?")
        await say(running, "Add milk and eggs to my shopping list")
        await say(running, "what's on my shopping list")
        await say(running, "cancel the timer")
        await say(running, "What did I just ask you?")

        assert replies(running) == [
            "Timer set for 10 minutes.",
            "That's 391.",
            "Added to the list “shopping”: milk, eggs.",
            "On the list “shopping”: milk, eggs.",
            "Cancelled: timer.",
            "You asked: “cancel the timer”",
        ]
        assert [call.name for call in running.of(ToolFinished)] == [
            "set_timer",
            "calculator",
            "edit_list",
            "show_list",
            "cancel_timer",
        ]
        assert model.requests == []
        entries = running.core.conversations.current.entries
        assert {entry.model for entry in entries if entry.role == "assistant"} == {RULES}
        assert {finished.model for finished in running.of(TurnFinished)} == {RULES}


async def test_what_was_decided_is_told_with_no_model(home: Home) -> None:
    model = ScriptedModel(refusal=NO_KEY)
    async with opened(home, model, has_rules=True) as running:
        now = running.core.plan.clock.now()
        response = answered(provenance=by(at=now))
        questions = running.core.store.questions
        await questions.add(record(asked(asker=CLAUDE), response, at=now))
        await say(running, "What did I decide about the database?")

        (reply,) = replies(running)
        assert reply.endswith("Claude Code · webshop · 2: Which database should we use? PostgreSQL")
        assert [call.name for call in running.of(ToolFinished)] == ["list_decisions"]
        assert model.requests == []


async def test_a_model_without_tools_has_rules_use_them(home: Home) -> None:
    model = ScriptedModel([says("Hello!")], profile=STARTER)
    async with opened(home, model, has_rules=True) as running:
        await say(running, "set a timer for 5 minutes")
        await say(running, "good morning")
        await say(running, "who are you")

        assert replies(running)[:2] == ["Timer set for 5 minutes.", "Hello!"]
        assert "Parley" in replies(running)[2]
        (request,) = model.requests
        assert [message.text for message in request.messages] == [
            "set a timer for 5 minutes",
            "Timer set for 5 minutes.",
            "good morning",
        ]


@pytest.mark.parametrize("profile", [STARTER, SCRIPTED_PROFILE], ids=["built-in", "with tools"])
@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["set a pasta timer for ten minutes", "No, wait, for five minutes."], "5 minutes"),
        (["set a timer for ten minutes", "no, five", "Sorry, I mean six."], "6 minutes"),
        (["stelle einen timer auf zehn minuten", "Nein, warte, auf fünf Minuten."], "5 Minuten"),
        (["10분 타이머 맞춰 줘", "아니, 5분."], "5분"),
        (["设一个十分钟的定时器", "不，五分钟。"], "5分钟"),
    ],
)
async def test_a_time_that_was_taken_back_is_the_only_one_set(
    home: Home, profile: Profile, said: Sequence[str], told: str
) -> None:
    model = ScriptedModel(profile=profile)
    async with opened(home, model, has_rules=True) as running:
        for text in [*said, "what timers are set"]:
            await say(running, text)

        assert told in replies(running)[-2]
        entries = running.core.conversations.current.entries
        results = [data for entry in entries for data in entry.results.values()]
        ids = [data["timer_id"] for data in results if "timer_id" in data]
        listed = results[-1]
        assert [timer["timer_id"] for timer in listed["timers"]] == ids[-1:]
        assert model.requests == []


async def test_what_takes_no_time_back_leaves_the_timer_alone(home: Home) -> None:
    model = ScriptedModel([says("Fine."), says("Sorry?")])
    async with opened(home, model, has_rules=True) as running:
        await say(running, "set a timer for ten minutes")
        await say(running, "no problem")
        await say(running, "no, five minutes")
        assert [call.name for call in running.of(ToolFinished)] == ["set_timer"]
        assert replies(running)[1:] == ["Fine.", "Sorry?"]


async def test_what_is_not_understood_whole_is_for_the_model(home: Home) -> None:
    model = ScriptedModel([says("They count down.")])
    async with opened(home, model, has_rules=True) as running:
        await say(running, "how do timers work")
        assert replies(running) == ["They count down."]
        assert running.of(ToolFinished) == []


async def test_without_a_key_what_is_for_the_model_is_rejected_as_ever(home: Home) -> None:
    async with opened(home, ScriptedModel(refusal=NO_KEY), has_rules=True) as running:
        await running.core.conversations.current.say("why is the sky blue", spoken=False)
        assert running.of(TurnFinished) == [] == running.of(TurnFailed)


@pytest.mark.parametrize("category", [ErrorCategory.CONNECTIVITY, ErrorCategory.AUTHENTICATION])
async def test_model_first_asks_rules_where_the_model_cannot_be_reached(
    home: Home, category: ErrorCategory
) -> None:
    save(home, "llm", "intents", "model first")
    model = ScriptedModel([[ProviderError("gone", category=category)], says("Four.")])
    async with opened(home, model, has_rules=True) as running:
        await say(running, "what is 2 plus 2")
        await say(running, "what is 2 plus 2")
        assert replies(running) == ["That's 4.", "Four."]
