"""Long replies are read so far; the rest is offered."""

import asyncio

import pytest

from assistant.protocol.conversation import Stop
from assistant.voice.text.spoken_phrases import REST_ON_SCREEN
from tests.helpers.voice.fakes import FakeSynthesiser
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

LIMIT_S = 9.5
STORY = [
    f"This is sentence number {word} of a very long story about the sea and its many islands."
    for word in ("one", "two", "three", "four", "five", "six", "seven")
]
"""Sentences of about five seconds."""
FIRST, SECOND, THIRD = ("one", "two"), ("three", "four"), ("five", "six", "seven")
"""What is read at once, after one yes, and after another."""


def harness() -> VoiceHarness:
    return VoiceHarness(long_reply_s=LIMIT_S, synthesiser=FakeSynthesiser(seconds_per_word=0.3))


async def tell(stage: VoiceHarness, sentences: int = len(STORY)) -> None:
    """Ask for a story, and hear of it what is read without asking."""
    await stage.wake_and_say("tell me a story")
    stage.talk.answer(" ".join(STORY[:sentences]) + "\n")
    await stage.until_state("speaking/active")
    await stage.until_state("listening/active")


def heard(stage: VoiceHarness) -> list[str]:
    """Return the numbers of the sentences that were heard, and the offers."""
    read = " ".join(stage.lines)
    words = read.replace(REST_ON_SCREEN, " number offer ").split()
    return [after for word, after in zip(words, words[1:], strict=False) if word == "number"]


async def test_a_long_reply_is_read_so_far_and_the_rest_offered() -> None:
    async with harness().running() as stage:
        await tell(stage)
        assert heard(stage) == [*FIRST, "offer"]
        assert stage.lines[-1] == REST_ON_SCREEN


@pytest.mark.parametrize("sentences", [1, 2, 3])
async def test_a_reply_that_is_hardly_longer_is_read_whole(sentences: int) -> None:
    async with harness().running() as stage:
        await tell(stage, sentences)
        assert len(heard(stage)) == sentences
        assert REST_ON_SCREEN not in stage.lines


async def test_yes_reads_on_and_asks_the_model_nothing() -> None:
    async with harness().running() as stage:
        await tell(stage)
        for _ in range(2):
            await stage.say("yes, go on")
            await stage.until_state("speaking/active")
            await stage.until_state("listening/active")
        assert heard(stage) == [*FIRST, "offer", *SECOND, "offer", *THIRD]
        assert stage.talk.said == [("tell me a story", True)]
        assert stage.talk.prepared == ["tell me a story"]  # nothing is asked ahead of a yes


async def test_no_ends_it_and_listens() -> None:
    async with harness().running() as stage:
        await tell(stage)
        await stage.say("no, thanks")
        await stage.wait(2)
        assert stage.state == "listening/active"
        assert heard(stage) == [*FIRST, "offer"]
        await stage.say("yes")  # to nothing that was asked: the model's
        await stage.wait(1)
        assert [text for text, _ in stage.talk.said] == ["tell me a story", "yes"]


async def test_anything_else_is_a_new_turn_and_drops_the_rest() -> None:
    async with harness().running() as stage:
        await tell(stage)
        await stage.say("what is the tallest mountain")
        await stage.wait(0.5)
        stage.talk.answer("Mount Everest.\n")
        await stage.until_state("speaking/active")
        await stage.until_state("listening/active")
        await stage.say("yes")
        await stage.wait(1)
        asked = [text for text, _ in stage.talk.said]
        assert asked == ["tell me a story", "what is the tallest mountain", "yes"]
        assert heard(stage) == [*FIRST, "offer"]


async def test_yes_over_the_question_reads_on() -> None:
    async with harness().running() as stage:
        await stage.wake_and_say("tell me a story")
        stage.talk.answer(" ".join(STORY) + "\n")
        async with asyncio.timeout(60):
            while REST_ON_SCREEN not in stage.lines:
                await stage.wait(0.1)
        stage.listener.suspect()
        await stage.wait(0.2)
        stage.listener.go_on()
        await stage.wait(0.2)
        stage.listener.withdraw("Yes, go on.")
        await stage.wait(0.5)
        stage.listener.end("Yes, go on.")
        await stage.wait(0.1)
        await stage.until_state("speaking/active")
        await stage.until_state("listening/active")
        assert heard(stage)[: len(FIRST) + 1 + len(SECOND)] == [*FIRST, "offer", *SECOND]
        assert stage.talk.said == [("tell me a story", True)]


async def test_the_stop_button_drops_the_rest() -> None:
    async with harness().running() as stage:
        await tell(stage)
        await stage.command(Stop())
        await stage.wake_and_say("yes")
        assert [text for text, _ in stage.talk.said] == ["tell me a story", "yes"]


async def test_words_that_were_not_understood_keep_the_question() -> None:
    async with harness().running() as stage:
        await tell(stage)
        await stage.say("")
        await stage.until_state("speaking/active")
        await stage.until_state("listening/active")
        await stage.say("yes")
        await stage.until_state("speaking/active")
        await stage.until_state("listening/active")
        assert [*SECOND, "offer"] == heard(stage)[-3:]


async def test_the_offer_is_in_the_language_of_the_conversation() -> None:
    stage = VoiceHarness(
        long_reply_s=LIMIT_S,
        synthesiser=FakeSynthesiser(others=frozenset({"de"}), seconds_per_word=0.3),
    )
    stage.transcriber.language = "de"
    async with stage.running():
        await stage.wake_and_say("Erzähl mir eine lange Geschichte bitte")
        stage.talk.answer("Das ist ein Satz über das Meer und die vielen Inseln. " * 12 + "\n")
        await stage.until_state("speaking/active")
        await stage.until_state("listening/active")
        assert stage.lines[-1] == "Der Rest steht auf dem Bildschirm. Soll ich weiterlesen?"
        count = len(stage.lines)
        await stage.say("Ja, mach weiter bitte.")
        await stage.until_state("speaking/active")
        await stage.until_state("listening/active")
        assert len(stage.lines) > count + 1


async def test_without_the_setting_everything_is_read() -> None:
    async with VoiceHarness(synthesiser=FakeSynthesiser(seconds_per_word=0.1)).running() as stage:
        await tell(stage)
        assert len(heard(stage)) == len(STORY)


async def test_replies_to_typed_words_are_read_whole() -> None:
    stage = VoiceHarness(
        long_reply_s=LIMIT_S,
        speak_typed_turns=True,
        synthesiser=FakeSynthesiser(seconds_per_word=0.1),
    )
    async with stage.running():
        await stage.talk.say("tell me a story", spoken=False)
        stage.talk.answer(" ".join(STORY) + "\n")
        await stage.wait(60)
        assert len(heard(stage)) == len(STORY)
