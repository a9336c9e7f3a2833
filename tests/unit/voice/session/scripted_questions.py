"""Questions and confirmations that a spoken turn waits for."""

import pytest

from assistant.protocol.conversation import Stop
from assistant.protocol.voice import ToggleMicrophone
from assistant.voice.events import InputLost
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.voice_session import QUESTION_LIMIT_S
from assistant.voice.text.spoken_phrases import LEFT_ON_SCREEN
from tests.helpers.llm.scripted_model import says
from tests.helpers.voice.scene import FOUR, READ_S, Scene, asks, deletes, heard_words
from tests.helpers.voice.scripts import asked, script


def with_spoken_yes() -> Scene:
    return Scene(voice_confirm=True)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "tool_calling streaming speaking listening"
)
async def a_question_is_answered_by_voice(scene: Scene) -> None:
    await asked(scene)
    await scene.say("blue")
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "tool_calling streaming speaking listening"
)
@pytest.mark.requirement("Q-VOICE-08")
async def a_number_over_the_reading_answers(scene: Scene) -> None:
    scene.replies(asks(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(3)
    await scene.say("two")
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "speaking listening awaiting_answer speaking listening tool_calling streaming "
    "speaking listening"
)
@pytest.mark.requirement("C-35")
async def a_question_is_asked_again_after_silence_and_then_left(scene: Scene) -> None:
    await asked(scene)
    await scene.wait(2 * READ_S + 16)
    await scene.wake()
    await scene.wait(READ_S)
    await scene.say("one")
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "tool_calling streaming speaking listening"
)
async def a_question_is_clicked_while_it_is_listened_to(scene: Scene) -> None:
    await asked(scene)
    await scene.click()
    await scene.wait(5)


@script("listening/active streaming speaking tool_calling streaming speaking listening")
async def a_question_is_clicked_while_the_words_before_it_are_heard(scene: Scene) -> None:
    scene.replies([*heard_words("Five six seven eight nine ten."), *asks()], says("Eleven."))
    await scene.wake_and_say()
    await scene.wait(1.5)
    await scene.click()
    await scene.wait(6)
    assert scene.lines == [FOUR, "Five six seven eight nine ten.", "Eleven."]


@script(
    "listening/active streaming tool_calling awaiting_answer speaking tool_calling "
    "awaiting_answer tool_calling streaming speaking listening"
)
async def a_question_is_clicked_while_it_is_read(scene: Scene) -> None:
    scene.replies(asks(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(2)
    await scene.click()
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "speaking listening awaiting_answer tool_calling streaming speaking listening"
)
async def a_question_that_was_left_is_clicked(scene: Scene) -> None:
    await asked(scene)
    await scene.wait(2 * READ_S + 16)
    await scene.click()
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "speaking listening awaiting_answer tool_calling listening idle/inactive"
)
async def a_question_that_was_left_is_stopped(scene: Scene) -> None:
    await asked(scene)
    await scene.wait(2 * READ_S + 16)
    await scene.command(Stop())


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "awaiting_answer tool_calling listening idle/inactive"
)
async def stop_while_a_question_is_listened_to(scene: Scene) -> None:
    await asked(scene)
    await scene.command(Stop())


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "tool_calling streaming speaking listening"
)
async def words_before_a_question_are_heard_first(scene: Scene) -> None:
    scene.replies(asks(FOUR), says("Five."))
    await scene.wake_and_say()
    await scene.wait(READ_S + 2)
    await scene.say("two")
    await scene.wait(5)


@script("listening/active streaming speaking listening tool_calling streaming speaking listening")
async def a_question_is_put_while_words_are_heard(scene: Scene) -> None:
    scene.replies([*heard_words(), *asks()], says("Six."))
    await scene.wake_and_say()
    await scene.wait(READ_S + 2)
    await scene.say("two")
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking "
    "speaking/inactive awaiting_answer tool_calling streaming speaking idle"
)
async def the_button_over_a_question_leaves_it_to_the_screen(scene: Scene) -> None:
    scene.replies(asks(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(2)
    await scene.command(ToggleMicrophone())
    await scene.wait(10)
    await scene.click()
    await scene.wait(2)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "awaiting_answer tool_calling streaming speaking listening idle/inactive"
)
async def a_lost_microphone_leaves_a_question_to_the_screen(scene: Scene) -> None:
    await asked(scene)
    scene.listener.tell(InputLost(at=0.0, reason="It was unplugged."))
    await scene.wait(10)
    await scene.click()
    await scene.wait(5)


# Confirmations of a spoken turn.


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking listening "
    "tool_calling streaming speaking listening speaking/ending",
    stage=with_spoken_yes,
)
async def a_confirmation_is_given_by_voice(scene: Scene) -> None:
    scene.replies(deletes(), says("Five."))
    await scene.wake_and_say()
    await scene.until("listening/active")
    await scene.say("run it this once")
    await scene.wait(12)


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking tool_calling "
    "awaiting_confirm tool_calling streaming speaking listening"
)
async def a_confirmation_is_read_and_given_on_the_screen(scene: Scene) -> None:
    scene.replies(deletes(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(20)
    await scene.click(2)
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking "
    "awaiting_answer tool_calling streaming speaking listening"
)
async def speech_over_a_confirmation_only_silences_it(scene: Scene) -> None:
    scene.replies(deletes(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(2)
    await scene.say("yes")
    await scene.wait(5)
    await scene.click(2)
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking tool_calling "
    "awaiting_confirm tool_calling listening idle/inactive"
)
async def a_confirmation_is_stopped_on_the_screen(scene: Scene) -> None:
    scene.replies(deletes())
    await scene.wake_and_say()
    await scene.wait(20)
    await scene.command(Stop())


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking tool_calling "
    "awaiting_confirm tool_calling streaming speaking listening"
)
async def words_before_a_confirmation_are_heard_first(scene: Scene) -> None:
    scene.replies(deletes(FOUR), says("Five."))
    await scene.wake_and_say()
    await scene.wait(25)
    await scene.click(2)
    await scene.wait(5)


@script(
    "listening/active streaming speaking tool_calling awaiting_confirm tool_calling "
    "streaming speaking listening"
)
async def a_confirmation_is_put_while_words_are_heard(scene: Scene) -> None:
    scene.replies([*heard_words(), *deletes()], says("Six."))
    await scene.wake_and_say()
    await scene.wait(25)
    await scene.click(2)
    await scene.wait(5)


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "speaking listening awaiting_answer listening"
)
async def the_program_ends_while_a_question_is_left(scene: Scene) -> None:
    await asked(scene)
    await scene.until("awaiting_answer/active")
    await scene.end_program()


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking tool_calling "
    "awaiting_confirm listening"
)
async def the_program_ends_while_a_confirmation_is_left(scene: Scene) -> None:
    scene.replies(deletes())
    await scene.wake_and_say()
    await scene.wait(20)
    await scene.end_program()


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "speaking listening awaiting_answer awaiting_answer/inactive speaking tool_calling "
    "awaiting_answer tool_calling streaming idle"
)
@pytest.mark.requirement("C-21", "Q-VOICE-11")
async def a_question_left_alone_is_answered_on_the_screen_hours_later(scene: Scene) -> None:
    await asked(scene)
    await scene.wait(2 * READ_S + 16 + QUESTION_LIMIT_S + 5)
    assert scene.lines[-1] == LEFT_ON_SCREEN
    await scene.wait(7200)
    assert len(scene.desk.pending()) == 1
    await scene.click()
    await scene.wait(5)
    assert scene.lines[-1] == LEFT_ON_SCREEN
    assert scene.listener.hearing is ListeningMode.WAKE


@script(
    "listening/active streaming tool_calling awaiting_answer speaking listening "
    "speaking listening awaiting_answer awaiting_answer/inactive speaking tool_calling "
    "awaiting_answer awaiting_answer/active speaking listening tool_calling streaming "
    "speaking listening"
)
@pytest.mark.requirement("Q-VOICE-11")
async def a_question_left_alone_is_called_for_hours_later(scene: Scene) -> None:
    await asked(scene)
    await scene.wait(2 * READ_S + 16 + QUESTION_LIMIT_S + 7200)
    await scene.wake()
    await scene.wait(READ_S)
    await scene.say("one")
    await scene.wait(5)
    assert scene.lines[-1] == "Five."


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking listening speaking "
    "listening awaiting_answer awaiting_answer/inactive speaking tool_calling awaiting_confirm "
    "awaiting_confirm/active speaking",
    stage=with_spoken_yes,
)
async def a_confirmation_left_alone_may_be_called_for(scene: Scene) -> None:
    scene.replies(deletes(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(300)
    await scene.wake()
    await scene.wait(1)


@script(
    "listening/active streaming tool_calling awaiting_confirm speaking tool_calling "
    "awaiting_confirm awaiting_confirm/inactive speaking tool_calling awaiting_confirm "
    "tool_calling streaming idle"
)
async def a_confirmation_left_alone_is_given_on_the_screen(scene: Scene) -> None:
    scene.replies(deletes(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(7200)
    await scene.click(2)
    await scene.wait(5)
    assert "Five." not in scene.lines
