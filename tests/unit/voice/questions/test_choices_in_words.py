"""A choice in a spoken reply: read aloud after it, answered by voice, while no turn is under way."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from assistant.protocol.turns import TurnStarted
from assistant.voice.session.voice_session import QUESTION_LIMIT_S
from assistant.voice.text.spoken_phrases import LEFT_ON_SCREEN
from tests.helpers.llm.scripted_model import says
from tests.helpers.voice.scene import Scene
from tests.unit.engine.questions.test_text_path import WORDS, in_pieces

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


@asynccontextmanager
async def asking() -> AsyncGenerator[Scene]:
    """A conversation held by voice in which the model has put a choice."""
    async with Scene().running() as scene:
        scene.replies(says(WORDS, chunks=in_pieces(WORDS)), says("SQLite it is."))
        await scene.wake_and_say("help me with the database")
        yield scene


async def test_it_is_read_after_the_reply_and_a_spoken_answer_begins_the_next_turn() -> None:
    async with asking() as scene:
        await scene.wait(15)
        assert scene.lines[:2] == ["Let us begin.", "DB 선택?"]
        assert not any("user_choice" in line for line in scene.lines)
        assert scene.state == "listening/active"
        await scene.say("the second one")
        await scene.wait(5)
        assert [event.text for event in scene.of(TurnStarted)] == ["help me with the database", "2"]
        assert scene.lines[-1] == "SQLite it is."
        assert scene.state == "listening/active"
        assert "tool_calling/active" not in scene.path, "no turn was under way"


async def test_left_for_the_screen_it_is_waited_for_and_a_click_goes_on() -> None:
    async with asking() as scene:
        await scene.until("awaiting_answer/active")  # nobody says anything
        await scene.wait(50)
        assert scene.state == "awaiting_answer/active"
        await scene.click()
        await scene.wait(5)
        assert scene.lines[-1] == "SQLite it is."
        assert scene.state == "listening/active"


@pytest.mark.requirement("C-21")
async def test_left_alone_the_session_ends_and_a_late_click_is_answered_on_the_screen() -> None:
    async with asking() as scene:
        await scene.until("awaiting_answer/active")
        await scene.wait(QUESTION_LIMIT_S + 5)
        assert scene.state == "idle/inactive"
        await scene.wait(7200)
        await scene.click()
        await scene.wait(5)
        assert scene.lines[-1] == LEFT_ON_SCREEN
        assert scene.conversations.current.entries[-1].message.text == "SQLite it is."
        assert scene.state == "idle/inactive"
