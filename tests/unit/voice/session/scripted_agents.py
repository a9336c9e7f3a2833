"""Questions of coding agents, that no turn waits for."""

import asyncio
from functools import partial
from typing import Final

from assistant.coding_agents.model.attention import Loudness
from assistant.protocol.conversation import Stop
from assistant.questions.model.question import Answered, Channel, Later
from tests.helpers.llm.scripted_model import says, uses_tool
from tests.helpers.voice.scene import PERMISSION, Scene
from tests.helpers.voice.scripts import script

ASKS: Final = "Claude Code in webshop asks:"
CUE: Final = "Which one, or something else?"
READ_S: Final = 15.0
"""Long enough to read who asks which colour."""
spoken = partial(Scene, agent_loudness=Loudness.SPOKEN)


def chosen(scene: Scene) -> list[tuple[str, ...]]:
    """Return what each answer to the agent chose."""
    answers = [each for each in scene.agent_heard if isinstance(each, Answered)]
    assert all(each.provenance.channel is Channel.VOICE for each in answers)
    return [each.answers[0].option_ids for each in answers]


async def read_out(scene: Scene, times: int = 1) -> None:
    """Let a question be read so often, and its answer be listened for."""
    async with asyncio.timeout(60):
        while scene.lines.count(CUE) < times or scene.state != "listening/active":
            await scene.wait(0.1)


@script("listening/active streaming speaking listening speaking listening speaking listening")
async def in_a_session_an_agent_asks_and_is_answered(scene: Scene) -> None:
    scene.replies(says("One."))
    await scene.wake_and_say()
    await scene.until("listening/active")
    scene.agent_asks()
    await read_out(scene)
    assert scene.lines[1:3] == [ASKS, "Which colour?"]
    await scene.say("the second one")
    assert chosen(scene) == [("2",)]
    await scene.wait(2)
    assert scene.lines[-1] == "2, Blue."


@script("listening/active speaking listening idle/inactive", stage=spoken)
async def where_it_is_wanted_a_question_opens_a_session_for_its_answer_alone(
    scene: Scene,
) -> None:
    scene.agent_asks()
    await read_out(scene)
    assert scene.state == "listening/active"
    await scene.say("the second one")
    assert chosen(scene) == [("2",)]
    await scene.wait(2)
    assert scene.lines[-1] == "2, Blue."


@script("", stage=Scene)
async def without_a_session_nothing_is_read_that_is_not_to_be_spoken(scene: Scene) -> None:
    scene.agent_asks()
    await scene.wait(READ_S)
    assert scene.lines == []


@script(
    "listening/active speaking listening speaking listening idle/inactive"
    " listening/active streaming speaking listening",
    stage=spoken,
)
async def a_question_that_nobody_answers_is_read_twice_and_left(scene: Scene) -> None:
    scene.replies(says("One."))
    scene.agent_asks()
    await scene.wait(40)
    assert scene.lines.count(ASKS) == 2
    assert scene.agent_heard == []
    await scene.wake_and_say()
    await scene.wait(2)
    assert scene.lines[-1] == "One."


@script(
    "listening/active streaming tool_calling speaking tool_calling streaming speaking listening"
    " speaking listening"
)
async def a_question_waits_for_the_end_of_a_turn(scene: Scene) -> None:
    scene.replies(uses_tool("slow", {}, text="Let me see."), says("Done."))
    await scene.wake_and_say()
    scene.agent_asks()
    await read_out(scene)
    assert scene.lines[:3] == ["Let me see.", "Done.", ASKS]


@script("listening/active streaming speaking listening speaking listening")
async def a_question_waits_until_the_user_was_silent_whom_parley_asked(scene: Scene) -> None:
    scene.replies(says("One. Or two?"))
    await scene.wake_and_say()
    await scene.until("listening/active")
    scene.agent_asks()
    await scene.wait(7)
    assert ASKS not in scene.lines
    await read_out(scene)
    assert "Shall we end the conversation?" not in scene.lines


@script("listening/active streaming speaking listening speaking listening", stage=spoken)
async def a_question_lets_the_user_finish_who_called(scene: Scene) -> None:
    scene.replies(says("One."))
    await scene.wake()
    scene.agent_asks()
    await scene.wait(3)
    assert scene.lines == []
    await scene.say("tell me")
    await read_out(scene)
    assert scene.lines[:2] == ["One.", ASKS]


@script(
    "listening/active speaking listening idle/inactive listening/active speaking listening"
    " idle/inactive",
    stage=spoken,
)
async def several_questions_are_read_one_after_the_other(scene: Scene) -> None:
    scene.agent_asks()
    scene.agent_asks()
    for number, word in enumerate(("red", "blue"), 1):
        await read_out(scene, number)
        await scene.say(word)
        await scene.wait(2)
    assert chosen(scene) == [("1",), ("2",)]
    assert scene.lines.count(ASKS) == 2


@script("listening/active speaking idle/inactive", stage=spoken)
async def a_click_takes_a_question_from_the_voice(scene: Scene) -> None:
    scene.agent_asks()
    await scene.wait(3)
    await scene.click()
    await scene.wait(2)
    assert len(scene.agent_heard) == 1


@script("listening/active speaking listening speaking listening idle/inactive", stage=spoken)
async def words_begun_before_the_question_was_heard_are_no_answer(scene: Scene) -> None:
    scene.agent_asks()
    while ASKS not in scene.lines:
        await scene.wait(0.1)
    await scene.say("the second one")
    await read_out(scene)
    assert scene.agent_heard == []
    assert scene.lines.count(ASKS) == 2
    await scene.say("the second one")
    assert chosen(scene) == [("2",)]


@script("listening/active speaking listening speaking listening idle/inactive", stage=spoken)
async def a_permission_counts_only_once_all_of_the_command_was_read(scene: Scene) -> None:
    scene.agent_asks(PERMISSION)
    while "May it run this command?" not in scene.lines:
        await scene.wait(0.1)
    assert "git status." in scene.lines
    await scene.say("allow once")
    await read_out(scene)
    assert scene.agent_heard == []
    await scene.say("allow once")
    assert chosen(scene) == [("2",)]


@script("listening/active speaking listening idle/inactive", stage=spoken)
async def a_permission_that_was_read_can_be_denied(scene: Scene) -> None:
    scene.agent_asks(PERMISSION)
    await read_out(scene)
    await scene.say("deny")
    assert chosen(scene) == [("1",)]


@script("listening/active speaking listening idle/inactive", stage=spoken)
async def a_permission_that_is_given_on_the_screen_only_is_not_read(scene: Scene) -> None:
    scene.agent_asks(PERMISSION.model_copy(update={"voice_confirm": False}))
    await scene.wait(READ_S)
    assert scene.lines == [
        "Claude Code in webshop wants a permission.",
        "Please answer on the screen.",
    ]
    assert scene.agent_heard == []


@script("listening/active speaking idle/inactive", stage=spoken)
async def the_stop_button_leaves_all_questions_to_the_screen(scene: Scene) -> None:
    scene.agent_asks()
    scene.agent_asks()
    await scene.wait(3)
    await scene.command(Stop())
    await scene.wait(READ_S)
    assert scene.lines.count(ASKS) == 1
    assert scene.agent_heard == []


@script("listening/active speaking idle/inactive streaming idle", stage=spoken)
async def typed_words_leave_a_question_to_the_screen(scene: Scene) -> None:
    scene.replies(says("One."))
    scene.agent_asks()
    await scene.wait(3)
    await scene.type()
    await scene.wait(READ_S)
    assert scene.agent_heard == []


@script("listening/active speaking listening idle/inactive", stage=spoken)
async def a_question_is_put_off(scene: Scene) -> None:
    scene.agent_asks()
    await read_out(scene)
    await scene.say("ask me later")
    await scene.wait(2)
    assert isinstance(scene.agent_heard[0], Later)


@script("listening/active speaking idle/inactive", stage=spoken)
async def a_locked_screen_silences_a_question_and_those_that_wait(scene: Scene) -> None:
    scene.agent_asks()
    scene.agent_asks()
    await scene.wait(3)
    await scene.leave()
    said = list(scene.lines)
    scene.agent_asks()
    await scene.wait(READ_S)
    assert scene.lines == said
    assert scene.agent_heard == []
