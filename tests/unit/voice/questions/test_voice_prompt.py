"""Holding the prompt: a question is said and answered without the model."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from assistant.errors import ModelLoadError
from assistant.protocol.conversation import Stop
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.questions.model.question import Channel, Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.events import InputEnded, InputLost
from assistant.voice.protocols import ListeningMode
from assistant.voice.questions.voice_prompt import (
    HeardWords,
    NothingHeard,
    PromptReply,
    PromptWithdrawn,
    VoicePrompt,
    VoiceUnavailable,
)
from tests.helpers.questions.builders import chose, question_set
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

QUESTION = question_set()
TEXTS = ["Which database?", "One. SQLite.", "Two. MySQL."]
LINES = [
    SpokenLine(text=TEXTS[0]),
    SpokenLine(text=TEXTS[1], option=0),
    SpokenLine(text=TEXTS[2], option=1),
]


@dataclass
class Asked:
    """A question on the prompt of a stage."""

    stage: VoiceHarness
    prompt: VoicePrompt
    seen: list[str] = field(default_factory=list[str])
    heard: "asyncio.Task[PromptReply] | None" = None

    async def end(self) -> None:
        """Stop asking, as a presenter does before it leaves the question."""
        assert self.heard is not None
        self.heard.cancel()
        await asyncio.wait([self.heard])

    def ask(
        self,
        lines: Sequence[SpokenLine] = tuple(LINES),
        *,
        settles: Sequence[str] = (),
        likely: Sequence[str] = (),
    ) -> None:
        """Ask without waiting."""
        self.heard = asyncio.create_task(
            self.prompt.ask(
                lines,
                bias=("SQLite",),
                settles=lambda words: words.text in settles,
                likely=[SpokenLine(text=text) for text in likely],
            ),
            name="ask",
        )

    async def reply(self) -> PromptReply:
        """Return what came back, which must be there now."""
        await self.stage.wait(0)
        assert self.heard is not None
        assert self.heard.done(), "nothing came back yet"
        return self.heard.result()


@asynccontextmanager
async def _question(
    stage: VoiceHarness | None = None, *, intro: str = ""
) -> AsyncGenerator[tuple[VoiceHarness, Asked]]:
    """Run a turn up to its question and hold the prompt for it."""
    async with (stage or VoiceHarness()).running() as stage:
        await stage.wake_and_say("set it up")
        if intro:
            stage.talk.reply(intro)
        stage.talk.start_tool("ask_user_question")
        stage.talk.ask(QUESTION)
        seen: list[str] = []
        async with stage.session.prompts.take(
            purpose=Purpose.ASK,
            shown=lambda: seen.append("shown"),
            touched=lambda: seen.append("touched"),
        ) as prompt:
            yield stage, Asked(stage, prompt, seen)


async def test_a_question_is_said_and_then_listened_to() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(0.1)
        assert (stage.state, asked.seen) == ("awaiting_answer/active", [])
        await stage.wait(0.1)
        assert (stage.state, asked.seen) == ("speaking/active", ["shown"])
        await stage.wait(3)
        assert stage.state == "listening/active"
        assert stage.listener.hearing is ListeningMode.TURN
        await stage.say("the second one")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(text="the second one", language="en")
        assert stage.talk.said == [("set it up", True)]
        assert stage.transcriber.biases[-1] == ("SQLite",)
        assert asked.seen == ["shown", "touched"]


async def test_what_is_likely_to_follow_the_answer_is_made_while_the_question_is_read() -> None:
    async with _question() as (stage, asked):
        asked.ask(likely=["1, SQLite.", "2, MySQL."])
        await stage.wait(3.2)
        assert stage.lines == TEXTS
        made = [*TEXTS, "1, SQLite.", "2, MySQL."]
        assert stage.synthesiser.said[-5:] == made
        await stage.say("the second one")
        await stage.wait(0.5)
        assert isinstance(await asked.reply(), HeardWords)
        asked.prompt.enqueue(SpokenLine(text="2, MySQL."))
        await stage.wait(0.1)
        assert stage.lines == [*TEXTS, "2, MySQL."]
        assert stage.synthesiser.said[-5:] == made


async def test_nothing_is_made_ahead_once_the_user_speaks() -> None:
    async with _question() as (stage, asked):
        asked.ask((), likely=["1, SQLite.", "2, MySQL."])
        await stage.wait(0.05)
        stage.listener.begin()
        await stage.wait(2)
        assert stage.synthesiser.said[-1:] == ["1, SQLite."]


async def test_a_question_follows_what_the_reply_said_before_it() -> None:
    async with _question(intro="Let me ask you something.") as (stage, asked):
        asked.ask()
        await stage.wait(8)
        assert stage.lines == ["Let me ask you something.", *TEXTS]
        assert stage.path[-2:] == ["speaking/active", "listening/active"]


async def test_speech_over_the_question_stops_it_and_is_the_reply() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(0.15 + 1 + 0.5)  # in the first option
        stage.listener.begin()
        await stage.wait(0)
        assert stage.player.is_idle
        assert stage.talk.stopped == []
        await stage.say("that one")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(
            text="that one", language="en", option=0, lines_begun=2
        )
        assert stage.lines == TEXTS[:2]


async def _speak_over(stage: VoiceHarness, text: str | None) -> None:
    """Say something short over the question, and let it be understood."""
    stage.listener.suspect()
    await stage.wait(0.2)
    stage.listener.withdraw(text)
    await stage.wait(0.31)


async def test_the_first_sound_over_a_question_silences_it() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(0.15 + 1 + 0.5)
        stage.listener.suspect()
        await stage.wait(0)
        assert stage.player.is_held
        assert stage.state == "speaking/active"
        stage.listener.go_on()
        await stage.wait(0)
        assert stage.player.is_idle
        assert stage.state == "listening/active"
        await stage.say("the first one")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(
            text="the first one", language="en", option=0, lines_begun=2
        )


@pytest.mark.parametrize("text", [None, "", "[Music]", "Which database? One. SQLite."])
async def test_a_noise_over_a_question_does_not_lose_it(text: str | None) -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(0.15 + 1 + 0.5)
        await _speak_over(stage, text)
        assert not stage.player.is_held
        await stage.wait(3)
        assert stage.lines == TEXTS
        assert stage.state == "listening/active"
        assert asked.heard is not None
        assert not asked.heard.done()


@pytest.mark.parametrize("text", ["two", "SQLite", "mhm", "stop"])
async def test_any_word_over_a_question_is_the_reply(text: str) -> None:
    async with _question() as (stage, asked):
        asked.ask(settles=[text])
        await stage.wait(0.15 + 1 + 0.5)
        await _speak_over(stage, text)
        assert stage.player.is_idle
        assert stage.state == "listening/active"
        stage.listener.pause(text, speech_end=stage.moment(stage.t - 0.51))
        assert await asked.reply() == HeardWords(text=text, language="en", option=0, lines_begun=2)
        assert stage.transcriber.heard == ["set it up", text]
        assert stage.transcriber.biases[-1] == ("SQLite",)


async def test_a_question_answered_elsewhere_while_it_is_held_leaves_nothing_held() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(0.15 + 1 + 0.5)
        stage.listener.suspect()
        await stage.wait(0.1)
        stage.listener.withdraw("two")
        asked.prompt.give_way()
        assert await asked.reply() == PromptWithdrawn()
        await stage.wait(1)
        assert not stage.player.is_held
        assert stage.talk.said == [("set it up", True)]
        assert stage.talk.stopped == []


async def test_with_push_to_talk_a_question_waits_for_the_key() -> None:
    async with _question(VoiceHarness(push_to_talk=True)) as (stage, asked):
        asked.ask()
        await stage.wait(4)
        assert stage.state == "listening/active"
        assert stage.listener.hearing is ListeningMode.WAKE
        await stage.command(PushToTalk(pressed=True))
        assert stage.listener.held
        await stage.session.on_command(PushToTalk(pressed=False))
        stage.listener.end("two")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(text="two", language="en")


async def test_with_push_to_talk_a_question_without_an_answer_is_silence() -> None:
    async with _question(VoiceHarness(push_to_talk=True)) as (stage, asked):
        asked.ask()
        await stage.wait(0.15 + 3 + 8.1)
        assert await asked.reply() == NothingHeard()


async def test_a_pause_after_an_option_belongs_to_it() -> None:
    async with _question() as (stage, asked):
        asked.ask(
            [
                SpokenLine(text="One. SQLite.", pause_s=2.0, option=0),
                SpokenLine(text="Two.", option=1),
            ]
        )
        await stage.wait(0.15 + 1 + 1)  # a second after the words of the first option
        await stage.say("that one")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(
            text="that one", language="en", option=0, lines_begun=1
        )


async def test_an_interim_that_settles_is_not_waited_out() -> None:
    async with _question() as (stage, asked):
        asked.ask(settles=["two"])
        await stage.wait(4)
        stage.listener.begin()
        await stage.wait(0.3)
        stage.listener.pause("two")
        await stage.wait(0.3)
        assert await asked.reply() == HeardWords(text="two", language="en")
        stage.listener.end("two")
        await stage.wait(1)
        assert len(stage.transcriber.heard) == 2  # the request before, and this once


async def test_an_interim_that_does_not_settle_waits_for_the_end() -> None:
    async with _question() as (stage, asked):
        asked.ask(settles=["two"])
        await stage.wait(4)
        stage.listener.begin()
        stage.listener.pause("well")
        await stage.wait(0.4)
        assert asked.heard is not None
        assert not asked.heard.done()
        stage.listener.resume()
        stage.listener.pause("well two or three")
        stage.listener.end("well two or three")
        await stage.wait(0.4)
        assert await asked.reply() == HeardWords(text="well two or three", language="en")


async def test_silence_is_told_after_the_time_out() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(0.15 + 3 + 7.9)
        assert asked.heard is not None
        assert not asked.heard.done()
        await stage.wait(0.2)
        assert await asked.reply() == NothingHeard()
        assert stage.path[-1] == "listening/active"


async def test_speech_without_words_is_told() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(4)
        await stage.say("")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(text="", language="en")


async def test_asking_again_while_listening_speaks_and_listens_again() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(4)
        await stage.say("banana")
        await stage.wait(0.5)
        asked.ask([SpokenLine(text="One or two?")])
        await stage.wait(0)
        assert stage.state == "speaking/active"
        await stage.wait(3)
        assert stage.path[-2:] == ["speaking/active", "listening/active"]
        assert asked.seen.count("shown") == 1


async def test_asking_without_lines_only_listens() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(4)
        await stage.say("hm")
        await stage.wait(0.5)
        asked.ask([])
        await stage.wait(0)
        assert stage.listener.hearing is ListeningMode.TURN
        await stage.say("two")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(text="two", language="en")


async def test_answered_elsewhere_while_reading_it_falls_silent_at_once() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(1)
        asked.heard.cancel() if asked.heard else None
    assert stage.player.is_idle
    # The stage is closed by now; what follows is what the desk does.
    stage.talk.settle(QUESTION, chose("1"), Channel.DESKTOP)
    assert stage.state == "tool_calling/active"


async def test_answered_elsewhere_while_listening_hears_no_more_for_it() -> None:
    stage = VoiceHarness()
    async with stage.running():
        await stage.wake_and_say("set it up")
        stage.talk.start_tool("ask_user_question")
        stage.talk.ask(QUESTION)
        async with stage.session.prompts.take(
            purpose=Purpose.ASK, shown=lambda: None, touched=lambda: None
        ) as prompt:
            task = asyncio.create_task(prompt.ask(LINES), name="ask")
            await stage.wait(4)
            stage.listener.begin()
            stage.listener.pause("tw")
            task.cancel()
        assert stage.listener.hearing is ListeningMode.WAKE
        stage.talk.settle(QUESTION, chose("1"), Channel.DESKTOP)
        stage.talk.finish_tool()
        stage.talk.answer("Done.")
        await stage.wait(2)
        assert stage.path[-4:] == [
            "tool_calling/active",
            "streaming/active",
            "speaking/active",
            "listening/active",
        ]
        assert stage.talk.said == [("set it up", True)]


async def test_what_is_told_at_the_end_is_said_while_the_turn_goes_on() -> None:
    stage = VoiceHarness()
    async with stage.running():
        await stage.wake_and_say("set it up")
        stage.talk.start_tool("ask_user_question")
        stage.talk.ask(QUESTION)
        async with stage.session.prompts.take(
            purpose=Purpose.ASK, shown=lambda: None, touched=lambda: None
        ) as prompt:
            task = asyncio.create_task(prompt.ask(LINES), name="ask")
            await stage.wait(4)
            await stage.say("two")
            await stage.wait(0.5)
            await task
            prompt.enqueue(SpokenLine(text="Two, MySQL."))
        stage.talk.settle(QUESTION, chose("2"), Channel.VOICE)
        stage.talk.finish_tool()
        await stage.wait(0.2)
        assert stage.state == "speaking/active"
        stage.talk.answer("I have set it up.")
        await stage.wait(5)
        assert stage.lines[-2:] == ["Two, MySQL.", "I have set it up."]
        assert stage.path[-2:] == ["speaking/active", "listening/active"]


async def test_left_a_question_stays_pending_until_it_is_called_for() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(4)
        await asked.end()
        leaving = asyncio.create_task(asked.prompt.leave(), name="leave")
        await stage.wait(20)
        assert stage.state == "awaiting_answer/active"
        assert not leaving.done()
        stage.listener.wake()
        await stage.wait(0)
        assert leaving.result()
        asked.ask()
        await stage.wait(4)
        await stage.say("two")
        await stage.wait(0.5)
        assert await asked.reply() == HeardWords(text="two", language="en")


async def test_the_microphone_button_calls_for_a_question_that_was_left() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(4)
        await asked.end()
        leaving = asyncio.create_task(asked.prompt.leave(), name="leave")
        await stage.wait(1)
        await stage.command(ToggleMicrophone())
        assert leaving.result()


async def test_withdrawn_a_question_stays_on_the_screen() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(1)
        asked.prompt.withdraw()
        assert stage.state == "awaiting_answer/active"
        assert stage.player.is_idle


@pytest.mark.parametrize("how", ["lost", "over", "muted", "button"])
@pytest.mark.parametrize("seconds", [1.0, 4.0], ids=["while reading", "while listening"])
async def test_when_nothing_can_be_heard_the_question_is_gone_from_the_voice(
    how: str, seconds: float
) -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(seconds)
        match how:
            case "lost":
                stage.listener.tell(InputLost(at=0, reason="Unplugged."))
            case "over":
                stage.listener.tell(InputEnded(at=0))
            case "muted":
                await stage.session.on_command(Mute(muted=True))
            case _:
                await stage.session.on_command(ToggleMicrophone())
        await stage.wait(4)
        assert await asked.reply() == VoiceUnavailable()
        assert not await asked.prompt.leave()
        await stage.wait(0)
        assert stage.talk.state.phase.value in {"awaiting_answer", "speaking"}
        assert stage.talk.question_pending


async def test_without_a_voice_nothing_is_asked() -> None:
    async with _question() as (stage, asked):
        stage.synthesiser.error = ModelLoadError("damaged")
        asked.ask()
        await stage.wait(1)
        assert await asked.reply() == VoiceUnavailable()
        assert stage.state == "awaiting_answer/active"
        assert await asked.prompt.ask(LINES) == VoiceUnavailable()
        assert asked.seen == []


async def test_announced_lines_are_said_and_not_listened_to() -> None:
    async with _question() as (stage, asked):
        announcing = asyncio.create_task(asked.prompt.announce(LINES), name="announce")
        await stage.wait(1)
        assert stage.state == "speaking/active"
        await stage.wait(3)
        assert announcing.done()
        assert stage.state == "awaiting_answer/active"


async def test_speech_over_an_announcement_stops_it_and_nothing_else() -> None:
    async with _question() as (stage, asked):
        announcing = asyncio.create_task(asked.prompt.announce(LINES), name="announce")
        await stage.wait(1)
        stage.listener.begin()
        await stage.wait(0)
        assert announcing.done()
        assert stage.state == "awaiting_answer/active"
        assert stage.talk.turn_id is not None


async def test_stop_silences_the_question_and_its_turn() -> None:
    async with _question() as (stage, asked):
        asked.ask()
        await stage.wait(1)
        await stage.session.on_command(Stop())
        await stage.wait(0)
        assert stage.state == "idle/inactive"
        assert stage.player.is_idle
        assert stage.talk.turn_id is None


async def test_a_second_question_waits_for_the_prompt() -> None:
    async with _question() as (stage, _asked):
        entered = asyncio.Event()

        async def second() -> None:
            async with stage.session.prompts.take(
                purpose=Purpose.ASK, shown=lambda: None, touched=lambda: None
            ):
                entered.set()

        waiting = asyncio.create_task(second(), name="second")
        await stage.wait(1)
        assert not entered.is_set()
        waiting.cancel()


async def test_the_prompt_is_open_only_in_a_voice_session() -> None:
    stage = VoiceHarness()
    async with stage.running():
        assert not stage.session.prompts.is_open
        stage.listener.wake()
        await stage.wait(0)
        assert stage.session.prompts.is_open
        await stage.session.on_command(Mute(muted=True))
        assert not stage.session.prompts.is_open
