"""The end of a session: silence, and what is said to "Shall we end the conversation?"."""

import pytest

from assistant.protocol.conversation import Stop
from assistant.protocol.voice import ToggleMicrophone
from tests.helpers.llm.scripted_model import says
from tests.helpers.voice.scene import FOUR, Scene
from tests.helpers.voice.scripts import asked_to_end, script, silent_until_asked


@script("listening/active streaming speaking listening speaking/ending listening idle/inactive")
@pytest.mark.requirement("C-35", "VF-14")
async def silence_ends_the_session(scene: Scene) -> None:
    await asked_to_end(scene)
    await scene.wait(11)


@script("listening/active streaming speaking listening speaking/inactive idle")
async def a_goodbye_ends_the_session_with_a_word_back(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.wake_and_say()
    await scene.wait(3)
    await scene.say("thank you that's all goodbye")
    await scene.wait(3)


@script("listening/active speaking listening idle/inactive")
async def sounds_without_words_end_the_session(scene: Scene) -> None:
    await scene.wake_and_say("")
    for _sound in range(3):
        await scene.wait(3)
        await scene.say("")


@script("listening/active streaming speaking listening speaking/ending listening idle/inactive")
async def a_yes_ends_the_session(scene: Scene) -> None:
    await asked_to_end(scene)
    await scene.say("yes")


@script("listening/active streaming speaking listening speaking/ending listening listening/active")
async def a_no_keeps_the_session(scene: Scene) -> None:
    await asked_to_end(scene)
    await scene.say("no")


@script("listening/active streaming speaking listening speaking/ending listening idle/inactive")
@pytest.mark.requirement("VF-15")
async def what_is_not_recognised_is_waited_out(scene: Scene) -> None:
    await asked_to_end(scene)
    await scene.say("banana")
    await scene.wait(11)


@script(
    "listening/active streaming speaking listening speaking/ending listening "
    "streaming/active speaking listening"
)
@pytest.mark.requirement("VF-16")
async def a_request_revives_the_session(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.replies(says(FOUR))
    await scene.say("what is the capital of France")
    await scene.wait(3)


@script("listening/active streaming speaking listening speaking/ending listening idle/inactive")
async def a_request_without_a_key_ends_it(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.refuse_key()
    await scene.say("what is the capital of France")


@script(
    "listening/active streaming speaking listening speaking/ending listening "
    "streaming/active listening"
)
async def typed_words_revive_the_session(scene: Scene) -> None:
    await asked_to_end(scene)
    scene.replies(says(FOUR))
    await scene.type()
    await scene.wait(1)


@script("listening/active streaming speaking listening speaking/ending streaming/active listening")
async def typed_words_over_the_question_to_end_revive_the_session(scene: Scene) -> None:
    await silent_until_asked(scene)
    scene.replies(says(FOUR))
    await scene.type()
    await scene.wait(1)


@script("listening/active streaming speaking listening speaking/ending listening idle/inactive")
async def a_yes_over_the_question_to_end(scene: Scene) -> None:
    await silent_until_asked(scene)
    await scene.say("yes")


@script("listening/active streaming speaking listening speaking/ending listening idle/inactive")
async def the_button_ends_it_while_it_is_asked(scene: Scene) -> None:
    await asked_to_end(scene)
    await scene.command(ToggleMicrophone())


@script("listening/active streaming speaking listening speaking/ending speaking/inactive idle")
async def the_button_over_the_question_to_end(scene: Scene) -> None:
    await silent_until_asked(scene)
    await scene.command(ToggleMicrophone())
    await scene.wait(3)


@script("listening/active streaming speaking listening speaking/ending idle/inactive")
async def stop_over_the_question_to_end(scene: Scene) -> None:
    await silent_until_asked(scene)
    await scene.command(Stop())
