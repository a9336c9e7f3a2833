"""The voice is closed in the middle, because a setting changed, and started anew."""

import pytest

from tests.helpers.llm.scripted_model import Step, Wait, says
from tests.helpers.voice.scene import FOUR, Scene, asks

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

LATE: list[Step] = [Wait(seconds=5), *says(FOUR)]


async def _wakes(scene: Scene) -> None:
    """The wake word opens a session whose words are answered aloud."""
    scene.replies(says("Five."))
    await scene.wake_and_say("again")
    await scene.wait(3)
    assert scene.lines[-1] == "Five."
    assert scene.state == "listening/active"


async def test_a_reply_that_is_awaited_arrives_in_text_and_the_wake_word_works() -> None:
    scene = Scene()
    scene.replies(LATE)
    async with scene.running():
        await scene.wake_and_say("tell me")
        await scene.restart_voice()
        assert scene.state == "streaming/inactive"
        await scene.wait(6)
        assert scene.state == "idle/inactive"
        assert scene.conversations.current.entries[-1].message.text == FOUR
        assert scene.lines == []
        await _wakes(scene)


async def test_listening_ends_with_the_microphone() -> None:
    scene = Scene()
    async with scene.running():
        await scene.wake()
        await scene.restart_voice()
        assert scene.state == "idle/inactive"
        await _wakes(scene)


async def test_a_reply_that_is_being_said_is_said_no_more() -> None:
    scene = Scene()
    scene.replies(says(FOUR))
    async with scene.running():
        await scene.wake_and_say("tell me")
        await scene.wait(1)
        assert scene.state == "speaking/active"
        await scene.restart_voice()
        assert scene.state == "idle/inactive"
        assert scene.player.is_idle
        await _wakes(scene)


async def test_a_question_waits_on_the_screen() -> None:
    scene = Scene()
    scene.replies(asks(), says(FOUR))
    async with scene.running():
        await scene.wake_and_say("tell me")
        await scene.wait(2)
        await scene.restart_voice()
        await scene.click()
        await scene.wait(3)
        assert scene.state == "idle/inactive"
        assert FOUR not in scene.lines
        await _wakes(scene)
