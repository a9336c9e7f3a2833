"""What the user says to a coding agent, on its way to the question that it asks."""

import asyncio

import pytest

from assistant.coding_agents.model.session_board import WordsTaken
from assistant.coding_agents.model.told_words import TOLD, TOLD_ALOUD
from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import TurnStarted
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answered,
    Channel,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.presenters import FakePresenter

SHOP = Asker(agent="Codex", project="webshop", session="a")


async def ask(running: RunningCore, **changes: object) -> "asyncio.Future[Response]":
    """Have an agent ask; returns what becomes the response."""
    running.core.desk.register(FakePresenter())
    questions: QuestionSet = question_set(choice("PostgreSQL", "SQLite")).model_copy(
        update={"asker": SHOP, **changes}
    )
    origin = Origin(channel=Channel.API, conversation_id="agent-a")
    asked = await running.core.desk.open(questions, origin)
    await running.until(QuestionAsked)
    return asyncio.ensure_future(asked.response)


def notices(running: RunningCore) -> list[str]:
    return [one.text for one in running.of(Notice) if one.code in {TOLD, TOLD_ALOUD}]


async def test_typed_words_answer_its_question_and_begin_no_turn(home: Home) -> None:
    async with opened(home, ScriptedModel([])) as running:
        response = await ask(running)
        await running.do(Say(text="Tell the one in webshop to use SQLite"))
        async with asyncio.timeout(PATIENCE_S):
            given = await response
        assert isinstance(given, Answered)
        assert given.answers[0].other == "use SQLite"
        assert notices(running) == ["Codex · webshop was told: use SQLite"]
        assert running.of(TurnStarted) == []


@pytest.mark.parametrize("purpose", [Purpose.PERMISSION, Purpose.CONFIRM])
async def test_no_words_give_a_permission(home: Home, purpose: Purpose) -> None:
    async with opened(home, ScriptedModel([])) as running:
        response = await ask(running, purpose=purpose)
        await running.do(Say(text="Tell it to go on"))
        (said,) = notices(running)
        assert "asks for a permission" in said
        assert not response.done()
        response.cancel()


async def test_where_nothing_is_open_it_is_said(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Whom?")])) as running:
        await running.do(Say(text="Tell it to stop"))
        assert (await running.until(TurnStarted)).text == "Tell it to stop", "no agent is known"
        running.core.agents.hear(WordsTaken(asker=SHOP))
        await running.do(Say(text="Tell it to stop"))
        assert notices(running) == ["No coding agent has a question open that words could answer."]
