"""The voice session with a real conversation: both keep to the same table."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from assistant.conversation.history.model.unfinished_turn import find_last_user_message
from assistant.errors import ErrorCategory, ProviderError
from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.llm.scripted_model import Wait, says, uses_tool
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fakes import FakeListener, FakePlayer, FakeSynthesiser, FakeTranscriber
from tests.helpers.voice.session_harness import shown
from tests.unit.conversation.conftest import Talk

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


@dataclass
class Held:
    """A conversation held by voice."""

    talk: Talk
    session: VoiceSession
    listener: FakeListener
    player: FakePlayer

    @property
    def path(self) -> list[str]:
        """Every state it went through."""
        return [shown(e.new) for e in self.talk.events if isinstance(e, StateChanged)]

    @property
    def state(self) -> str:
        """Where it stands."""
        return shown(self.talk.conversation.state)

    @property
    def lines(self) -> list[str]:
        """Every line that began to be heard."""
        return [text for _, text in self.player.played]

    async def say(self, text: str) -> None:
        """The user says something, and it is understood."""
        self.listener.begin()
        await asyncio.sleep(0.5)
        self.listener.pause(text)
        await asyncio.sleep(0.3)
        self.listener.end(text)
        await asyncio.sleep(0.1)

    def of(self, kind: type[EngineEvent]) -> list[EngineEvent]:
        """Return the events of one kind."""
        return [event for event in self.talk.events if isinstance(event, kind)]


@asynccontextmanager
async def held_by_voice() -> AsyncGenerator[Held, None]:
    talk = Talk()
    listener, player = FakeListener(), FakePlayer()
    session = VoiceSession(
        talk=talk.conversation,
        subscribe=talk.conversation.subscribe,
        listener=listener,
        transcriber=FakeTranscriber(seconds=0.1),
        synthesiser=FakeSynthesiser(),
        player=player,
        clock=LoopClock(),
    )
    talk.conversation.attach(session)
    await session.start()
    await asyncio.sleep(0)
    listener.wake()
    await asyncio.sleep(0.1)
    try:
        yield Held(talk, session, listener, player)
    finally:
        await session.aclose()
        await talk.conversation.aclose()


async def test_a_reply_is_spoken_and_listening_goes_on() -> None:
    async with held_by_voice() as held:
        held.talk.model.script.append(says("It is ten. It is late."))
        await held.say("what time is it")
        await asyncio.sleep(5)
        assert held.lines == ["It is ten.", "It is late."]
        assert held.path == [
            "listening/active",
            "streaming/active",
            "speaking/active",
            "listening/active",
        ]


@pytest.mark.requirement("VF-10")
async def test_barge_in_stops_the_model_and_the_history_knows_what_was_heard() -> None:
    async with held_by_voice() as held:
        held.talk.model.script += [
            [*says("One two three four. Five six")[:-2], Wait(seconds=60)],
            says("Fine."),
        ]
        await held.say("tell me")
        await asyncio.sleep(1.2)
        await held.say("wait what about the others")
        await asyncio.sleep(3)
        assert held.lines == ["One two three four.", "Fine."]
        assert held.talk.model.n_closed_early == 1
        reply = held.talk.history.entries[1]
        assert reply.heard == "One two"
        assert held.state == "listening/active"


async def test_barge_in_after_the_end_marks_the_reply() -> None:
    async with held_by_voice() as held:
        held.talk.model.script.append(says("One two three four."))
        await held.say("tell me")
        await asyncio.sleep(1)
        assert held.of(TurnFinished)
        held.listener.begin()
        await asyncio.sleep(0.1)
        assert held.talk.history.entries[-1].heard == "One"
        assert held.state == "listening/active"


async def test_tools_in_the_middle_of_speech_bring_the_state_home() -> None:
    async with held_by_voice() as held:
        held.talk.model.script += [
            uses_tool("clock", {}, text="Let me see now."),
            [Wait(seconds=5), *says("It is noon.")],
        ]
        await held.say("what time is it")
        await asyncio.sleep(12)
        assert held.lines == ["Let me see now.", "It is noon."]
        assert held.path[-2:] == ["speaking/active", "listening/active"]


async def test_a_long_tool_is_seen_after_the_words_before_it() -> None:
    async with held_by_voice() as held:
        held.talk.model.script.append(uses_tool("hang", {}, text="Let me see now."))
        await held.say("what time is it")
        await asyncio.sleep(4)
        assert held.path[-2:] == ["speaking/active", "tool_calling/active"]
        await held.session.on_command(Stop())
        await asyncio.sleep(0.1)
        assert held.state == "idle/inactive"


async def test_typed_words_while_speaking_take_over() -> None:
    async with held_by_voice() as held:
        held.talk.model.script += [
            [*says("One two three four. Five six")[:-2], Wait(seconds=60)],
            says("Typed reply."),
        ]
        await held.say("tell me")
        await asyncio.sleep(1.2)
        await held.talk.conversation.say("typed", spoken=False)
        await asyncio.sleep(3)
        assert held.lines == ["One two three four."]
        assert held.player.is_idle
        assert held.talk.history.entries[1].heard == "One two"
        assert held.state == "listening/active"


async def test_a_failing_model_leaves_the_session_listening() -> None:
    async with held_by_voice() as held:
        held.talk.model.script.append(
            [ProviderError("No network", category=ErrorCategory.INVALID_REQUEST)]
        )
        await held.say("tell me")
        await asyncio.sleep(1)
        assert held.of(TurnFailed)
        assert held.state == "speaking/active"
        await asyncio.sleep(4)
        assert [line for _, line in held.player.played] == ["I could not get an answer."]
        assert held.state == "listening/active"


async def test_a_refused_key_ends_the_session() -> None:
    async with held_by_voice() as held:
        held.talk.model.refusal = ProviderError("Check", category=ErrorCategory.AUTHENTICATION)
        await held.say("tell me")
        assert held.state == "idle/inactive"


@pytest.mark.parametrize("seconds", [0.0, 0.15, 0.5, 1.5, 3.0, 20.0])
async def test_stop_brings_every_moment_to_rest(seconds: float) -> None:
    async with held_by_voice() as held:
        held.talk.model.script.append(
            [*says("One two three four. Five six")[:-2], Wait(seconds=1), *says("Seven.")]
        )
        await held.say("tell me")
        await asyncio.sleep(seconds)
        await held.session.on_command(Stop())
        await asyncio.sleep(0.1)
        assert held.state == "idle/inactive"
        lines = list(held.lines)
        await asyncio.sleep(20)
        assert (held.lines, held.state) == (lines, "idle/inactive")


async def test_a_spoken_turn_that_is_made_anew_is_spoken() -> None:
    async with held_by_voice() as held:
        timeout = ProviderError("Response timed out", category=ErrorCategory.TIMEOUT)
        held.talk.model.script.append([timeout])
        held.talk.model.script.append(says("It is ten."))
        await held.say("what time is it")
        await asyncio.sleep(5)
        point = find_last_user_message(held.talk.conversation.entries)
        assert point is not None
        held.talk.conversation.take_up(point, spoken=True)
        await asyncio.sleep(5)
        assert held.lines == ["I could not get an answer.", "It is ten."]
        assert held.state == "listening/active"


async def test_the_voice_says_where_a_reply_was_cut_short() -> None:
    async with held_by_voice() as held:
        held.talk.model.script.append(says("One two three. Four", stop_reason="max_tokens"))
        await held.say("count")
        await asyncio.sleep(6)
        assert held.lines == ["One two three.", "Four", "The answer breaks off here."]
        assert held.state == "listening/active"
