"""A voice session on fakes, and what was seen and heard of it, by the second."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from assistant.coding_agents.model.attention import AlertRules
from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.notices import Notice
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.voice.protocols import AudioInput, AudioOutput, Synthesiser, Transcriber
from assistant.voice.ringing.alarm_ringer import AlarmControl
from assistant.voice.session.policy.voice_state import Speculation, VoiceOptions
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fake_conversation import FakeTalk
from tests.helpers.voice.fakes import (
    FakeListener,
    FakePlayer,
    FakeSynthesiser,
    FakeTranscriber,
    FakeVerifier,
)


def shown(state: DialogueState) -> str:
    """Write a state as `phase/session`."""
    return f"{state.phase.value}/{state.session.value}"


@dataclass
class VoiceHarness:
    """Everything around a session. `t` counts from the moment it is ready."""

    listener: FakeListener = field(default_factory=FakeListener)
    transcriber: FakeTranscriber = field(default_factory=FakeTranscriber)
    synthesiser: FakeSynthesiser = field(default_factory=FakeSynthesiser)
    player: FakePlayer = field(default_factory=FakePlayer)
    has_listener: bool = True
    has_synthesiser: bool = True
    has_player: bool = True
    barge_in: bool = True
    speak_typed_turns: bool = False
    push_to_talk: bool = False
    earcons: bool = True
    speculate: Speculation = Speculation.SPARING
    long_reply_s: float | None = None
    verifier: FakeVerifier | None = None
    ring_desk: AlarmControl | None = None
    wake_phrases: tuple[str, ...] = ()
    agent_rules: AlertRules = field(default_factory=AlertRules)
    is_read: bool = False
    """Whether questions that nobody answers are read aloud."""

    def __post_init__(self) -> None:
        self.talk = FakeTalk(clock=LoopClock())
        listener: AudioInput | None = self.listener if self.has_listener else None
        transcriber: Transcriber = self.transcriber
        synthesiser: Synthesiser | None = self.synthesiser if self.has_synthesiser else None
        player: AudioOutput | None = self.player if self.has_player else None
        self.session = VoiceSession(
            conversation=self.talk,
            subscribe=self.talk.subscribe,
            listener=listener,
            transcriber=transcriber,
            synthesiser=synthesiser,
            player=player,
            clock=LoopClock(),
            options=VoiceOptions(
                barge_in=self.barge_in, push_to_talk=self.push_to_talk, speculate=self.speculate
            ),
            speak_typed_turns=self.speak_typed_turns,
            earcons=self.earcons,
            long_reply_s=self.long_reply_s,
            verifier=self.verifier,
            ring_desk=self.ring_desk,
            wake_phrases=self.wake_phrases,
            agent_rules=lambda: self.agent_rules,
            is_read=lambda _questions_id: self.is_read,
        )
        self.talk.attach(
            takes=lambda spoken: self.session.takes(spoken=spoken), begins=self.session.begins
        )
        self._origin = 0.0

    @asynccontextmanager
    async def running(self) -> AsyncGenerator["VoiceHarness", None]:
        """Start the session, and close it at the end."""
        await self.session.start()
        await self.wait(0)
        self._origin = asyncio.get_running_loop().time()
        try:
            yield self
        finally:
            await self.session.aclose()

    @property
    def t(self) -> float:
        """Seconds since the session was ready."""
        return asyncio.get_running_loop().time() - self._origin

    def second(self, at: float) -> float:
        """Return a moment of the loop's time as a second of the stage's."""
        return round(at - self._origin, 2)

    def moment(self, t: float) -> float:
        """Return second `t` of the stage's as a moment of the loop's time."""
        return self._origin + t

    @property
    def turn_since(self) -> float | None:
        """From which second on the last turn counts; None from when it was asked for."""
        since = self.listener.since
        return None if since is None else self.second(since)

    async def until(self, t: float) -> None:
        """Let time pass to second `t`, and everything that is due happen."""
        await asyncio.sleep(self._origin + t - asyncio.get_running_loop().time())
        await self.wait(0)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything that is due happen."""
        await asyncio.sleep(seconds)
        for _ in range(10):
            await asyncio.sleep(0)

    async def until_state(self, state: str, *, limit_s: float = 60.0) -> None:
        """Let time pass until the conversation is in this state."""
        async with asyncio.timeout(limit_s):
            while self.state != state:
                await self.wait(0.1)

    @property
    def state(self) -> str:
        """Where the conversation stands, as `phase/session`."""
        return shown(self.talk.state)

    @property
    def states(self) -> list[tuple[float, str]]:
        """Every change of state with its second."""
        return [
            (self.second(event.at), shown(event.new))
            for event in self.talk.events
            if isinstance(event, StateChanged)
        ]

    @property
    def path(self) -> list[str]:
        """Every state it went through."""
        return [state for _, state in self.states]

    @property
    def spoken(self) -> list[tuple[float, str]]:
        """Every line that began to be heard with its second."""
        return [(self.second(at), text) for at, text in self.player.played]

    @property
    def lines(self) -> list[str]:
        """Every line that began to be heard."""
        return [text for _, text in self.player.played]

    @property
    def notices(self) -> list[str]:
        """The texts of the notices that stand."""
        standing = [event for event in self.talk.events if isinstance(event, Notice)]
        return [event.text for event in standing if not event.resolved]

    async def command(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        """Press a button."""
        await self.session.on_command(command)
        await self.wait(0)

    async def say(self, text: str) -> None:
        """The user says something: half a second of speech, and 0.4 s until it is over."""
        self.listener.begin()
        await self.wait(0.5)
        self.listener.pause(text)
        await self.wait(0.4)
        self.listener.end(text)
        await self.wait(0)

    async def wake_and_say(self, text: str) -> None:
        """Open a session by the wake word, say something, and let it be understood."""
        self.listener.wake()
        await self.wait(0.1)
        await self.say(text)
        await self.wait(0.5)
