"""Choices that a spoken turn ended with: no turn waits for them."""

import pytest

from assistant.protocol.voice import ToggleMicrophone
from tests.helpers.llm.scripted_model import says
from tests.helpers.voice.scene import READ_S, Scene
from tests.helpers.voice.scripts import asked_to_end, script, silent_until_asked


@script("listening/active streaming speaking listening streaming speaking listening")
@pytest.mark.requirement("Q-VOICE-10")
async def a_choice_is_answered_by_voice_and_read_back(scene: Scene) -> None:
    scene.replies(says("One."), says("Two."))
    await scene.wake_and_say()
    scene.put_choice()
    await scene.wait(READ_S + 1)
    await scene.say("blue")
    await scene.wait(5)
    assert scene.lines[-2:] == ["2, Blue.", "Two."]


@script(
    "listening/active streaming speaking listening speaking listening speaking "
    "listening awaiting_answer speaking listening awaiting_answer listening streaming "
    "speaking listening"
)
async def a_choice_is_given_up_and_talked_past(scene: Scene) -> None:
    scene.replies(says("One."), says("Two."))
    await scene.wake_and_say()
    scene.put_choice()
    for _ in range(3):
        await scene.until("listening/active")
        await scene.say("")
        await scene.wait(0.5)
    await scene.wait(20)
    assert scene.state == "awaiting_answer/active"
    await scene.wake()
    await scene.say("never mind that, tell me more")
    await scene.wait(2)


@script("listening/active streaming speaking listening streaming speaking listening")
async def a_choice_is_clicked_while_it_is_read(scene: Scene) -> None:
    scene.replies(says("One."), says("Two."))
    await scene.wake_and_say()
    scene.put_choice()
    await scene.wait(3)
    assert scene.lines[-1] == "2 options."
    await scene.click()
    await scene.wait(2)
    assert scene.lines[-1] == "Two."


@script(
    "listening/active streaming speaking listening speaking listening streaming speaking listening"
)
async def a_choice_is_clicked_before_it_is_heard(scene: Scene) -> None:
    scene.replies(says("One."), says("Two."))
    await scene.wake_and_say()
    await scene.until("listening/active")
    scene.put_choice()
    await scene.wait(0)
    await scene.click()
    await scene.wait(2)
    assert scene.lines == ["One.", "Two."]


@script("listening/active streaming speaking listening streaming speaking listening")
async def a_choice_is_clicked_while_it_is_listened_to(scene: Scene) -> None:
    scene.replies(says("One."), says("Two."))
    await scene.wake_and_say()
    scene.put_choice()
    await scene.wait(READ_S + 1)
    assert scene.state == "listening/active"
    await scene.click()
    await scene.wait(2)
    assert scene.lines[-1] == "Two."


@script("listening/active streaming speaking listening speaking listening")
async def two_choices_are_withdrawn_one_after_the_other(scene: Scene) -> None:
    scene.replies(says("One."))
    await scene.wake_and_say()
    await scene.until("listening/active")
    scene.put_choice()
    scene.put_choice()
    await scene.wait(READ_S + 1)
    await scene.desk.cancel(conversation_id="c1")
    await scene.wait(2)


@script(
    "listening/active streaming speaking listening speaking listening speaking "
    "listening awaiting_answer speaking listening awaiting_answer listening idle/inactive"
)
async def after_a_choice_is_given_up_the_button_listens_again(scene: Scene) -> None:
    scene.replies(says("One."))
    await scene.wake_and_say()
    scene.put_choice()
    for _ in range(3):
        await scene.until("listening/active")
        await scene.say("")
        await scene.wait(0.5)
    await scene.wait(20)
    await scene.command(ToggleMicrophone())
    assert scene.state == "listening/active"
    await scene.command(ToggleMicrophone())


@script(
    "listening/active streaming speaking listening speaking/ending listening speaking "
    "listening streaming/active speaking listening"
)
async def a_choice_that_is_put_while_ending_is_answered(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.replies(says("Five."))
    scene.put_choice()
    await scene.wait(READ_S + 4)
    await scene.say("blue")
    await scene.wait(5)


@script(
    "listening/active streaming speaking listening speaking/ending listening speaking "
    "listening speaking listening awaiting_answer speaking listening speaking "
    "listening awaiting_answer listening streaming/active speaking listening"
)
async def a_choice_that_is_put_while_ending_is_left_and_called_for(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.put_choice()
    await scene.until("awaiting_answer/ending")
    await scene.wake()
    await scene.until("speaking/ending")
    await scene.until("awaiting_answer/ending")
    scene.replies(says("Five."))
    await scene.click()
    await scene.wait(2)


@script(
    "listening/active streaming speaking listening speaking/ending listening speaking "
    "listening speaking listening awaiting_answer awaiting_answer/inactive speaking idle"
)
@pytest.mark.requirement("C-21")
async def a_choice_that_is_put_while_ending_is_left_alone(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.put_choice()
    await scene.until("awaiting_answer/ending")
    await scene.wait(7200)
    assert len(scene.desk.pending()) == 1


@script(
    "listening/active streaming speaking listening speaking/ending listening speaking "
    "listening speaking listening awaiting_answer listening idle/inactive"
)
async def a_choice_that_is_put_while_ending_is_dropped(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.put_choice()
    await scene.until("awaiting_answer/ending")
    await scene.desk.cancel(conversation_id="c1")
    await scene.wait(12)


@script(
    "listening/active streaming speaking listening speaking/ending listening speaking "
    "awaiting_answer speaking listening idle/inactive"
)
async def a_choice_that_is_read_while_ending_is_made_on_the_screen(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.put_choice()
    await scene.until("speaking/ending")
    await scene.tick()
    await scene.wait(20)


@script(
    "listening/active streaming speaking listening speaking/ending listening speaking "
    "listening speaking listening awaiting_answer speaking listening idle/inactive"
)
async def a_choice_over_the_question_to_end_is_left_after_three_tries(scene: Scene) -> None:
    await silent_until_asked(scene)
    scene.put_choice()
    await scene.wait(10)
    for _ in range(3):
        await scene.until("listening/ending")
        await scene.say("")
    await scene.wait(30)
