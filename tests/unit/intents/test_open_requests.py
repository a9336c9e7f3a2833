"""Requests that lack a value: what is asked, and what is done with the answer."""

from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any

import pytest

from assistant.home import Home
from assistant.intents.intent_client import IntentClient
from assistant.intents.open_requests import answered_requests, question_input
from assistant.intents.recogniser import open_request, recognise
from assistant.llm.messages_api.messages import Message, ToolResultBlock, ToolUseBlock, user_text
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    TextReceived,
    ToolSpec,
)
from assistant.protocol.conversation import Say
from assistant.protocol.turns import TurnFinished
from assistant.questions.formats import TOOL_NAME, parse_tool_input
from assistant.questions.model.question import Cancelled, CancelReason
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday
STARTER = Profile(
    name="starter", model="tiny", tools=False, own_tools=frozenset({TOOL_NAME}), system_prompt="Be brief."
)  # fmt: skip
LACKING = [
    "set a timer",
    "Start a timer, please.",
    "set a pasta timer",
    "set an alarm",
    "set an alarm for tomorrow",
    "Wake me up tomorrow.",
    "remind me to buy flowers",
    "remind me about the dentist",
    "Could you remind me tomorrow to call mom?",
    "set a reminder to call the bank",
    "타이머 맞춰 줘",
    "알람 맞춰 줘",
    "내일 깨워 줘",
    "꽃 사라고 알려 줘",
    "设个定时器",
    "设个闹钟",
    "明天叫我起床",
    "明天早上叫我起床",
    "提醒我买花",
    "전화하는 거 잊지 마",
    "열쇠 챙기는 거 잊지 않게 해 줘",
    "erinnere mich daran anzurufen",
    "lass mich nicht vergessen anzurufen",
    "rappelle-moi d'appeler",
    "ne me laisse pas oublier d'appeler",
    "recuérdame llamar",
    "no dejes que me olvide de llamar",
    "ricordami di chiamare",
    "non farmi dimenticare di chiamare",
    "電話するようリマインドして",
    "别让我忘了打电话",
    "remind me in 5",
    "remind me at 7:30",
    "remind me tomorrow at 7:30 please",
    "set a reminder for 14:45",
    "reminder at 14:45",
    "erinnere mich um 7:30",
    "kannst du mich morgen um 7:30 erinnern",
    "rappelle-moi à 7h30",
    "mets un rappel à 14h45",
    "recuérdame a las 7:30",
    "pon un recordatorio a las 14:45",
    "7시 30분에 알려 줘",
    "14:45 알림",
    "明天7点30分提醒我",
    "7時30分にリマインドして",
    "14:45にリマインダー",
]
SOMETHING_ELSE = [
    "how do timers work",
    "don't set a timer",
    "she said set an alarm",
    "remind me of that song",
    "remind me what photosynthesis is",
    "remind me to call mom when I get home",
    "remind me to drink water every hour",
    "he reminded me to call the bank",
    "타이머가 고장 났어",
    "누구라고 말해 줘",
    "提醒我什么时候出发",
    "",
]


@pytest.mark.parametrize("text", LACKING)
def test_each_option_makes_it_a_request(text: str) -> None:
    assert recognise(text, NOW) is None
    asked = open_request(text, NOW)
    assert asked is not None
    parse_tool_input(question_input(asked, NOW), tool_use_id="x")
    for option in asked.lacks.options:
        data = {"outcome": "answered", "answers": [{"selectedOptions": [option]}]}
        readings = answered_requests(text, {"x": {"toolUseResult": data}}, asked.lacks)
        assert any(recognise(reading, NOW) for reading in readings), option


@pytest.mark.parametrize("text", SOMETHING_ELSE)
def test_what_is_no_request_lacks_nothing(text: str) -> None:
    assert open_request(text, NOW) is None


def client_of(model: ScriptedModel) -> IntentClient:
    return IntentClient(
        inner=model,
        order="rules first",
        tools=lambda: {"set_timer", TOOL_NAME},
        clock=ManualClock(datetime(2026, 3, 4, 10, 15, tzinfo=UTC)),
        language=lambda: "en",
    )


async def events_of(model: ScriptedModel, request: ModelRequest) -> Sequence[ModelEvent]:
    async with aclosing(client_of(model).stream(request)) as events:
        return [event async for event in events]


def asks(*messages: Message, data: dict[str, Any] | None = None) -> ModelRequest:
    return ModelRequest(
        system=(),
        messages=messages,
        tools=(ToolSpec(name=TOOL_NAME, description="", input_schema={}),),
        results={"ask_rule": {"toolUseResult": data}} if data else {},
    )


def answered(text: str, data: dict[str, Any]) -> ModelRequest:
    call = ToolUseBlock(id="ask_rule", name=TOOL_NAME, input={})
    result = ToolResultBlock(tool_use_id=call.id, content="…")
    return asks(
        user_text(text),
        Message(role="assistant", content=(call,)),
        Message(role="user", content=(result,)),
        data=data,
    )


def calls(events: Sequence[ModelEvent]) -> list[tuple[str, dict[str, Any]]]:
    blocks = [event.block for event in events if isinstance(event, BlockReceived)]
    return [(block.name, block.input) for block in blocks if isinstance(block, ToolUseBlock)]


async def test_what_a_request_lacks_is_asked_for_without_the_built_in_model() -> None:
    model = ScriptedModel(profile=STARTER)
    ((name, question),) = calls(await events_of(model, asks(user_text("set a timer"))))
    assert name == TOOL_NAME
    assert question["questions"][0]["question"] == "How long should the timer run?"


async def test_a_larger_model_asks_itself() -> None:
    model = ScriptedModel([says("How long?")])
    events = await events_of(model, asks(user_text("set a timer")))
    assert TextReceived(text="How long?") in events


@pytest.mark.parametrize(
    ("data", "seconds"),
    [
        ({"outcome": "answered", "answers": [{"selectedOptions": ["10 minutes"]}]}, 600),
        ({"outcome": "answered", "answers": [{"customInput": "for an hour"}]}, 3600),
        ({"outcome": "none_fit", "words": "three quarters of an hour"}, 2700),
        ({"outcome": "you_decide"}, 300),
    ],
    ids=["an option", "own words", "none of the options", "left to Parley"],
)
async def test_the_answer_makes_it_a_call(data: dict[str, Any], seconds: int) -> None:
    events = await events_of(ScriptedModel(profile=STARTER), answered("set a timer", data))
    assert calls(events) == [("set_timer", {"kind": "timer", "duration": seconds})]


@pytest.mark.parametrize("outcome", ["later", "cancelled", "timeout"])
@pytest.mark.parametrize(("text", "said"), [("set a timer", "Okay."), ("타이머 맞춰 줘", "네.")])
async def test_a_question_that_is_left_is_let_be(text: str, said: str, outcome: str) -> None:
    model = ScriptedModel(profile=STARTER)
    events = await events_of(model, answered(text, {"outcome": outcome, "answers": []}))
    assert TextReceived(text=said) in events
    assert model.requests == []


async def test_an_answer_that_is_not_understood_is_for_the_model() -> None:
    data = {"outcome": "answered", "answers": [{"customInput": "as long as an egg needs"}]}
    model = ScriptedModel([says("How long is that?")], profile=STARTER)
    events = await events_of(model, answered("set a timer", data))
    assert TextReceived(text="How long is that?") in events


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("remind me at 7:30", "nothing"),
        ("remind me at 7:30", "I don't know."),
        ("erinnere mich um 7:30", "nichts"),
        ("rappelle-moi à 15h", "rien"),
        ("recuérdame a las 15:30", "no sé"),
        ("오후 3시에 알려줘", "없어요"),
        ("下午三点提醒我", "不知道"),
        ("午後3時にリマインドして", "なし"),
    ],
)
async def test_nothing_is_no_task(text: str, answer: str) -> None:
    data = {"outcome": "answered", "answers": [{"customInput": answer}]}
    model = ScriptedModel([says("All right.")], profile=STARTER)
    assert calls(await events_of(model, answered(text, data))) == []


@pytest.mark.parametrize(
    "text",
    [
        *(
            "remind me about it at 7:30",
            "remind me of them tomorrow at 7",
            "erinnere mich um 7 daran",
        ),
        *(
            "rappelle-moi ça à 7h30",
            "recuérdame eso a las 7",
            "7시에 그거 알려줘",
            "7시에 이것 알려줘",
        ),
        *("七点提醒我那件事", "7時にそれをリマインドして", "7時にこれを思い出させて"),
    ],
)
def test_what_only_points_at_something_is_no_task(text: str) -> None:
    assert recognise(text, NOW) is None


async def test_an_answer_is_no_request_of_its_own() -> None:
    data = {"outcome": "answered", "answers": [{"customInput": "母に電話"}]}
    model = ScriptedModel(profile=STARTER)
    events = await events_of(model, answered("午後3時にリマインドして", data))
    assert [call["label"] for _name, call in calls(events)] == ["母に電話"]


@pytest.mark.parametrize(
    ("text", "answer", "seconds"),
    [
        ("set a timer", "30 minutes", 1800),
        ("set a timer", "1 1/2 hours", 5400),
        ("remind me to call mum", "30 minutes", 1800),
        ("타이머 맞춰줘", "30분이요", 1800),
        ("엄마한테 전화하라고 알려줘", "30분", 1800),
        ("设置定时器", "半小时", 1800),
        ("提醒我给妈妈打电话", "三十分钟", 1800),
    ],
)
async def test_a_mere_length_answers_how_long_and_when(
    text: str, answer: str, seconds: int
) -> None:
    data = {"outcome": "answered", "answers": [{"customInput": answer}]}
    events = await events_of(ScriptedModel(profile=STARTER), answered(text, data))
    assert [call["duration"] for _name, call in calls(events)] == [seconds]


async def test_a_question_that_the_user_cancels_is_let_be(home: Home) -> None:
    model = ScriptedModel(profile=STARTER)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="set a timer"))
        asked = await running.until_asked()
        await running.respond(asked.questions, Cancelled(reason=CancelReason.USER))
        finished = await running.until(TurnFinished)
        assert finished.text == "Okay."
        assert model.requests == []


async def test_a_timer_is_set_after_the_question(home: Home) -> None:
    model = ScriptedModel(profile=STARTER)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="set a timer"))
        await running.answer_b()
        await running.until_true(lambda: bool(running.of(TurnFinished)))
        (finished,) = running.of(TurnFinished)
        assert finished.text == "Timer set for 10 minutes."
        assert model.requests == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("remind me at 7:30", "At 7:30 PM. What shall I remind you of?"),
        ("set a reminder for 09:05", "Tomorrow at 9:05 AM. What shall I remind you of?"),
        ("remind me on friday at 7:30", "Friday at 7:30 AM. What shall I remind you of?"),
        ("remind me every day at 9 am", "Every day at 9:00 AM. What shall I remind you of?"),
        ("set a reminder for 10 minutes", "In 10 minutes. What shall I remind you of?"),
        ("erinnere mich um 7:30", "Um 19:30 Uhr. Woran soll ich dich erinnern?"),
        ("rappelle-moi demain à 7h30", "Demain à 07:30. Que dois-je te rappeler ?"),
        ("recuérdame a las 18:20", "A las 18:20. ¿Qué te recuerdo?"),
        ("7시 30분에 알려 줘", "PM 7:30에요. 무엇을 알려 드릴까요?"),
        ("7点30分提醒我", "19:30，提醒您什么？"),
        ("18時20分にリマインドして", "18:20ですね。何をお知らせしますか？"),
    ],
)
def test_a_question_about_a_task_says_the_time_first(text: str, question: str) -> None:
    asked = open_request(text, NOW)
    assert asked is not None
    assert question_input(asked, NOW)["questions"][0]["question"] == question


@pytest.mark.parametrize(
    "text",
    [
        "remind me at 7:30 and 8:30",
        "remind me at 7-30",
        "remind me at 7 or so",
        "remind me on the 31st of february to laugh",
        "remind me at 25:00",
        "remind me yesterday at 7",
        "set a reminder for minus 10 minutes",
    ],
)
def test_no_question_is_asked_about_a_time_that_is_none(text: str) -> None:
    assert open_request(text, NOW) is None


async def test_a_reminder_is_set_once_its_task_was_said(home: Home) -> None:
    model = ScriptedModel(profile=STARTER)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="remind me tomorrow at 7:30"))
        await running.answer_b()
        await running.until_true(lambda: bool(running.of(TurnFinished)))
        (finished,) = running.of(TurnFinished)
        assert finished.text == "I'll remind you tomorrow at 7:30 AM: Take my medicine"
        assert model.requests == []


@pytest.mark.parametrize("answer", ["30", "at 8", "tomorrow", "for 10 minutes"])
async def test_an_answer_that_is_no_task_is_for_the_model(answer: str) -> None:
    data = {"outcome": "answered", "answers": [{"customInput": answer}]}
    model = ScriptedModel([says("Of what?")], profile=STARTER)
    events = await events_of(model, answered("remind me at 7:30", data))
    assert TextReceived(text="Of what?") in events
