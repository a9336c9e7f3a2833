"""Lines to speech: order, look-ahead, interruption, and what was heard."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ModelLoadError
from assistant.voice.events import DeviceChanged, DeviceReason, OutputLost, OutputRestored
from assistant.voice.playout.speech_queue import SpeechLine, SpeechPart, SpeechQueue, heard_text
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fakes import FakePlayer, FakeSynthesiser

virtual_time = [pytest.mark.asyncio, pytest.mark.looptime]


@pytest.mark.parametrize(
    ("finished", "current", "fraction", "heard"),
    [
        pytest.param([], "", 0.0, "", id="nothing"),
        pytest.param(["One two.", "Three."], "", 0.0, "One two. Three.", id="whole lines"),
        pytest.param(["One."], "two three four five", 0.5, "One. two three", id="half a line"),
        pytest.param([], "one two three", 0.32, "", id="not a whole word yet"),
        pytest.param([], "one two three", 1.0, "one two three", id="all of it"),
        pytest.param([], "今天天气很好", 0.5, "今天天", id="without blanks"),
        pytest.param([], "one two", 7.0, "one two", id="more than all"),
    ],
)
def test_what_was_heard(finished: list[str], current: str, fraction: float, heard: str) -> None:
    assert heard_text(finished, current, fraction) == heard


@given(st.lists(st.text("ab ", min_size=1)), st.text("ab "), st.floats(0, 1))
def test_more_is_never_heard_than_was_said(
    finished: list[str], current: str, fraction: float
) -> None:
    said = "".join([*finished, current]).replace(" ", "")
    assert said.startswith(heard_text(finished, current, fraction).replace(" ", ""))


@dataclass
class Told:
    """Implements `SpeechListener`: writes down what it is told."""

    events: list[str] = field(default_factory=list[str])

    def line_synthesised(self, line: SpeechLine, at: float) -> None:
        self.events.append(f"synthesised {line.text}")

    def line_started(self, line: SpeechLine, at: float) -> None:
        self.events.append(f"started {line.text}")

    def line_unspoken(self, line: SpeechLine, reason: str) -> None:
        self.events.append(f"unspoken {line.text}: {reason}")

    def fell_silent(self) -> None:
        self.events.append("silent")

    def voice_lost(self, reason: str) -> None:
        self.events.append(f"lost {reason}")

    def speaker_changed(self, event: DeviceChanged) -> None:
        self.events.append(f"speaker {event.name}")

    def voice_restored(self) -> None:
        self.events.append("restored")


@dataclass
class Mouth:
    """A `SpeechQueue` on fakes."""

    told: Told = field(default_factory=Told)
    synthesiser: FakeSynthesiser = field(default_factory=FakeSynthesiser)
    player: FakePlayer = field(default_factory=FakePlayer)
    ahead_s: float = 5.0

    def __post_init__(self) -> None:
        self.speech = SpeechQueue(
            synthesiser=self.synthesiser,
            player=self.player,
            listener=self.told,
            clock=LoopClock(),
            ahead_s=self.ahead_s,
        )

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["Mouth", None]:
        loop = asyncio.get_running_loop()
        await self.speech.start(loop.call_soon_threadsafe)
        try:
            yield self
        finally:
            await self.speech.aclose()

    def expect(self, *texts: str) -> None:
        self.speech.expect([SpeechLine(text=text, part=SpeechPart.PROMPT) for text in texts])

    def say(self, *texts: str, part: SpeechPart = SpeechPart.REPLY) -> None:
        for text in texts:
            turn_id = "t" if part is SpeechPart.REPLY else None
            self.speech.say(SpeechLine(text=text, part=part, turn_id=turn_id))


class TestSpeech:
    pytestmark = virtual_time

    @pytest.mark.parametrize("wait_s", [0.0, 0.05, 1.0])
    async def test_a_line_that_was_held_is_said_with_what_was_made_of_it(
        self, wait_s: float
    ) -> None:
        async with Mouth().open() as mouth:
            mouth.speech.prefetch(SpeechLine(text="one two", part=SpeechPart.REPLY))
            await asyncio.sleep(wait_s)
            assert mouth.speech.is_quiet
            assert not mouth.told.events
            begin = asyncio.get_running_loop().time()
            mouth.say("one two", "three")
            await asyncio.sleep(5)
            assert mouth.synthesiser.said == ["one two", "three"]
            first_at = mouth.player.played[0][0] - mouth.player.latency_s
            assert first_at - begin == pytest.approx(max(0.0, 0.1 - wait_s))

    @pytest.mark.parametrize("wait_s", [0.05, 1.0])
    async def test_a_line_that_was_held_and_given_up_leaves_no_trace(self, wait_s: float) -> None:
        async with Mouth().open() as mouth:
            give_up = mouth.speech.prefetch(SpeechLine(text="never", part=SpeechPart.REPLY))
            await asyncio.sleep(wait_s)
            give_up()
            mouth.say("one")
            await asyncio.sleep(2)
            give_up()
            assert [text for _, text in mouth.player.played] == ["one"]
            assert not [event for event in mouth.told.events if "never" in event]

    async def test_other_words_or_another_language_are_made_anew(self) -> None:
        async with Mouth(synthesiser=FakeSynthesiser(others=frozenset({"de"}))).open() as mouth:
            for held in ("two", "one"):
                line = SpeechLine(text=held, part=SpeechPart.REPLY, language="de")
                give_up = mouth.speech.prefetch(line)
                await asyncio.sleep(1)
            mouth.say("one")
            await asyncio.sleep(2)
            give_up()
            assert mouth.synthesiser.languages == ["de", "de", None]

    async def test_a_new_one_or_silence_takes_the_place_of_what_is_held(self) -> None:
        async with Mouth().open() as mouth:
            mouth.speech.prefetch(SpeechLine(text="one", part=SpeechPart.REPLY))
            mouth.speech.prefetch(SpeechLine(text="two", part=SpeechPart.REPLY))
            mouth.say("zero", "two")
            mouth.speech.interrupt("t")
            await asyncio.sleep(2)
            assert mouth.speech.is_quiet
            assert not mouth.player.played
            assert mouth.synthesiser.said == []

    async def test_a_held_line_that_fails_is_told_of_when_it_is_said(self) -> None:
        async with Mouth(
            synthesiser=FakeSynthesiser(error=ModelLoadError("no voice"))
        ).open() as mouth:
            mouth.speech.prefetch(SpeechLine(text="one", part=SpeechPart.REPLY))
            await asyncio.sleep(1)
            assert not mouth.told.events
            mouth.say("one")
            await asyncio.sleep(1)
            assert mouth.told.events == ["lost no voice", "silent"]

    async def test_a_likely_line_is_made_in_an_idle_moment_and_said_at_once(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("which one")
            mouth.expect("one", "two")
            await asyncio.sleep(3)
            assert mouth.synthesiser.said == ["which one", "one", "two"]
            assert mouth.speech.is_quiet
            told = list(mouth.told.events)
            begin = asyncio.get_running_loop().time()
            mouth.say("two", "and now")
            await asyncio.sleep(3)
            assert mouth.player.played[1][0] - mouth.player.latency_s == pytest.approx(begin)
            assert mouth.synthesiser.said == ["which one", "one", "two", "and now"]
            assert mouth.told.events[: len(told)] == told
            assert [text for _, text in mouth.player.played] == ["which one", "two", "and now"]

    async def test_what_is_said_comes_before_what_is_likely(self) -> None:
        async with Mouth().open() as mouth:
            mouth.expect("one", "two", "three")
            await asyncio.sleep(0.05)
            mouth.say("a", "b")
            await asyncio.sleep(0.12)
            assert mouth.synthesiser.said[:2] == ["one", "a"]
            await asyncio.sleep(5)
            assert mouth.synthesiser.said == ["one", "a", "b", "two", "three"]

    async def test_an_interruption_keeps_what_is_likely_and_the_end_drops_it(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("which one")
            mouth.expect("one")
            await asyncio.sleep(0.3)
            mouth.speech.interrupt()
            mouth.say("one")
            await asyncio.sleep(2)
            assert mouth.synthesiser.said == ["which one", "one"]
            mouth.expect("two")
        await asyncio.sleep(2)
        assert mouth.synthesiser.said == ["which one", "one"]

    async def test_a_likely_line_that_fails_is_told_of_when_it_is_said(self) -> None:
        async with Mouth(
            synthesiser=FakeSynthesiser(error=ModelLoadError("no voice"))
        ).open() as mouth:
            mouth.expect("one")
            await asyncio.sleep(1)
            assert not mouth.told.events
            mouth.say("one")
            await asyncio.sleep(1)
            assert mouth.told.events == ["lost no voice", "silent"]

    async def test_lines_are_said_in_order_and_without_gaps(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("one two", "three four", "five")
            await asyncio.sleep(5)
            starts = [at for at, _ in mouth.player.played]
            assert [text for _, text in mouth.player.played] == ["one two", "three four", "five"]
            assert [b - a for a, b in zip(starts, starts[1:], strict=False)] == pytest.approx(
                [1, 1]
            )
            assert mouth.told.events[-1] == "silent"
            assert mouth.told.events.count("silent") == 1

    async def test_only_some_seconds_are_synthesised_ahead(self) -> None:
        mouth = Mouth(ahead_s=3.0)
        async with mouth.open():
            mouth.say(*[f"one two {n}" for n in range(8)])  # 1.5 s each
            await asyncio.sleep(1.2)
            assert len(mouth.synthesiser.said) == 2
            await asyncio.sleep(1)
            assert len(mouth.synthesiser.said) == 3

    async def test_one_line_always_waits_behind_a_long_one(self) -> None:
        mouth = Mouth(ahead_s=1.0)
        async with mouth.open():
            mouth.say("one two three four five six", "seven", "eight")
            await asyncio.sleep(0.5)
            assert len(mouth.synthesiser.said) == 2

    async def test_an_interruption_drops_everything_and_tells_what_was_heard(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("one two", "three four five six", "seven eight")
            await asyncio.sleep(0.15 + 1 + 1)
            assert mouth.speech.interrupt("t") == "one two three four"
            assert mouth.speech.is_quiet
            await asyncio.sleep(5)
            assert len(mouth.player.played) == 2
            assert "silent" not in mouth.told.events

    async def test_only_lines_of_the_reply_count_as_heard(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("a prompt", part=SpeechPart.PROMPT)
            mouth.say("one two")
            await asyncio.sleep(0.15 + 1 + 0.5)
            assert mouth.speech.interrupt("t") == "one"

    async def test_after_an_interruption_new_lines_are_said(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("one two three")
            await asyncio.sleep(0.5)
            mouth.speech.interrupt("t")
            mouth.say("four")
            await asyncio.sleep(1)
            assert [text for _, text in mouth.player.played] == ["one two three", "four"]

    async def test_an_interruption_while_synthesising_says_nothing(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("one two")
            await asyncio.sleep(0.05)
            assert mouth.speech.interrupt("t") == ""
            await asyncio.sleep(1)
            assert mouth.player.played == []

    async def test_a_line_with_nothing_speakable_is_passed_over(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("", "one")
            await asyncio.sleep(2)
            assert [text for _, text in mouth.player.played] == ["one"]
            mouth.say("")
            await asyncio.sleep(1)
            assert mouth.told.events.count("silent") == 2

    async def test_a_voice_that_breaks_is_told_and_nothing_is_said_after(self) -> None:
        async with Mouth().open() as mouth:
            mouth.synthesiser.error = ModelLoadError("damaged")
            mouth.say("one", "two")
            await asyncio.sleep(1)
            assert mouth.told.events == ["lost damaged", "silent"]
            assert not mouth.speech.is_available
            mouth.say("three")
            assert mouth.speech.is_quiet

    async def test_a_bug_in_the_voice_is_logged_and_told(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Broken(FakeSynthesiser):
            async def synthesise(  # type: ignore[override]
                self, text: str, *, language: str | None = None
            ) -> tuple[object, int]:
                raise ZeroDivisionError

        async with Mouth(synthesiser=Broken()).open() as mouth:
            mouth.say("one")
            await asyncio.sleep(1)
            assert mouth.told.events == ["lost ", "silent"]
            assert "synthesis failed" in caplog.text

    async def test_a_lost_speaker_comes_back(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("one two three")
            await asyncio.sleep(0.5)
            mouth.player.tell(OutputLost(at=0, reason="unplugged"))
            await asyncio.sleep(0)
            assert mouth.told.events[-2:] == ["lost unplugged", "silent"]
            assert not mouth.speech.is_available
            mouth.player.tell(OutputRestored(at=0))
            await asyncio.sleep(0)
            assert mouth.told.events[-1] == "restored"
            assert mouth.speech.is_available

    async def test_another_speaker_is_told_of(self) -> None:
        async with Mouth().open() as mouth:
            mouth.player.tell(
                DeviceChanged(
                    at=0, kind="output", name="Desk", wanted="", reason=DeviceReason.AS_WANTED
                )
            )
            await asyncio.sleep(0)
            assert mouth.told.events == ["speaker Desk"]

    async def test_withdrawing_a_question_leaves_the_rest_to_be_said(self) -> None:
        async with Mouth(ahead_s=0.1).open() as mouth:
            mouth.say("one two three four")
            mouth.say("a question", "two", part=SpeechPart.QUESTION)
            mouth.say("a read back", part=SpeechPart.PROMPT)
            await asyncio.sleep(0.12)
            mouth.speech.withdraw_question()
            await asyncio.sleep(5)
            assert [text for _, text in mouth.player.played] == [
                "one two three four",
                "a read back",
            ]

    async def test_withdrawing_a_question_that_sounds_stops_it(self) -> None:
        async with Mouth().open() as mouth:
            mouth.say("a question of five words", part=SpeechPart.QUESTION)
            await asyncio.sleep(0.5)
            mouth.speech.withdraw_question()
            assert mouth.player.is_idle
            assert mouth.speech.is_quiet

    async def test_closing_leaves_no_task_and_is_idempotent(self) -> None:
        mouth = Mouth()
        async with mouth.open():
            mouth.say("one", "two")
            await asyncio.sleep(0.05)
            await mouth.speech.aclose()
            names = {task.get_name() for task in asyncio.all_tasks()}
            assert "speech" not in names
        assert not mouth.player.is_open
        assert threading.current_thread() is threading.main_thread()
