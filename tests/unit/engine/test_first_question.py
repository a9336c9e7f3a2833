"""The question after the first run, and what its answer begins."""

import pytest

from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.first_run import AskFirstQuestion
from assistant.protocol.questions import AnswerQuestion, QuestionAsked
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Answer, Answered, Channel, Method, Provenance
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says

EXPECTED = {
    "choice": (Answer(question_id="first_question", option_ids=("begin_2",)), "capital of France"),
    "own words": (Answer(question_id="first_question", other="Tell me a joke"), "joke"),
}


async def answer(running: RunningCore, asked: QuestionAsked, given: Answer) -> None:
    await running.do(
        AnswerQuestion(
            questions_id=asked.questions.id,
            response=Answered(
                answers=(given,),
                provenance=Provenance(
                    channel=Channel.DESKTOP, method=Method.CLICK, at=SystemClock().now()
                ),
            ),
            channel=Channel.DESKTOP,
        )
    )


def last_words(running: RunningCore) -> str:
    return str(running.model.requests[-1].messages[-1])


@pytest.mark.parametrize("given", EXPECTED)
async def test_what_the_user_chooses_begins_the_conversation(home: Home, given: str) -> None:
    chosen, words = EXPECTED[given]
    async with opened(home, ScriptedModel([says("Well.")])) as running:
        running.core.announce()
        await running.core.taken_up()
        await running.do(AskFirstQuestion())
        asked = await running.until(QuestionAsked)
        assert asked.questions.source == "Parley"
        await running.do(AskFirstQuestion())  # it is open already
        await answer(running, asked, chosen)
        await running.until(TurnFinished)
        assert words in last_words(running)
        await running.do(AskFirstQuestion())  # the conversation has begun
        assert len(running.presented) == 1


async def test_it_outlives_the_program(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        await running.do(AskFirstQuestion())
        await running.until(QuestionAsked)
    async with opened(home, ScriptedModel([says("Well.")])) as running:
        running.core.announce()
        asked = await running.until_asked()
        await answer(running, asked, EXPECTED["choice"][0])
        await running.until(TurnFinished)
        assert EXPECTED["choice"][1] in last_words(running)
