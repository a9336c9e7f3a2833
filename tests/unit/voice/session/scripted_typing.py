"""Typed turns: silent, and answered aloud."""

from assistant.protocol.conversation import Stop
from tests.helpers.llm.scripted_model import Wait, says, uses_tool
from tests.helpers.voice.scene import FOUR, Scene, asks, deletes, heard_words
from tests.helpers.voice.scripts import script


def aloud() -> Scene:
    return Scene(speak_typed_turns=True)


@script("streaming idle")
async def typed_words_are_answered(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.type()
    await scene.wait(1)


@script("streaming idle")
async def a_typed_turn_is_stopped(scene: Scene) -> None:
    scene.replies([Wait(seconds=60), *says(FOUR)])
    await scene.type()
    await scene.wait(1)
    await scene.command(Stop())


@script("streaming tool_calling idle")
async def a_typed_turn_is_stopped_while_a_tool_runs(scene: Scene) -> None:
    scene.replies(uses_tool("hang", {}))
    await scene.type()
    await scene.wait(1)
    await scene.command(Stop())


@script("streaming tool_calling awaiting_answer tool_calling streaming idle")
async def a_typed_turn_asks_on_the_screen(scene: Scene) -> None:
    scene.replies(asks(), says(FOUR))
    await scene.type()
    await scene.wait(1)
    await scene.click()
    await scene.wait(1)


@script("streaming tool_calling awaiting_answer tool_calling idle")
async def a_typed_turn_is_stopped_while_it_asks(scene: Scene) -> None:
    scene.replies(asks())
    await scene.type()
    await scene.wait(1)
    await scene.command(Stop())


@script("streaming tool_calling awaiting_confirm tool_calling streaming idle")
async def a_typed_turn_needs_a_yes(scene: Scene) -> None:
    scene.replies(deletes(), says(FOUR))
    await scene.type()
    await scene.wait(1)
    await scene.click(2)
    await scene.wait(1)


@script("streaming tool_calling awaiting_confirm tool_calling idle")
async def a_typed_turn_is_stopped_while_it_needs_a_yes(scene: Scene) -> None:
    scene.replies(deletes())
    await scene.type()
    await scene.wait(1)
    await scene.command(Stop())


# Typed, and answered aloud.


@script("streaming speaking idle", stage=aloud)
async def a_typed_turn_is_spoken(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.type()
    await scene.wait(5)


@script("streaming tool_calling speaking tool_calling idle", stage=aloud)
async def a_typed_turn_is_spoken_before_a_tool_that_hangs(scene: Scene) -> None:
    scene.replies(uses_tool("hang", {}, text=FOUR))
    await scene.type()
    await scene.wait(2.4)
    await scene.command(Stop())


@script("streaming speaking streaming speaking idle", stage=aloud)
async def typed_words_interrupt_what_is_spoken(scene: Scene) -> None:
    scene.replies(says(FOUR), says("Five."))
    await scene.type()
    await scene.wait(1)
    await scene.type("never mind")
    await scene.wait(3)


@script("streaming speaking idle", stage=aloud)
async def stop_silences_a_typed_turn(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.type()
    await scene.wait(1)
    await scene.command(Stop())


@script("streaming speaking listening/active idle/inactive", stage=aloud)
async def the_wake_word_interrupts_a_typed_turn(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.type()
    await scene.wait(1)
    await scene.wake()
    await scene.wait(9)


@script("streaming speaking idle", stage=aloud)
async def tools_run_while_a_typed_turn_is_spoken(scene: Scene) -> None:
    scene.replies([*heard_words(), *uses_tool("clock", {})], says("Six."))
    await scene.type()
    await scene.wait(6)


@script("streaming speaking tool_calling streaming speaking idle", stage=aloud)
async def a_question_is_put_while_a_typed_turn_is_spoken(scene: Scene) -> None:
    scene.replies([*heard_words(), *asks()], says("Six."))
    await scene.type()
    await scene.wait(1.5)
    await scene.click()
    await scene.wait(5)


@script(
    "streaming tool_calling awaiting_answer speaking tool_calling awaiting_answer "
    "tool_calling streaming speaking idle",
    stage=aloud,
)
async def words_before_a_question_are_heard_after_it_is_shown(scene: Scene) -> None:
    scene.replies(asks(FOUR), says("Five."))
    await scene.type()
    await scene.wait(4)
    await scene.click()
    await scene.wait(5)


@script(
    "streaming tool_calling awaiting_confirm speaking tool_calling awaiting_confirm "
    "tool_calling streaming speaking idle",
    stage=aloud,
)
async def words_before_a_confirmation_are_heard_after_it_is_shown(scene: Scene) -> None:
    scene.replies(deletes(FOUR), says("Five."))
    await scene.type()
    await scene.wait(4)
    await scene.click(2)
    await scene.wait(5)


@script(
    "streaming speaking tool_calling awaiting_confirm tool_calling streaming speaking idle",
    stage=aloud,
)
async def a_confirmation_is_put_while_a_typed_turn_is_spoken(scene: Scene) -> None:
    scene.replies([*heard_words(), *deletes()], says("Six."))
    await scene.type()
    await scene.wait(4)
    await scene.click(2)
    await scene.wait(5)


@script("streaming speaking idle", stage=aloud)
async def a_speaker_that_comes_back_speaks_the_rest_of_a_typed_turn(scene: Scene) -> None:
    await scene.lose_speaker()
    scene.replies([Wait(seconds=1), *heard_words(), *says("")[-1:]])
    await scene.type()
    await scene.restore_speaker()
    await scene.wait(6)


@script("streaming idle", stage=aloud)
async def a_speaker_that_comes_back_at_the_end_leaves_a_typed_turn_to_be_read(scene: Scene) -> None:
    await scene.lose_speaker()
    scene.replies([Wait(seconds=1), *says(FOUR)])
    await scene.type()
    await scene.restore_speaker()
    await scene.wait(4)
    assert scene.lines == []


@script("streaming speaking listening/active", stage=aloud)
async def after_a_stop_the_wake_word_interrupts_a_typed_turn(scene: Scene) -> None:
    scene.replies(says(FOUR))
    await scene.command(Stop())
    await scene.type()
    await scene.wait(1)
    await scene.wake()
    await scene.wait(2)


@script("streaming tool_calling awaiting_answer idle")
async def the_program_ends_while_a_typed_turn_asks(scene: Scene) -> None:
    scene.replies(asks())
    await scene.type()
    await scene.wait(1)
    await scene.end_program()


@script("streaming tool_calling awaiting_confirm idle")
async def the_program_ends_while_a_typed_turn_needs_a_yes(scene: Scene) -> None:
    scene.replies(deletes())
    await scene.type()
    await scene.wait(1)
    await scene.end_program()
