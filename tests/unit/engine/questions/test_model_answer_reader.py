"""The user's model reads an answer: one small request, forced, in time or not at all."""

import json
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest

from assistant.engine.questions import model_answer_reader
from assistant.engine.questions.model_answer_reader import (
    LATE_IN_A_ROW,
    LEFT_OUT_S,
    LIMIT_S,
    ModelAnswerReader,
)
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient, Profile
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import anthropic_profile
from assistant.protocol.conversation import Say
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import AnswerSentToModel, QuestionClosed
from assistant.protocol.settings import RulesChanged
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Answered
from assistant.questions.model_reading.reading_request import TOOL
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.understanding import SpokenChoice, UnclearAnswer
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, uses_tool
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.answer_reader import reports
from tests.helpers.questions.builders import ORIGIN, QUESTION, choice, question_set
from tests.helpers.questions.words_contract import UNCLEAR

UNREAD = UnreadWords(questions=question_set(), question=choice(), words=UNCLEAR)


class Reading:
    """A reader over a model, and what it told."""

    def __init__(self, client: ModelClient) -> None:
        self.is_wanted = True
        self.clock = ManualClock()
        self.events: list[EngineEvent] = []
        self._reader = ModelAnswerReader(
            client=lambda _conversation_id: client,
            is_wanted=lambda: self.is_wanted,
            emit=self.events.append,
            clock=self.clock,
        )

    async def read(self) -> object:
        return await self._reader.read(UNREAD, ORIGIN)

    @property
    def counts(self) -> list[int]:
        return [event.count for event in self.events if isinstance(event, AnswerSentToModel)]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a model as long as a busy machine may need."""
    monkeypatch.setattr(model_answer_reader, "LIMIT_S", PATIENCE_S)


def report(**fields: Any) -> list[Step]:
    return uses_tool(TOOL, fields)


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


def client_of(server: MessagesServer, *, api_key: str | None = "sk-test") -> MessagesClient:
    return MessagesClient(
        profile=anthropic_profile(model="m", max_output_tokens=4096, thinking=True),
        api_key=api_key,
        base_url=server.url,
        timeout_s=20.0,
        clock=ManualClock(),
    )


@pytest.fixture
async def client(server: MessagesServer) -> AsyncGenerator[MessagesClient]:
    client = client_of(server)
    yield client
    await client.aclose()


# Over HTTP.


@pytest.mark.usefixtures("patient")
async def test_the_request_is_forced_small_and_without_the_conversation(
    server: MessagesServer, client: MessagesClient
) -> None:
    server.tool_use(TOOL, reports("3"))
    meant = await Reading(client).read()
    assert isinstance(meant, SpokenChoice)
    assert meant.option_ids == ("3",)
    (request,) = server.requests
    body = request.body
    assert body["tool_choice"] == {"type": "tool", "name": TOOL}
    assert [tool["name"] for tool in body["tools"]] == [TOOL]
    assert "thinking" not in body, "a forced call and thinking are refused together"
    assert body["max_tokens"] <= 200
    (message,) = body["messages"]
    (block,) = message["content"]
    assert json.loads(block["text"])["words"] == UNCLEAR
    assert len(json.dumps(body)) < 5_000


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    "report",
    [
        pytest.param({"means": "options", "option_ids": ["9"]}, id="an unknown id"),
        pytest.param({"means": "options", "option_ids": ["1", "2"]}, id="two"),
        pytest.param({"means": "unclear"}, id="unclear"),
    ],
)
async def test_a_report_of_something_else_is_unclear(
    server: MessagesServer, client: MessagesClient, report: dict[str, object]
) -> None:
    server.tool_use(TOOL, report)
    assert isinstance(await Reading(client).read(), UnclearAnswer)


@pytest.mark.usefixtures("patient")
async def test_a_reply_that_is_no_report_alone_reads_nothing(
    server: MessagesServer, client: MessagesClient
) -> None:
    reading = Reading(client)
    server.reply("The third one, I think.")
    server.tool_use(TOOL, reports("3"), text_before="They want the third one.")
    server.reply().tool_use(TOOL, reports("3")).tool_use(TOOL, reports("1"))
    server.tool_use("another_tool", reports("3"))
    server.tool_use(TOOL, '{"means": "options", "opt')
    server.reply(stop_reason="refusal")
    server.reply(stop_reason="max_tokens").tool_use(TOOL, reports("3"))
    while not server.is_exhausted:
        assert not isinstance(await reading.read(), SpokenChoice)
    assert reading.counts == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.usefixtures("patient")
async def test_a_service_that_refuses_or_is_away_reads_nothing(
    server: MessagesServer, client: MessagesClient
) -> None:
    reading = Reading(client)
    server.status(529)
    server.error_event()
    server.reply("cut").cut_after(40)
    server.status(401)
    for _failure in range(4):
        assert await reading.read() is None
    assert await reading.read() is None, "the key was refused: nothing is sent any more"
    assert (len(server.requests), reading.counts) == (4, [1, 2, 3, 4])


async def test_without_a_key_nothing_is_sent(server: MessagesServer) -> None:
    reading = Reading(client_of(server, api_key=None))
    assert await reading.read() is None
    assert (server.requests, reading.counts) == ([], [])


# In memory.


@pytest.mark.looptime
@pytest.mark.parametrize(("seconds", "is_read"), [(LIMIT_S - 0.1, True), (LIMIT_S + 0.1, False)])
async def test_what_comes_too_late_is_not_waited_for(seconds: float, is_read: bool) -> None:
    model = ScriptedModel([[Wait(seconds=seconds), *report(means="options", option_ids=["3"])]])
    assert (await Reading(model).read() is not None) is is_read


@pytest.mark.looptime
async def test_a_model_that_is_late_again_and_again_is_left_out_for_a_while() -> None:
    read = report(means="options", option_ids=["3"])
    late = [Wait(seconds=LIMIT_S + 0.1), *read]
    model = ScriptedModel([late, read, *[late] * LATE_IN_A_ROW, late, read, late])
    reading = Reading(model)
    taken = [await reading.read() is not None for _ in range(2 + LATE_IN_A_ROW)]
    assert taken == [False, True, *[False] * LATE_IN_A_ROW]
    asked = len(model.requests)
    assert await reading.read() is None
    assert len(model.requests) == asked, "it is left out"
    reading.clock.advance(LEFT_OUT_S)
    assert await reading.read() is None, "still late"
    assert await reading.read() is None
    assert len(model.requests) == asked + 1, "left out again at once"
    reading.clock.advance(LEFT_OUT_S)
    assert await reading.read() is not None
    assert await reading.read() is None
    assert len(model.requests) == asked + 3, "one late reading leaves nobody out"


async def test_the_built_in_model_is_never_asked_nor_one_without_tools() -> None:
    for profile in (
        Profile(name="starter", model="small"),
        Profile(name="local", model="old", tools=False),
    ):
        model = ScriptedModel([report(means="options", option_ids=["3"])], profile=profile)
        reading = Reading(model)
        assert await reading.read() is None
        assert (model.requests, reading.counts) == ([], [])


async def test_the_setting_switches_it_off() -> None:
    reading = Reading(ScriptedModel([report(means="options", option_ids=["3"])] * 2))
    reading.is_wanted = False
    assert await reading.read() is None
    reading.is_wanted = True
    assert await reading.read() is not None
    assert reading.counts == [1]


async def test_an_error_of_the_model_is_the_end_of_it() -> None:
    broken = ProviderError("No.", category=ErrorCategory.OVERLOADED)
    assert await Reading(ScriptedModel([[broken]])).read() is None


# The whole way.


@pytest.fixture
def asking(server: MessagesServer) -> MessagesServer:
    """A service whose model asks which one, and goes on with the answer."""
    server.tool_use("ask_user_question", QUESTION)
    return server


@pytest.mark.usefixtures("patient")
async def test_words_typed_into_the_chat_are_read_and_the_turn_goes_on(
    asking: MessagesServer, client: MessagesClient, home: Home
) -> None:
    async with opened(home, client) as running:
        await running.do(Say(text="Set it up."))
        await running.until_asked()
        asking.tool_use(TOOL, reports("2"))
        asking.reply("Done.")
        await running.do(Say(text=f"{UNCLEAR}?"))
        await running.until(TurnFinished)
        closed = await running.until(QuestionClosed)
        assert isinstance(closed.response, Answered)
        (answer,) = closed.response.answers
        chosen = closed.questions.questions[0].option(answer.option_ids[0])
        assert chosen.label == "B"
        _asked, reading, answered = asking.requests
        assert "Set it up." not in json.dumps(reading.body), "never the conversation"
        assert TOOL not in json.dumps(answered.body), "nor is the reading part of it"
        (sent,) = running.of(AnswerSentToModel)
        assert sent.count == 1
        assert sent.conversation_id == running.core.conversations.current.conversation_id


async def test_switched_off_in_the_settings_it_asks_back_at_once(
    asking: MessagesServer, client: MessagesClient, home: Home
) -> None:
    async with opened(home, client) as running:
        await running.do(Say(text="Set it up."))
        await running.until_asked()
        (home.root / "settings.toml").write_text("[questions]\nmodel_reads_answers = false\n")
        await running.do(RulesChanged())
        await running.do(Say(text=f"{UNCLEAR}?"))
        notice = await running.until_notice("question_line")
        assert isinstance(notice, Notice)
        assert len(asking.requests) == 1
        assert running.of(AnswerSentToModel) == []


@pytest.mark.usefixtures("patient")
async def test_the_model_of_the_conversation_reads_and_not_that_of_the_settings(
    home: Home,
) -> None:
    asked = uses_tool("ask_user_question", QUESTION)
    read = report(means="options", option_ids=["2"])
    model = ScriptedModel([asked, read, says("Done.")])
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="Set it up."))
        await running.until_asked()
        await running.do(Say(text=f"{UNCLEAR}?"))
        await running.until(TurnFinished)
        assert [request.tool_choice for request in model.requests] == ["auto", "tool", "auto"]
