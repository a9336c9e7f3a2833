"""A choice in a spoken reply: read aloud after it, answered by voice, while no turn is under way."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from typing_extensions import override

from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import TurnStarted
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.inline_choice_response import render_text_answer
from assistant.questions.model.question import Answered, Channel, Origin, QuestionSet, Response
from assistant.voice.questions.presenter import VoicePresenter
from tests.helpers.engine.running_core import chose
from tests.helpers.llm.scripted_model import says
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.unit.conversation.conftest import Nobody
from tests.unit.engine.questions.test_text_path import WORDS, in_pieces
from tests.unit.voice.session.test_session_conversation import Held, held_by_voice

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


class Desk(Nobody):
    """Implements `Questioner` as the program does: a choice is put, its answer is said."""

    def __init__(self, talk: Held) -> None:
        super().__init__()
        self._held = talk
        self._tasks: list[asyncio.Task[None]] = []
        conversation = talk.talk.conversation

        def closed(questions: QuestionSet, response: Response, channel: Channel | None) -> None:
            conversation.emit(
                QuestionClosed(questions=questions, response=response, channel=channel)
            )
            conversation.question_settled()

        self.desk = QuestionDesk(
            store=MemoryQuestionStore(),
            clock=LoopClock(),
            callbacks=DeskCallbacks(
                on_asked=lambda questions, origin: conversation.emit(
                    QuestionAsked(questions=questions, origin=origin)
                ),
                on_closed=closed,
                on_late_answer=lambda _questions, _origin, _response: None,
                on_notice=lambda _code, _text, _hint: None,
            ),
        )
        self.desk.register(VoicePresenter(floors=talk.session.floors, clock=LoopClock()))

    @override
    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        """Put it."""
        self._tasks.append(asyncio.create_task(self._put(questions, origin)))

    async def _put(self, questions: QuestionSet, origin: Origin) -> None:
        response = await self.desk.ask(questions, origin)
        if isinstance(response, Answered):
            text = render_text_answer(questions, response)
            await self._held.talk.conversation.say(text, spoken=True, answers=questions.id)

    async def aclose(self) -> None:
        """End everything."""
        await self.desk.aclose()
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def asking() -> AsyncGenerator[tuple[Held, Desk]]:
    """Hold a conversation by voice in which the model has put a choice."""
    async with held_by_voice() as stage:
        desk = Desk(stage)
        stage.talk.put_with(desk)
        stage.talk.model.script += [
            says(WORDS, chunks=in_pieces(WORDS)),
            says("SQLite it is."),
        ]
        await stage.say("help me with the database")
        try:
            yield stage, desk
        finally:
            await desk.aclose()


async def test_it_is_read_after_the_reply_and_a_spoken_answer_begins_the_next_turn() -> None:
    async with asking() as (stage, _desk):
        await asyncio.sleep(15)
        assert stage.lines[0] == "Let us begin."
        assert stage.lines[1] == "DB 선택?"
        assert not any("user_choice" in line for line in stage.lines)
        assert stage.state == "listening/active"
        await stage.say("the second one")
        await asyncio.sleep(5)
        started = [e for e in stage.of(TurnStarted) if isinstance(e, TurnStarted)]
        assert [e.text for e in started] == ["help me with the database", "2"]
        assert stage.lines[-1] == "SQLite it is."
        assert stage.state == "listening/active"
        assert "tool_calling/active" not in stage.path, "no turn was under way"


async def test_left_for_the_screen_it_is_waited_for_and_a_click_goes_on() -> None:
    async with asking() as (stage, desk):
        await asyncio.sleep(15)
        await asyncio.sleep(120)  # nobody says anything
        assert stage.state == "awaiting_answer/active"
        (pending,) = desk.desk.pending()
        question = pending.questions.questions[0]
        await desk.desk.respond(
            pending.id, chose(pending.questions, **{question.id: "1"}), Channel.DESKTOP
        )
        await asyncio.sleep(5)
        assert stage.lines[-1] == "SQLite it is."
        assert stage.state == "listening/active"
