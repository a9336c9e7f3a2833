"""The other side of `parley bench startup`: the program itself, which says how far its start is.

`rehearsal.py` starts the program as always, but with a microphone in a silent room in place of the
machine's, and types a message into the window as soon as that can be done. Each moment is a line of
JSON on standard output.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from assistant.clock import Clock
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.turns import RequestSent
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceDevices
    from assistant.channels.desktop.app.application import DesktopApp
    from assistant.protocol.events import EngineEvent
    from assistant.voice.devices.protocols import OnBlock, OnEnd
    from assistant.voice.events import Samples

BEGUN: Final = "begun"
"""The interpreter is up, the command line is understood; the program is being imported."""
BUILT: Final = "built"
"""The window is made; it is not shown."""
PAINTED: Final = "painted"
"""The whole window is on the screen for the first time."""
INTERACTIVE: Final = "interactive"
"""The first letter of a message that was typed into it is on the screen too."""
ENTERED: Final = "entered"
"""The message is complete; Enter is pressed."""
OPENED: Final = "opened"
"""The engine stands, and the conversation is open that is gone on with."""
COMPOSED: Final = "composed"
"""The words are stored and the request composed; what it goes out by stands, or is being built."""
LISTENING: Final = "listening"
"""The first sound was heard: from now on the wake word is."""
SPEECH_LOADED: Final = "speech_loaded"
"""Recogniser and voice are loaded."""
WORDS: Final = "How far is the harbour?"
"""The message that is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartupMoment:
    """Something that happened during a start."""

    moment: str
    at: float
    """Monotonic clock, seconds."""
    used: float
    """Processor time of the process so far, all its threads, in seconds."""


def read_moment(line: str) -> StartupMoment | None:
    """Return what a line of standard output tells, or None if it is another's."""
    try:
        return StartupMoment(**json.loads(line))
    except (ValueError, TypeError):
        return None


class StartupMarks:
    """Tells the moments of a start; any thread. Implements `cli.commands.run.LaunchRehearsal`."""

    def __init__(self, write: Callable[[str], object] = sys.stdout.write) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._loaded = 0
        self._told: set[str] = set()
        self._is_in_block = threading.local()

    def tell(self, moment: str) -> None:
        line = (
            json.dumps({"moment": moment, "at": time.monotonic(), "used": time.process_time()})
            + "\n"
        )
        with self._lock:
            self._write(line)
            sys.stdout.flush()

    def begin(self) -> None:
        self.tell(BEGUN)

    def watch(self, app: "DesktopApp") -> None:
        """Type into this app's window; GUI thread, before it is shown."""
        from benchmarks.window.startup_monitor import StartupMonitor

        self.tell(BUILT)
        app.engine.subscribe(self.follow)
        StartupMonitor(
            window=app.window,
            words=WORDS,
            painted=lambda: self.tell(PAINTED),
            interactive=lambda: self.tell(INTERACTIVE),
            entered=lambda: self.tell(ENTERED),
        )

    def follow(self, event: "EngineEvent") -> None:
        """Notice how far the engine is, each moment once; engine thread."""
        match event:
            case ConversationOpened():
                self._tell_once(OPENED)
            case RequestSent():
                self._tell_once(COMPOSED)
            case _:
                pass

    def devices(self, settings: Settings, clock: Clock) -> "VoiceDevices":
        """Return microphone and speaker of a silent room."""
        from assistant.assembly.voice.voice_loop import VoiceDevices
        from benchmarks.voice.model.room_acoustics import RoomAcoustics
        from benchmarks.voice.simulated_room import SimulatedRoom

        is_in_block = self._is_in_block

        class MarkedRoom(SimulatedRoom):
            """A room in which it is known what is done for a block of sound."""

            @override
            def open_input(self, on_block: "OnBlock", on_end: "OnEnd") -> None:
                def marked(samples: "Samples", at: float) -> None:
                    is_in_block.value = True
                    on_block(samples, at)
                    is_in_block.value = False

                super().open_input(marked, on_end)

        silence = RoomAcoustics(echo_gain=0.0, saturation=0.0, noise_dbfs=-70.0)
        room = MarkedRoom(acoustics=silence, clock=clock, is_recorded=False)
        return VoiceDevices(input=room.input, output=room.output, pacer=self, clock=clock)

    # Pacer: the parts of the voice loop say to it when they are at work.

    @contextmanager
    def busy(self) -> Generator[None]:
        """Notice that a model was loaded: recogniser and voice are, before anybody speaks."""
        yield
        with self._lock:
            self._loaded += 1
            is_complete = self._loaded == 2
        if is_complete:
            self.tell(SPEECH_LOADED)

    def hold(self) -> Callable[[], None]:
        """Notice, of a block of sound, that it was heard."""
        return self._heard if getattr(self._is_in_block, "value", False) else _nothing

    def _heard(self) -> None:
        self._tell_once(LISTENING)

    def _tell_once(self, moment: str) -> None:
        with self._lock:
            is_first = moment not in self._told
            self._told.add(moment)
        if is_first:
            self.tell(moment)


def _nothing() -> None:
    pass
