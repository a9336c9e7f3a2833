"""When the model is asked before the user's turn is certain to be over."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from assistant.protocol.conversation import Stop
from assistant.protocol.turns import TurnTimed
from assistant.protocol.voice import Mute, SentenceSpoken, ToggleMicrophone
from assistant.questions.model.question import Draft
from assistant.voice.protocols import SAMPLE_RATE_HZ, ListeningMode
from assistant.voice.questions.presenter import VoicePresenter
from assistant.voice.session.policy.speculation import MAX_SPEECH_S, MOST_REQUESTS
from assistant.voice.session.policy.voice_state import Speculation
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import question_set
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.voice.fakes import FakeSynthesiser
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

WORDS = "what time is it"


@asynccontextmanager
async def listening(stage: VoiceHarness) -> AsyncGenerator[VoiceHarness]:
    """Run a stage in which the user has woken the assistant and begun to speak."""
    async with stage.running():
        stage.listener.wake()
        await stage.wait(0.1)
        stage.listener.begin()
        await stage.wait(0.5)
        yield stage


EAGER = partial(VoiceHarness, speculate=Speculation.EAGER)
DRAFTED = "please tell me what time it is."
"""Looks finished."""


async def draft(stage: VoiceHarness, text: str) -> None:
    """Have said so much, and go on for as long as it takes to draft it."""
    stage.listener.progress(text)
    await stage.wait(stage.transcriber.seconds)


async def test_eagerly_a_draft_is_asked_about_when_the_pause_begins() -> None:
    async with listening(EAGER()) as stage:
        await draft(stage, DRAFTED)
        assert stage.talk.prepared == []
        stage.listener.pause("Please tell me what time it is!")
        await stage.wait(0)
        assert stage.talk.prepared == [DRAFTED]
        await stage.wait(stage.transcriber.seconds)
        stage.listener.end("Please tell me what time it is!")
        await stage.wait(0.1)
        assert stage.talk.prepared == [DRAFTED]  # the words of the pause say the same
        assert stage.talk.said == [("Please tell me what time it is!", True)]


async def test_what_a_draft_got_wrong_is_asked_anew() -> None:
    async with listening(EAGER()) as stage:
        await draft(stage, DRAFTED)
        await pause(stage, "please tell me what time it was.")
        assert stage.talk.prepared == [DRAFTED, "please tell me what time it was."]


async def test_a_draft_of_a_turn_that_goes_on_is_given_up_and_forgotten() -> None:
    async with listening(EAGER()) as stage:
        await draft(stage, DRAFTED)
        stage.listener.pause(DRAFTED)
        await stage.wait(0)
        stage.listener.resume()
        await stage.wait(0)
        assert stage.talk.prepared == [DRAFTED, None]
        stage.listener.pause(f"{DRAFTED} in")
        await stage.wait(0)
        assert stage.talk.prepared == [DRAFTED, None]


@pytest.mark.parametrize("mode", [Speculation.OFF, Speculation.SPARING])
async def test_only_eagerly_a_draft_counts(mode: Speculation) -> None:
    async with listening(VoiceHarness(speculate=mode)) as stage:
        await draft(stage, DRAFTED)
        stage.listener.pause(DRAFTED)
        await stage.wait(0)
        assert stage.talk.prepared == []


async def pause(stage: VoiceHarness, text: str) -> None:
    """Pause after these words for as long as it takes to understand them."""
    stage.listener.pause(text)
    await stage.wait(stage.transcriber.seconds)


async def test_the_words_of_a_pause_are_prepared_and_said_when_it_was_the_end() -> None:
    async with listening(VoiceHarness()) as stage:
        await pause(stage, WORDS)
        assert stage.talk.prepared == [WORDS]
        assert stage.talk.said == []
        stage.listener.end(WORDS)
        await stage.wait(0.1)
        assert stage.talk.said == [(WORDS, True)]
        assert stage.talk.prepared == [WORDS]  # given up by nobody


async def test_whoever_goes_on_has_it_given_up_at_once() -> None:
    async with listening(EAGER()) as stage:
        await pause(stage, "what time")
        stage.listener.resume()
        await stage.wait(0)
        assert stage.talk.prepared == ["what time", None]
        await pause(stage, WORDS)
        stage.listener.end(WORDS)
        await stage.wait(0.1)
        assert stage.talk.prepared == ["what time", None, WORDS]
        assert stage.talk.said == [(WORDS, True)]


async def test_the_first_clause_of_what_was_asked_ahead_is_there_when_it_is_said() -> None:
    async with listening(VoiceHarness(synthesiser=FakeSynthesiser(seconds=0.2))) as stage:
        await pause(stage, WORDS)
        assert stage.talk.preview is not None
        stage.talk.preview.feed("It is ten. ")
        stage.talk.preview.finish()
        await stage.wait(0.3)
        assert stage.synthesiser.said == ["It is ten."]
        assert stage.player.played == []
        assert stage.talk.of(SentenceSpoken) == []
        stage.listener.end(WORDS)
        await stage.wait(0)
        begin = stage.t
        stage.talk.answer("It is ten. ")
        await stage.wait(1)
        assert stage.synthesiser.said == ["It is ten."]
        (at, text) = stage.player.played[0]
        assert text == "It is ten."
        assert stage.second(at) == pytest.approx(begin + stage.player.latency_s, abs=0.02)


@pytest.mark.parametrize("wait_s", [0.1, 0.3])
async def test_the_first_clause_of_what_is_given_up_leaves_no_trace(wait_s: float) -> None:
    async with listening(VoiceHarness(synthesiser=FakeSynthesiser(seconds=0.2))) as stage:
        await pause(stage, "what time")
        assert stage.talk.preview is not None
        stage.talk.preview.feed("WRONG. ")
        stage.talk.preview.finish()
        await stage.wait(wait_s)
        stage.listener.resume()
        await stage.wait(0)
        await pause(stage, WORDS)
        stage.listener.end(WORDS)
        await stage.wait(0)
        stage.talk.answer("It is ten. ")
        await stage.wait(1)
        assert [text for _at, text in stage.player.played] == ["It is ten."]
        assert len(stage.talk.of(SentenceSpoken)) == 1


async def test_a_turn_that_is_over_before_it_is_understood_prepares_nothing() -> None:
    async with listening(VoiceHarness()) as stage:
        stage.listener.pause(WORDS)
        await stage.wait(0.1)
        stage.listener.end(WORDS)
        await stage.wait(0.5)
        assert stage.talk.said == [(WORDS, True)]
        assert stage.talk.prepared == []


@pytest.mark.parametrize("mode", Speculation)
async def test_only_so_often_in_a_turn_and_again_in_the_next(mode: Speculation) -> None:
    most = MOST_REQUESTS[mode]
    async with listening(VoiceHarness(speculate=mode)) as stage:
        for n in range(most + 2):
            await pause(stage, f"word {n}")
            stage.listener.resume()
            await stage.wait(0)
        begun = [words for words in stage.talk.prepared if words is not None]
        assert begun == [f"word {n}" for n in range(most)]
        stage.listener.end(WORDS)
        await stage.wait(0.5)
        stage.talk.answer("It is ten.")
        await stage.until_state("listening/active")
        stage.listener.begin()
        await pause(stage, "and now")
        assert stage.talk.prepared[-1:] == (["and now"] if most else [])


@pytest.mark.parametrize("seconds", [MAX_SPEECH_S, MAX_SPEECH_S + 0.1])
async def test_not_for_those_who_talk_long(seconds: float) -> None:
    words = "a" * round(seconds * SAMPLE_RATE_HZ)  # a sample a letter
    async with listening(VoiceHarness()) as stage:
        await pause(stage, words)
        assert stage.talk.prepared == ([words] if seconds <= MAX_SPEECH_S else [])


async def test_nothing_where_it_is_switched_off() -> None:
    async with listening(VoiceHarness(speculate=Speculation.OFF)) as stage:
        await pause(stage, WORDS)
        assert stage.talk.prepared == []


@pytest.mark.parametrize("command", [Mute(muted=True), Stop(), ToggleMicrophone()])
async def test_what_ends_listening_gives_it_up(command: Mute | Stop | ToggleMicrophone) -> None:
    async with listening(VoiceHarness()) as stage:
        await pause(stage, WORDS)
        await stage.command(command)
        assert stage.talk.prepared == [WORDS, None]
        assert stage.talk.said == []


async def test_another_conversation_gives_it_up() -> None:
    async with listening(VoiceHarness()) as stage:
        await pause(stage, WORDS)
        stage.talk.begin_anew()
        await stage.wait(0)
        assert stage.talk.prepared == [WORDS, None]


async def test_words_for_a_question_are_not_for_the_model() -> None:
    questions = question_set()
    stage = VoiceHarness()
    async with stage.running():
        await stage.wake_and_say("set it up")
        assert stage.talk.prepared == ["set it up"]
        stage.talk.start_tool("ask_user_question")
        stage.talk.ask(questions)
        presenter = VoicePresenter(prompts=stage.session.prompts, clock=ManualClock())
        asking = asyncio.create_task(presenter.present(questions, Draft(), FakePresentation()))
        await stage.until_state("listening/active")
        stage.listener.begin()
        await pause(stage, "well let me think about it")
        assert stage.listener.hearing is ListeningMode.TURN
        asking.cancel()
        await asyncio.wait([asking])
        assert stage.talk.prepared == ["set it up"]


async def test_the_time_line_has_the_request_where_it_was_sent() -> None:
    stage = VoiceHarness()
    stage.talk.ahead_s = 0.25
    async with stage.running():
        await stage.wake_and_say(WORDS)  # over at 1.0
        stage.talk.reply("It is ten o'clock. ", "Good night.")
        await stage.wait(1)
        (timed,) = stage.talk.of(TurnTimed)
        assert isinstance(timed, TurnTimed)
        assert timed.timeline.request is not None
        assert timed.timeline.turn_end is not None
        assert stage.second(timed.timeline.request) == 0.75
        assert stage.second(timed.timeline.turn_end) == 1.0
