"""The assembled program in a made-up room, and what is seen of it.

A section of the bench is a script: it has the user say clips and waits for what comes of them. All
moments are seconds on one line, the room's: what is heard, what is played and every event of the
program are stamped on it. At real-time pace the script waits as a person does; as fast as possible,
the room's time stands still while the script thinks.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from assistant.assembly.core import open_core
from assistant.assembly.voice.voice_loop import VoiceDevices, VoiceModels, open_voice
from assistant.clock import Clock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.events import EngineEvent
from assistant.protocol.voice import SpeechStarted, ToggleMicrophone
from assistant.questions.model.question import Channel
from assistant.settings import Settings
from assistant.voice.devices.pacers import settle_on
from assistant.voice.devices.protocols import Fill, Pacer
from assistant.voice.events import Samples
from assistant.voice.listening.listener import Listener
from assistant.voice.playout.player import Player
from assistant.voice.session.voice_session import VoiceSession
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom

HEADPHONES: Final = RoomAcoustics(echo_gain=0.0, saturation=0.0, noise_dbfs=-70.0)
"""The microphone hears the user and a quiet room."""

_LOOK_S: Final = 0.02
_WAKE_LIMIT_S: Final = 3.0
_WAKE_TRIES: Final = 3
_BEGIN_LIMIT_S: Final = 15.0
STUCK_S: Final = 60.0
"""Real seconds in which no time of a room has passed, after which it counts as stuck. It may pass as
slowly as a busy machine has it."""

E = TypeVar("E", bound=EngineEvent)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSettings:
    """What every section is run with."""

    home: Home
    """Where the model files are; its data is not touched."""
    settings: Settings
    clock: Clock
    models: VoiceModels
    folder: Path
    """For what a section writes; a temporary one."""


class _RoomClock:
    """The time of a room whose time is held."""

    def __init__(self, room: Callable[[], SimulatedRoom], clock: Clock) -> None:
        self._room = room
        self._clock = clock

    def monotonic(self) -> float:
        """Return audio time, in seconds."""
        return self._room().now()

    def now(self) -> datetime:
        """Return the real date."""
        return self._clock.now()


@dataclass(frozen=True, slots=True)
class StampedEvent:
    """An event of the program and the second of the room at which it was told."""

    at: float
    event: EngineEvent


class RoomLog:
    """The events of the program, with the room's time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.entries: list[StampedEvent] = []

    def __call__(self, event: EngineEvent) -> None:
        self.entries.append(StampedEvent(self._now(), event))

    def of(self, kind: type[E], *, since: float = 0.0) -> list[tuple[float, E]]:
        """Return the events of a kind that were told at `since` or later, oldest first."""
        return [
            (entry.at, entry.event)
            for entry in self.entries
            if entry.at >= since and isinstance(entry.event, kind)
        ]

    def has(self, kind: type[EngineEvent], *, since: float) -> bool:
        """Whether an event of a kind was told at `since` or later."""
        for entry in reversed(self.entries):
            if entry.at < since:
                return False
            if isinstance(entry.event, kind):
                return True
        return False


class WatchedRoom(SimulatedRoom):
    """A room that keeps the parts of the voice loop, and notes of each block how the voice was."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.listener: Listener | None = None
        self.player: Player | None = None
        self.late_fills = 0
        """Blocks that took longer to fill than they last."""
        self.volumes: list[tuple[float, float]] = []
        """The moment at which each block ended, on the devices' time line, and its volume then."""

    def take_parts(self, listener: Listener | None, player: Player | None) -> None:
        """Keep the parts of the voice loop that count something."""
        self.listener, self.player = listener, player

    @override
    def open_output(self, fill: Fill, on_lost: Callable[[str], None]) -> None:
        def timed(block: npt.NDArray[np.float32], at: float) -> None:
            begin = self._clock.monotonic()
            fill(block, at)
            length_s = len(block) / self.output_rate_hz
            self.late_fills += self._clock.monotonic() - begin > length_s
            if self.player is not None:
                self.volumes.append((at + length_s, self.player.volume))

        super().open_output(timed, on_lost)


class VirtualRoom:
    """A running program in a room. Made by `open_room`."""

    def __init__(
        self,
        *,
        room: WatchedRoom,
        core: Core,
        session: VoiceSession,
        log: RoomLog,
        script: "RoomScript",
    ) -> None:
        self.room = room
        self.core = core
        self.session = session
        self.log = log
        self._script = script

    @property
    def volumes(self) -> list[tuple[float, float]]:
        """Seconds of the room, and the volume of the voice at each, 0 to 1."""
        return [(self.second(at), volume) for at, volume in self.room.volumes]

    def now(self) -> float:
        """Return the second of the room."""
        return self.room.now() - self.room.began_at

    def second(self, at: float) -> float:
        """Return a moment of the program's time line as a second of the room."""
        return at - self.room.began_at

    @property
    def phase(self) -> ConversationPhase:
        """What the conversation does."""
        return self.core.conversations.state.phase

    def say(self, samples: Samples) -> float:
        """Have the user say something from the next moment on; returns its second."""
        return self.room.say(samples)

    async def until(self, condition: Callable[[], bool], *, limit_s: float) -> bool:
        """Let time pass until something holds, at most `limit_s`; return whether it does.

        Raises:
            DeviceError: If time does not pass.
        """
        begin = self.now()
        await self._script.wait(lambda: condition() or self.now() - begin >= limit_s)
        return condition()

    async def until_second(self, second: float) -> None:
        await self.until(lambda: self.now() >= second, limit_s=max(0.0, second - self.now()) + 1.0)

    async def begin_reply(self, call: Samples | None) -> bool:
        """Have the program speak: `listen`, and take a message for said. Whether it begins to."""
        if not await self.listen(call):
            return False
        since = self.now()
        await self.core.conversations.say("Tell me about the harbour.", spoken=True)
        return await self.until(
            lambda: self.log.has(SpeechStarted, since=since), limit_s=_BEGIN_LIMIT_S
        )

    async def listen(self, call: Samples | None) -> bool:
        """Have the program listen to a turn: call it, and if that fails press its button.

        Returns:
            Whether it listens.
        """
        for _try in range(_WAKE_TRIES):
            await self.until(
                lambda: self.phase in {ConversationPhase.IDLE, ConversationPhase.LISTENING},
                limit_s=_WAKE_LIMIT_S * 3,
            )
            if self.phase is ConversationPhase.LISTENING:
                return True
            if call is None:
                break
            self.say(call)
            if await self.until(
                lambda: self.phase is ConversationPhase.LISTENING,
                limit_s=len(call) / 16_000 + _WAKE_LIMIT_S,
            ):
                return True
        if self.phase is ConversationPhase.IDLE:
            await self.session.on_command(ToggleMicrophone())
            await self.until(lambda: self.phase is ConversationPhase.LISTENING, limit_s=1.0)
        return self.phase is ConversationPhase.LISTENING


class RoomTime(Protocol):
    """What waiting needs of a room."""

    @property
    def pacer(self) -> Pacer:
        """Holds its time."""
        ...

    def now(self) -> float:
        """Return its time, in seconds."""
        ...


class RoomScript:
    """Waits for what happens in a room. Engine loop only.

    Args:
        stuck_s: Real seconds in which some time of the room must pass.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, *, stuck_s: float = STUCK_S) -> None:
        self._loop = loop
        self._stuck_s = stuck_s
        self._room: RoomTime | None = None
        self._is_held = False
        self._release: Callable[[], None] = _nothing
        self._waiting: tuple[Callable[[], bool], asyncio.Future[None]] | None = None

    def begin(self, room: RoomTime, *, is_held: bool) -> None:
        """Follow this room; if `is_held`, hold its time but while something is waited for."""
        self._room = room
        self._is_held = is_held
        if is_held:
            self._release = room.pacer.hold()

    def end(self) -> None:
        self._release()

    def settle(self, settle: Callable[[], bool]) -> Callable[[], bool]:
        """Return a `settle` that looks at what is waited for before each step; pump thread."""

        def look_and_settle() -> bool:
            self._loop.call_soon_threadsafe(self._look)
            return settle()

        return look_and_settle

    async def wait(self, condition: Callable[[], bool]) -> None:
        """See `VirtualRoom.until`; however slowly time passes, it must pass."""
        waiting = asyncio.create_task(self._wait(condition), name="wait in a room")
        try:
            seen = self._now()
            while not (await asyncio.wait({waiting}, timeout=self._stuck_s))[0]:
                before, seen = seen, self._now()
                if seen <= before:
                    raise DeviceError("The time of the simulated room does not pass.")
            await waiting
        finally:
            waiting.cancel()

    def _now(self) -> float:
        return self._room.now() if self._room is not None else 0.0

    async def _wait(self, condition: Callable[[], bool]) -> None:
        if self._is_held:
            await self._wait_held(condition)
            return
        while not condition():  # noqa: ASYNC110  # a room tells nobody of its steps
            await asyncio.sleep(_LOOK_S)

    async def _wait_held(self, condition: Callable[[], bool]) -> None:
        if condition():
            return
        reached = self._loop.create_future()
        self._waiting = (condition, reached)
        self._release()
        try:
            await reached
        finally:
            self._waiting = None

    def _look(self) -> None:
        if self._waiting is None or self._room is None:
            return
        condition, reached = self._waiting
        if not reached.done() and condition():
            self._release = self._room.pacer.hold()
            reached.set_result(None)


def _nothing() -> None:
    pass


@asynccontextmanager
async def open_room(
    setting: RoomSettings,
    *,
    name: str,
    model: ModelClient,
    acoustics: RoomAcoustics = HEADPHONES,
    pace: RoomPace = RoomPace.REAL,
    has_echo: bool = False,
    is_recorded: bool = True,
) -> AsyncGenerator[VirtualRoom]:
    """Run the program in a room; its time begins once every model is warm.

    Args:
        name: Of the section, for its home.
        has_echo: Whether the program is to expect an echo.
        is_recorded: Whether the room keeps what is heard and played.

    Raises:
        AssistantError: As `open_core` and the models raise it.
    """
    loop = asyncio.get_running_loop()
    script = RoomScript(loop)
    room = WatchedRoom(
        acoustics=acoustics,
        clock=setting.clock,
        pace=pace,
        latency_s=0.0 if acoustics.echo_gain == 0.0 else 0.05,
        settle=script.settle(settle_on(loop)),
        is_recorded=is_recorded,
    )
    is_held = pace is RoomPace.FAST
    clock = _RoomClock(lambda: room, setting.clock) if is_held else setting.clock
    log = RoomLog(lambda: room.now() - room.began_at)
    plan = LaunchOptions(
        home=replace(setting.home, root=setting.folder / name),
        settings=setting.settings,
        clock=clock,
        channel=Channel.VOICE,
        client=model,
        resume=False,
    )
    devices = VoiceDevices(
        input=room.input,
        output=room.output,
        pacer=room.pacer,
        clock=clock,
        is_watched=False,
        has_echo=has_echo,
    )
    script.begin(room, is_held=is_held)
    try:
        async with open_core(plan, emit=log) as core:
            await _warm(setting.models, core)
            async with open_voice(
                core, devices, models=setting.models, show_parts=room.take_parts
            ) as session:
                yield VirtualRoom(room=room, core=core, session=session, log=log, script=script)
                script.end()
    finally:
        script.end()


async def _warm(models: VoiceModels, core: Core) -> None:
    warming: list[Coroutine[Any, Any, None]] = [
        models.transcriber.warm_up(),
        models.synthesiser.warm_up(),
        core.client.warm_up(),
    ]
    await asyncio.gather(*warming)
