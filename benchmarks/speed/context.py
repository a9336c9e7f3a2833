"""`parley bench context`: how soon a message is with the model, and what was said is found again.

The whole program runs in this process, window and all, on a home full of messages; its model is a
server on loopback, reached over real HTTP by the real client. What is timed begins with the key.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.assembly.desktop import build_desktop
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import Clock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import anthropic_profile
from assistant.memory.model.scope import LIMITS
from assistant.memory.owner import MemoryOwner
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import RequestSent, TurnFailed, TurnFinished, TurnStarted
from assistant.questions.model.question import Channel
from assistant.settings import Settings, load, save
from benchmarks.messages_server import BenchMessagesServer
from benchmarks.model.metrics import spread_ms
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress, BenchStep
from benchmarks.reports.speed_report import CONTEXT
from benchmarks.sample_history import SEED, HistorySize, at_least, facts
from benchmarks.speed.history_search import measure_past
from benchmarks.speed.startup import prepare
from benchmarks.window.synthetic_keys import post_keystrokes

CHARACTERS: Final = 80_000
"""What each request holds at least of history, memory and layers."""
WINDOW: Final = 122_000
"""The limit of the bench's home. A window that is full is moved to three quarters of what it may
hold, and by a whole round of words: with this one it holds `CHARACTERS` even then."""
_REPLY_CHARACTERS: Final = 7_500
"""Of each reply, so that a window of thirty messages is full of characters first."""
_MEMORY: Final = {scope: limit // 2 for scope, limit in LIMITS.items()}
"""Characters of each memory file."""
_POLL_S: Final = 0.0005
_READING_S: Final = 0.25
"""What a person does not type in after a reply, at least; what is done behind a turn is over then."""
_LIMIT_S: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextScale:
    """How much is measured."""

    held: HistorySize
    """The conversation in which messages are typed; its end is more than is sent."""
    typed: int
    """Messages that are typed."""
    past: HistorySize
    """What is opened and searched."""
    openings: int
    searches: int
    """Of each kind."""


FULL: Final = ContextScale(
    held=HistorySize(
        long_messages=10_000, conversations=0, each_messages=0, recent_characters=WINDOW
    ),
    typed=40,
    past=HistorySize(long_messages=10_000, conversations=4_500, each_messages=20),
    openings=5,
    searches=20,
)
QUICK: Final = ContextScale(
    held=HistorySize(long_messages=100, conversations=0, each_messages=0, recent_characters=WINDOW),
    typed=3,
    past=HistorySize(long_messages=2_000, conversations=20, each_messages=10),
    openings=1,
    searches=3,
)


def measure_context(
    *,
    home: Home,
    clock: Clock,
    progress: BenchProgress,
    scale: ContextScale = FULL,
) -> Run:
    """Run the bench. Call it on the main thread of a process that has a display, or none to need.

    Raises:
        DeviceError: If a request does not come.
        StoreError: If there is no room for the stores.
    """
    progress.plan(
        [
            BenchStep(name="a long conversation", expected_s=scale.held.messages / 2000),
            BenchStep(name="from Enter to the wire", expected_s=scale.typed * 0.3 + 5),
            BenchStep(name="a long past", expected_s=scale.past.messages / 2000),
            BenchStep(name="opening and searching", expected_s=20),
        ]
    )
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        own = Home(root=Path(folder) / "context", models=home.models)
        progress.next()
        asyncio.run(prepare(own, clock, scale.held))
        _remember(own)
        progress.next()
        typed = _type_messages(own, clock, scale.typed)
        past = Home(root=Path(folder) / "past", models=home.models)
        progress.next()
        asyncio.run(prepare(past, clock, scale.past))
        progress.next()
        return Run(
            CONTEXT,
            request_ms=spread_ms([one.arrived - one.entered for one in typed]),
            stages_ms={
                "to_engine": _median_ms([one.taken - one.entered for one in typed]),
                "stored_and_composed": _median_ms([one.sent - one.taken for one in typed]),
                "sent": _median_ms([one.arrived - one.sent for one in typed]),
            },
            characters=min(one.characters for one in typed),
            request_kb=round(statistics.median(one.size_bytes for one in typed) / 1000, 1),
            stored=scale.held.long_messages,
            past=asyncio.run(
                measure_past(
                    home=past,
                    clock=clock,
                    stock=scale.past,
                    openings=scale.openings,
                    searches=scale.searches,
                )
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Typed:
    """One message on its way; monotonic clock, seconds."""

    entered: float
    taken: float
    sent: float
    arrived: float
    size_bytes: int
    characters: int


def _remember(home: Home) -> None:
    rng = random.Random(SEED)
    person = load(home, {}).settings.person
    owner = MemoryOwner(workspace=person.workspace, agent=person.agent, user=person.user)
    for scope, characters in _MEMORY.items():
        path = home.root.joinpath(*owner.parts(scope))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(facts(rng, characters), encoding="utf-8")


def _type_messages(home: Home, clock: Clock, messages: int) -> list[_Typed]:
    save(home, "voice", "enabled", False)
    save(home, "context", "max_characters", WINDOW)
    settings = load(home, {}).settings
    reply = at_least("", _REPLY_CHARACTERS, random.Random(SEED))
    with BenchMessagesServer(reply=reply) as server:
        watch = _Watch()
        app = build_desktop(
            LaunchOptions(
                home=home,
                settings=settings,
                clock=clock,
                channel=Channel.DESKTOP,
                client=_client(settings, server.url, clock),
            )
        )
        stop_watching = app.engine.subscribe(watch)
        try:
            app.window.show()
            typist = _Typist(app, server, watch)
            typist.type_message("Are you there?")  # the connection is opened
            typed = [typist.type_message(f"And what of number {n}?") for n in range(messages)]
        finally:
            stop_watching()
            app.close()
            app.application.processEvents()
    if any(one.characters < CHARACTERS for one in typed):
        raise RuntimeError(f"a request held {min(one.characters for one in typed)} characters")
    return typed


def _client(settings: Settings, url: str, clock: Clock) -> MessagesClient:
    llm = settings.llm
    return MessagesClient(
        profile=anthropic_profile(
            model=llm.model, max_output_tokens=llm.max_output_tokens, thinking=llm.thinking
        ),
        api_key="bench",
        base_url=url,
        timeout_s=llm.timeout_s,
        clock=clock,
    )


class _Watch:
    """Notes on the engine thread when the stages of the last turn were reached."""

    def __init__(self) -> None:
        self.taken = 0.0
        self.sent = 0.0
        self.finished = 0
        """Turns that are over."""

    def __call__(self, event: EngineEvent) -> None:
        match event:
            case TurnStarted():
                self.taken = time.monotonic()
            case RequestSent():
                self.sent = time.monotonic()
            case TurnFinished() | TurnFailed():
                self.finished += 1
            case _:
                pass


class _Typist:
    """Types messages into the window."""

    def __init__(self, app: DesktopApp, server: BenchMessagesServer, watch: _Watch) -> None:
        self._app = app
        self._server = server
        self._watch = watch

    def type_message(self, words: str) -> _Typed:
        """Type one, wait until its reply is there and read, and return how it went.

        Raises:
            DeviceError: If it never reaches the server.
        """
        field = self._app.window.composer.field
        before = self._watch.finished
        field.setPlainText(words)
        self._app.application.processEvents()
        entered = time.monotonic()
        post_keystrokes(field, "\r")
        self._wait_until(lambda: self._watch.finished > before)
        arrival = self._server.arrival(words)
        self._wait_for(_READING_S)
        return _Typed(
            entered=entered,
            taken=self._watch.taken,
            sent=self._watch.sent,
            arrived=arrival.at,
            size_bytes=arrival.size_bytes,
            characters=arrival.characters,
        )

    def _wait_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self._wait_until(lambda: time.monotonic() > end)

    def _wait_until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _LIMIT_S
        while not condition():
            self._app.application.processEvents()
            time.sleep(_POLL_S)  # as a window that waits for events, leave Python to the engine
            if time.monotonic() > deadline:
                raise DeviceError("The reply did not come.")


def _median_ms(seconds: list[float]) -> float:
    return round(statistics.median(seconds) * 1000, 1)
