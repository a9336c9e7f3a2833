"""Spoken turns: words, tools, interruptions, and what may be missing."""

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.model_client import TextReceived
from assistant.protocol.conversation import Stop
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.voice.events import InputEnded, InputLost
from assistant.voice.text.spoken_phrases import NO_ANSWER
from tests.helpers.llm.scripted_model import Wait, says, uses_tool
from tests.helpers.voice.scene import FOUR, Scene, heard_words
from tests.helpers.voice.scripts import script


def by_key() -> Scene:
    return Scene(push_to_talk=True)


def mute() -> Scene:
    return Scene(has_synthesiser=False)


@script("listening/active streaming speaking listening")
async def a_spoken_turn_is_answered_aloud(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(3)


@script("listening/active idle/inactive")
@pytest.mark.requirement("C-35", "VF-11")
async def a_false_wake_ends_silently(scene: Scene) -> None:
    await scene.wake()
    await scene.wait(9)


@script("listening/active idle/inactive")
async def the_button_ends_listening(scene: Scene) -> None:
    await scene.command(ToggleMicrophone())
    await scene.wait(1)
    await scene.command(ToggleMicrophone())


@script("listening/active idle/inactive")
async def the_input_ends_while_listening(scene: Scene) -> None:
    await scene.wake()
    scene.listener.tell(InputEnded(at=0.0))
    await scene.wait(0)


@script("listening/active idle/inactive")
async def words_without_a_key_end_the_session(scene: Scene) -> None:
    scene.refuse_key()
    await scene.wake_and_say()
    await scene.wait(3)
    assert scene.lines == [NO_ANSWER]


@script("listening/active speaking listening streaming speaking listening")
@pytest.mark.requirement("VF-12")
async def no_words_are_asked_for_again(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say("")
    await scene.wait(5)
    await scene.say("tell me")
    await scene.wait(3)


@script("listening/active streaming listening")
async def typed_words_while_listening(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake()
    await scene.type()
    await scene.wait(1)


@script("listening/active streaming listening", stage=mute)
@pytest.mark.requirement("VF-13")
async def without_a_voice_the_reply_is_read(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(1)


@script("listening/active streaming listening idle/inactive")
async def a_spoken_turn_is_stopped_before_it_speaks(scene: Scene) -> None:
    scene.replies([Wait(seconds=60), *says(FOUR)])
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.command(Stop())


@script("listening/active streaming speaking idle/inactive")
async def stop_silences_a_spoken_turn(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.command(Stop())


@script("listening/active streaming speaking listening streaming speaking listening")
async def speech_interrupts_a_reply_that_is_being_made(scene: Scene) -> None:
    scene.replies([*says(f"{FOUR} Five")[:-2], Wait(seconds=60)], says("Six."))
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.say("what about the others")
    await scene.wait(3)


@script("listening/active streaming speaking streaming listening")
async def typed_words_interrupt_a_spoken_turn(scene: Scene) -> None:
    scene.replies(says(FOUR), says("Five."))
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.type("never mind")
    await scene.wait(1)


@script("listening/active streaming listening streaming listening")
async def typed_words_overtake_a_reply_that_is_not_heard_yet(scene: Scene) -> None:
    scene.replies(says(FOUR), says("Five."))
    await scene.wake_and_say()
    assert scene.conversations.current.turn_id is None, "the reply is complete"
    await scene.type("never mind")
    await scene.wait(3)
    assert scene.lines == []


@script("listening/active streaming listening idle/inactive")
async def a_reply_that_is_not_heard_yet_is_stopped(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.command(Stop())
    await scene.wait(3)
    assert scene.lines == []


@script("listening/active streaming listening streaming speaking listening")
async def the_talk_key_ends_a_reply_that_is_not_heard_yet(scene: Scene) -> None:
    scene.replies(says(FOUR), says("Five."))
    await scene.wake_and_say()
    await scene.command(PushToTalk(pressed=True))
    scene.listener.begin()
    await scene.wait(0.5)
    await scene.command(PushToTalk(pressed=False))
    scene.listener.end("tell me")
    await scene.wait(2)
    assert scene.lines == ["Five."]


@script("listening/active streaming speaking speaking/inactive idle")
async def the_button_over_the_voice_ends_the_session(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.command(ToggleMicrophone())
    await scene.wait(5)


@script("listening/active streaming tool_calling streaming speaking listening")
async def a_tool_runs_before_anything_is_heard(scene: Scene) -> None:
    scene.replies(uses_tool("clock", {}), says(FOUR))
    await scene.wake_and_say()
    await scene.wait(3)


@script(
    "listening/active streaming tool_calling speaking tool_calling streaming speaking listening"
)
async def words_before_a_slow_tool_are_heard_while_it_runs(scene: Scene) -> None:
    scene.replies(uses_tool("slow", {}, text="One."), says(FOUR))
    await scene.wake_and_say()
    await scene.wait(6)


@script("listening/active streaming speaking listening")
async def a_tool_runs_while_words_are_heard(scene: Scene) -> None:
    scene.replies([*heard_words(), *uses_tool("clock", {})], says("Six."))
    await scene.wake_and_say()
    await scene.wait(6)


@script("listening/active streaming tool_calling listening idle/inactive")
async def a_silent_tool_is_stopped(scene: Scene) -> None:
    scene.replies(uses_tool("hang", {}))
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.command(Stop())


@script("listening/active streaming listening speaking listening")
async def a_spoken_turn_fails_before_it_speaks(scene: Scene) -> None:
    scene.replies([ProviderError("No network", category=ErrorCategory.INVALID_REQUEST)])
    await scene.wake_and_say()
    await scene.wait(5)


@script("listening/active streaming speaking listening")
async def a_spoken_turn_fails_in_the_middle(scene: Scene) -> None:
    scene.replies(
        [
            TextReceived(text=f"{FOUR} Five"),
            Wait(seconds=1),
            ProviderError("No network", category=ErrorCategory.INVALID_REQUEST),
        ]
    )
    await scene.wake_and_say()
    await scene.wait(8)


@script("listening/active streaming speaking listening")
async def a_speaker_that_comes_back_speaks_the_rest(scene: Scene) -> None:
    await scene.wake()
    await scene.lose_speaker()
    scene.replies([Wait(seconds=1), *heard_words(), *says("")[-1:]])
    await scene.say("tell me")
    await scene.restore_speaker()
    await scene.wait(6)


@script("listening/active streaming speaking listening")
async def a_speaker_that_is_lost_leaves_the_reply_to_be_read(scene: Scene) -> None:
    scene.replies([*heard_words(), Wait(seconds=2), *says("")[-1:]])
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.lose_speaker()
    await scene.wait(2)


@script("listening/active streaming speaking listening idle/inactive")
async def a_microphone_that_is_lost_ends_the_session_after_the_reply(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(1)
    scene.listener.tell(InputLost(at=0.0, reason="It was unplugged."))
    await scene.wait(3)


@script("")
@pytest.mark.requirement("VF-17")
async def a_microphone_that_is_refused_is_never_listened_to(scene: Scene) -> None:
    scene.listener.tell(InputLost(at=0.0, reason="Permission was denied."))
    await scene.wait(0)
    await scene.wake()
    await scene.command(ToggleMicrophone())
    await scene.wait(1)


@script("listening/active streaming speaking listening idle/inactive", stage=by_key)
async def the_talk_key_opens_and_ends_a_turn(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.command(PushToTalk(pressed=True))
    await scene.wait(0.1)
    scene.listener.begin()
    await scene.wait(0.5)
    await scene.command(PushToTalk(pressed=False))
    scene.listener.end("tell me")
    await scene.wait(5)


@script("listening/active idle/inactive")
async def muting_ends_the_session(scene: Scene) -> None:
    await scene.wake()
    await scene.command(Mute(muted=True))
    await scene.wait(0)


@script("listening/active streaming speaking")
async def another_conversation_is_opened_in_the_middle_of_a_reply(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(1)
    await scene.conversations.open()
    scene.conversations.announce()
    await scene.wait(5)


@script("listening/active streaming speaking listening")
async def the_wake_word_takes_back_the_button(scene: Scene) -> None:
    scene.replies([Wait(seconds=1), *says(FOUR)])
    await scene.wake_and_say()
    await scene.command(ToggleMicrophone())
    await scene.wait(2)
    await scene.wake()
    await scene.wait(1)
