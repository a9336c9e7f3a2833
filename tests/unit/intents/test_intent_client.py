"""What an intent client does in every state of a turn, with a scripted model behind it."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any

import pytest
from typing_extensions import override

from assistant.errors import ErrorCategory, ProviderError
from assistant.intents.intent_client import RULES, IntentClient, IntentOrder
from assistant.llm.messages_api.messages import (
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    user_text,
)
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    TextReceived,
    ToolSpec,
)
from tests.helpers.clock import ManualClock
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Step, says

STARTER = Profile(name="starter", model="tiny", tools=False)
TOOLS = frozenset({"set_timer", "calculator", "current_time", "open_application", "cancel_timer"})
SPEC = ToolSpec(name="set_timer", description="", input_schema={})


def client_of(
    model: ScriptedModel,
    order: IntentOrder = "rules first",
    tools: frozenset[str] = TOOLS,
    language: str = "en",
) -> IntentClient:
    clock = ManualClock(datetime(2026, 3, 4, 10, 15, tzinfo=UTC))
    return IntentClient(
        inner=model, order=order, tools=lambda: tools, clock=clock, language=lambda: language
    )


def asks(*messages: Message, results: dict[str, dict[str, Any]] | None = None) -> ModelRequest:
    return ModelRequest(system=(), messages=messages, tools=(SPEC,), results=results or {})


def after_call(text: str, call: ToolUseBlock, result: ToolResultBlock) -> tuple[Message, ...]:
    return (
        user_text(text),
        Message(role="assistant", content=(call,)),
        Message(role="user", content=(result,)),
    )


async def events_of(client: IntentClient, request: ModelRequest) -> Sequence[ModelEvent]:
    async with aclosing(client.stream(request)) as events:
        return [event async for event in events]


async def words_of(client: IntentClient, request: ModelRequest) -> str:
    events = await events_of(client, request)
    return "".join(event.text for event in events if isinstance(event, TextReceived))


class LoadingModel(ScriptedModel):
    """One that is never ready."""

    @override
    async def warm_up(self) -> None:
        await asyncio.Event().wait()


async def test_what_needs_no_model_does_not_wait_until_one_is_loaded() -> None:
    client = client_of(LoadingModel())
    loading = asyncio.create_task(client.warm_up())
    await asyncio.sleep(0)
    events = await events_of(client, asks(user_text("what is 2 plus 2")))
    assert isinstance(events[0], BlockReceived)
    assert not loading.done()
    loading.cancel()


async def test_words_that_are_understood_become_a_call_of_the_tool() -> None:
    model = ScriptedModel()
    events = await events_of(client_of(model), asks(user_text("set a timer for ten minutes")))
    assert events == [
        BlockReceived(
            block=ToolUseBlock(
                id="rule_set_timer", name="set_timer", input={"kind": "timer", "duration": 600}
            )
        ),
        ReplyReceived(stop_reason="tool_use", model=RULES),
    ]
    assert model.requests == []


async def test_the_stamp_before_the_words_is_not_looked_at() -> None:
    stamped = Message(
        role="user",
        content=(
            TextBlock(text="<sent>2026-03-04 10:15</sent>"),
            TextBlock(text="what time is it"),
        ),
    )
    events = await events_of(client_of(ScriptedModel()), asks(stamped))
    assert isinstance(events[0], BlockReceived)


CALL = ToolUseBlock(id="rule_set_timer_2", name="set_timer", input={"duration": 600})


async def test_the_result_of_a_call_becomes_words_made_by_rule() -> None:
    result = ToolResultBlock(tool_use_id=CALL.id, content="Set.")
    request = asks(*after_call("set a timer for ten minutes", CALL, result))
    events = await events_of(client_of(ScriptedModel()), request)
    assert events[0] == TextReceived(text="Timer set for 10 minutes.")
    assert events[-1] == ReplyReceived(stop_reason="end_turn", model=RULES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("십 분 타이머 맞춰 줘", "10분 타이머를 맞췄어요."),
        ("设一个十分钟的定时器", "已设好10分钟的定时器。"),
    ],
)
async def test_the_words_are_in_the_language_of_the_request(text: str, words: str) -> None:
    result = ToolResultBlock(tool_use_id=CALL.id, content="Set.")
    assert (
        await words_of(client_of(ScriptedModel()), asks(*after_call(text, CALL, result))) == words
    )


@pytest.mark.parametrize(
    ("interface", "before", "words"),
    [
        pytest.param("en", (), "That's 3.", id="English window"),
        pytest.param("ko", (), "3입니다.", id="Korean window"),
        pytest.param("zh", (), "等于3。", id="Chinese window"),
        pytest.param("en", ("안녕하세요", "5"), "3입니다.", id="Korean conversation"),
        pytest.param("ko", ("你好",), "等于3。", id="Chinese conversation"),
        pytest.param("zh", ("What is the time?",), "That's 3.", id="English conversation"),
    ],
)
async def test_figures_alone_are_answered_in_the_language_of_the_conversation_or_the_window(
    interface: str, before: tuple[str, ...], words: str
) -> None:
    client = client_of(ScriptedModel(), language=interface)
    said = tuple(map(user_text, before))
    [received, _end] = await events_of(client, asks(*said, user_text("1+2")))
    assert isinstance(received, BlockReceived)
    assert isinstance(received.block, ToolUseBlock)
    result = ToolResultBlock(tool_use_id=received.block.id, content="3")
    request = asks(
        *said,
        *after_call("1+2", received.block, result),
        results={result.tool_use_id: {"value": "3"}},
    )
    assert await words_of(client, request) == words


async def test_a_refusal_is_accepted_without_asking_the_model() -> None:
    call = ToolUseBlock(
        id="rule_open_application", name="open_application", input={"name": "firefox"}
    )
    result = ToolResultBlock(tool_use_id=call.id, content="no", is_error=True)
    request = asks(
        *after_call("open firefox", call, result), results={call.id: {"is_refused": True}}
    )
    assert await words_of(client_of(ScriptedModel()), request) == "All right, I left it."


FAILED = asks(
    *after_call(
        "what time is it in narnia",
        ToolUseBlock(id="rule_get_time", name="current_time", input={"place": "narnia"}),
        ToolResultBlock(tool_use_id="rule_get_time", content="place: unknown", is_error=True),
    )
)


async def test_a_model_with_tools_may_make_something_of_a_failure() -> None:
    model = ScriptedModel([says("Narnia has no time zone.")])
    assert await words_of(client_of(model), FAILED) == "Narnia has no time zone."


@pytest.mark.parametrize(
    "model",
    [
        ScriptedModel(profile=STARTER),
        ScriptedModel([[ProviderError("gone", category=ErrorCategory.CONNECTIVITY)]]),
    ],
    ids=["no tools", "no network"],
)
async def test_else_a_failure_is_told_by_rule(model: ScriptedModel) -> None:
    assert await words_of(client_of(model), FAILED) == "I don't know what time it is in narnia."


async def test_what_no_memory_says_the_conversation_may() -> None:
    call = ToolUseBlock(id="rule_recall", name="recall", input={"query": "locker"})
    result = ToolResultBlock(tool_use_id=call.id, content="Nothing of that is in memory")
    request = asks(*after_call("what did i tell you about my locker", call, result))
    model = ScriptedModel([says("It is number 12.")])
    assert await words_of(client_of(model), request) == "It is number 12."
    built_in = client_of(ScriptedModel(profile=STARTER))
    assert await words_of(built_in, request) == "I remember nothing about that."


async def test_results_of_the_models_own_calls_are_the_models() -> None:
    call = ToolUseBlock(id="toolu_01", name="set_timer", input={"duration": 600})
    result = ToolResultBlock(tool_use_id=call.id, content="Set.")
    model = ScriptedModel([says("Done.")])
    request = asks(*after_call("set a timer for ten minutes", call, result))
    assert await words_of(client_of(model), request) == "Done."


@pytest.mark.parametrize(
    "request_",
    [
        asks(user_text("tell me about timers")),
        ModelRequest(system=(), messages=(user_text("what time is it"),)),
        ModelRequest(
            system=(), messages=(user_text("what time is it"),), tools=(SPEC,), tool_choice="none"
        ),
    ],
    ids=["not understood", "no request of a turn", "no tools allowed"],
)
async def test_other_requests_go_to_the_model(request_: ModelRequest) -> None:
    model = ScriptedModel([says("Yes.")])
    assert await words_of(client_of(model), request_) == "Yes."
    assert model.requests == [request_]


async def test_a_rule_whose_tool_is_switched_off_does_not_apply() -> None:
    model = ScriptedModel([says("I cannot.")])
    client = client_of(model, tools=TOOLS - {"set_timer"})
    assert await words_of(client, asks(user_text("set a timer for 5 minutes"))) == "I cannot."
    assert not client.can_answer("set a timer for 5 minutes")


@pytest.mark.parametrize("text", ["who are you", "what's the weather tomorrow"])
async def test_who_it_is_and_what_it_cannot_do_is_said_for_the_built_in_model_alone(
    text: str,
) -> None:
    larger = ScriptedModel([says("…")], profile=SCRIPTED_PROFILE)
    assert await words_of(client_of(larger), asks(user_text(text))) == "…"
    built_in = ScriptedModel(profile=STARTER)
    words = await words_of(client_of(built_in), asks(user_text(text)))
    assert "Parley" in words or "internet" in words


def gone(category: ErrorCategory) -> list[Step]:
    return [ProviderError("gone", category=category)]


@pytest.mark.parametrize(
    ("category", "is_answered"),
    [
        (ErrorCategory.CONNECTIVITY, True),
        (ErrorCategory.AUTHENTICATION, True),
        (ErrorCategory.NOT_LET_IN, True),
        (ErrorCategory.INVALID_REQUEST, False),
        (ErrorCategory.CONTEXT_TOO_LONG, False),
    ],
)
async def test_model_first_uses_rules_where_the_model_cannot_be_reached(
    category: ErrorCategory, is_answered: bool
) -> None:
    client = client_of(ScriptedModel([gone(category)]), "model first")
    request = asks(user_text("what is 2 plus 2"))
    if is_answered:
        assert len(await events_of(client, request)) == 2
    else:
        with pytest.raises(ProviderError):
            await events_of(client, request)


async def test_a_reply_that_breaks_off_after_its_first_word_is_not_replaced() -> None:
    broken: list[Step] = [TextReceived(text="It"), *gone(ErrorCategory.CONNECTIVITY)]
    client = client_of(ScriptedModel([broken]), "model first")
    with pytest.raises(ProviderError):
        await events_of(client, asks(user_text("what is 2 plus 2")))


async def test_what_no_rule_understands_fails_as_the_model_does() -> None:
    client = client_of(ScriptedModel([gone(ErrorCategory.CONNECTIVITY)]), "model first")
    with pytest.raises(ProviderError, match="gone"):
        await events_of(client, asks(user_text("why is the sky blue")))


async def test_the_rest_is_the_models() -> None:
    model = ScriptedModel(refusal=ProviderError("no key", category=ErrorCategory.AUTHENTICATION))
    client = client_of(model)
    assert isinstance(client, IntentClient)
    assert client.profile == model.profile
    with pytest.raises(ProviderError, match="no key"):
        await client.check()
    await client.warm_up()
    await client.aclose()
    assert model.is_warm
    assert model.is_closed
