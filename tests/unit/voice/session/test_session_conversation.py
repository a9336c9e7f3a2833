"""What the model, the history and the voice know of each other, with a real conversation."""

import pytest

from assistant.conversation.history.model.unfinished_turn import find_last_user_message
from assistant.errors import ErrorCategory, ProviderError
from assistant.protocol.conversation import Stop
from assistant.protocol.turns import TurnFailed, TurnFinished
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool
from tests.helpers.voice.scene import FOUR, Scene

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

GOES_ON = [*says(f"{FOUR} Five six")[:-2], Wait(seconds=60)]


@pytest.mark.requirement("VF-10")
async def test_barge_in_stops_the_model_and_the_history_knows_what_was_heard() -> None:
    async with Scene().running() as scene:
        scene.replies(GOES_ON, says("Fine."))
        await scene.wake_and_say()
        await scene.wait(1.2)
        await scene.say("wait what about the others")
        await scene.wait(3)
        assert scene.lines == [FOUR, "Fine."]
        assert isinstance(scene.model, ScriptedModel)
        assert scene.model.n_closed_early == 1
        assert scene.conversations.current.entries[1].heard == "One two"
        assert scene.state == "listening/active"


async def test_barge_in_after_the_end_marks_the_reply() -> None:
    async with Scene().running() as scene:
        scene.replies(says(FOUR))
        await scene.wake_and_say()
        await scene.wait(1)
        assert scene.of(TurnFinished)
        scene.listener.begin()
        await scene.wait(0.1)
        assert scene.conversations.current.entries[-1].heard == "One"
        assert scene.state == "listening/active"


@pytest.mark.requirement("VF-03")
async def test_tools_in_the_middle_of_speech_bring_the_state_home() -> None:
    async with Scene().running() as scene:
        scene.replies(
            uses_tool("clock", {}, text="Let me see now."), [Wait(seconds=5), *says("It is noon.")]
        )
        await scene.wake_and_say()
        await scene.wait(12)
        assert scene.lines == ["Let me see now.", "It is noon."]
        assert scene.path[-2:] == ["speaking/active", "listening/active"]


async def test_a_long_tool_is_seen_after_the_words_before_it() -> None:
    async with Scene().running() as scene:
        scene.replies(uses_tool("hang", {}, text="Let me see now."))
        await scene.wake_and_say()
        await scene.wait(2.2)
        assert scene.path[-2:] == ["speaking/active", "tool_calling/active"]
        await scene.command(Stop())
        assert scene.state == "idle/inactive"


async def test_typed_words_while_speaking_take_over() -> None:
    async with Scene().running() as scene:
        scene.replies(GOES_ON, says("Typed reply."))
        await scene.wake_and_say()
        await scene.wait(1.2)
        await scene.type()
        await scene.wait(3)
        assert scene.lines == [FOUR]
        assert scene.player.is_idle
        assert scene.conversations.current.entries[1].heard == "One two"
        assert scene.state == "listening/active"


@pytest.mark.parametrize("seconds", [0.0, 0.15, 0.5, 1.5, 3.0, 20.0])
async def test_stop_brings_every_moment_to_rest(seconds: float) -> None:
    async with Scene().running() as scene:
        scene.replies([*GOES_ON[:-1], Wait(seconds=1), *says("Seven.")])
        await scene.wake_and_say()
        await scene.wait(seconds)
        await scene.command(Stop())
        assert scene.state == "idle/inactive"
        lines = scene.lines
        await scene.wait(20)
        assert (scene.lines, scene.state) == (lines, "idle/inactive")


async def test_a_spoken_turn_that_is_made_anew_is_spoken() -> None:
    async with Scene().running() as scene:
        timeout = ProviderError("Response timed out", category=ErrorCategory.TIMEOUT)
        scene.replies([timeout], says("It is ten."))
        await scene.wake_and_say()
        await scene.wait(5)
        assert scene.of(TurnFailed)
        current = scene.conversations.current
        point = find_last_user_message(current.entries)
        assert point is not None
        current.take_up(point, spoken=True)
        await scene.wait(5)
        assert scene.lines == ["I could not get an answer.", "It is ten."]
        assert scene.state == "listening/active"


async def test_the_voice_says_where_a_reply_was_cut_short() -> None:
    async with Scene().running() as scene:
        scene.replies(says("One two three. Four", stop_reason="max_tokens"))
        await scene.wake_and_say()
        await scene.wait(6)
        assert scene.lines == ["One two three.", "Four", "The answer breaks off here."]
        assert scene.state == "listening/active"
