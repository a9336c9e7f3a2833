"""Measures how the window keeps up with a long conversation that is scrolled.

Everything between the engine and the screen is the real thing: events pass through the bridge and
the presenter, and are painted by the main window. Without a screen (`QT_QPA_PLATFORM=offscreen`)
the window is painted into memory all the same.

Call it on the main thread, with no event loop running. Steps are told as the time that passed and
as the processor time the GUI thread itself used: on a busy machine only the second is the window's
own doing.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from typing_extensions import override

from assistant.channels.desktop.app.application import make_application
from assistant.channels.desktop.app.event_bridge import EventBridge
from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.model.conversation_presenter import ConversationPresenter
from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.file_dialogs import FileAsker
from assistant.channels.desktop.settings.stored_values import Saved, Secrets, WindowSettings
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import SystemClock
from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.home import Home
from assistant.protocol.client import Listener
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import (
    HistoryLoaded,
    HistoryMessage,
    TextPart,
    ThinkingPart,
    ToolPart,
)
from assistant.protocol.voice import MicrophoneLevel
from assistant.settings import SettingValue, load
from benchmarks.window.event_loop_pulse import EventLoopPulse

_LEVEL_MS: Final = 64
"""Between two levels, as the listener measures them."""
_QUIET_DBFS: Final = (-62.0, -58.5, -61.0, -57.0, -60.0, -59.0)
"""Levels of a quiet room."""
_SETTLE_S: Final = 0.2
"""How long the window is left alone before and after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollPaintFigures:
    """How a long conversation was loaded and scrolled."""

    messages: int
    load_cpu_ms: float
    """Processor time of the GUI thread from the event that brings the past to its first paint."""
    frame_cpu_ms: Mapping[str, float]
    """Processor time of the GUI thread for each step of scrolling, painted."""
    largest_gap_ms: float
    most_widgets: int
    """The most entries that existed as widgets at the same time."""


class _Feed:
    """Implements `EngineClient`; tells what the measurement says, drops commands."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def submit(self, command: Command) -> None:
        pass

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: EngineEvent) -> None:
        for listener in tuple(self._listeners):
            listener(event)


class _Defaults(StoredSettings):
    """The settings of a new home; nothing is saved."""

    def __init__(self, home: Home) -> None:
        self._settings = load(home, {}).settings

    @override
    def get(self, section: str, key: str) -> SettingValue:
        value: SettingValue = getattr(getattr(self._settings, section), key)
        return value

    @override
    def default(self, section: str, key: str) -> SettingValue:
        return self.get(section, key)

    @override
    def set_together(
        self, section: str, values: Mapping[str, SettingValue], then: Saved = lambda _problem: None
    ) -> None: ...

    @override
    def close(self) -> None: ...


class _NoSecret(StoredKey):
    """Keeps nothing."""

    def __init__(self) -> None: ...

    @override
    def is_set(self) -> bool:
        return False

    @override
    def set(self, secret: str, then: Saved = lambda _problem: None) -> None: ...

    @override
    def clear(self, then: Saved = lambda _problem: None) -> None: ...


class _Window(MainWindow):
    """A main window that says when it has been painted."""

    def __init__(
        self, context: DesktopContext, *, rows: TranscriptModel, painted: Callable[[], None]
    ) -> None:
        super().__init__(context, rows=rows)
        self._painted = painted

    @override
    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.UpdateRequest:
            self._painted()
        return handled


class _Probe:
    """A window of its own with everything between it and an engine. Close it when done."""

    def __init__(self) -> None:
        make_application()
        self.feed: Final = _Feed()
        theme = Theme(choice="dark")
        theme.apply()
        self.on_painted: Callable[[], None] = lambda: None
        rows = TranscriptModel(clock=SystemClock())
        self._folder = TemporaryDirectory()
        home = Home(root=Path(self._folder.name), models=Path(self._folder.name))
        context = DesktopContext(
            theme=theme,
            engine=self.feed,
            clock=SystemClock(),
            settings=WindowSettings(_Defaults(home)),
            secrets=Secrets(
                anthropic_key=_NoSecret(),
                telegram_token=_NoSecret(),
                sync_password=_NoSecret(),
                sync_passphrase=_NoSecret(),
            ),
            ask_file=FileAsker(),
            home=home,
        )
        self.window: Final = _Window(context, rows=rows, painted=lambda: self.on_painted())
        self._presenter = ConversationPresenter(
            engine=self.feed,
            rows=rows,
            view=self.window,
            asking=QuestionsPresenter(
                engine=self.feed,
                rows=rows,
                view=self.window.questions,
                clock=SystemClock(),
                undo_s=0.0,
                open_dialog=lambda _id: False,
            ),
        )
        self._bridge = EventBridge(engine=self.feed)
        self._bridge.received.connect(self._presenter.handle)
        self.window.resize(920, 760)
        self.window.show()
        self.rest()

    def rest(self) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(_SETTLE_S * 1000), loop.quit)
        loop.exec()

    def close(self) -> None:
        self._bridge.close()
        self.window.hide()
        self.window.deleteLater()
        self._folder.cleanup()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def measure_scrolling(*, messages: int = 10_000, steps: int = 200) -> ScrollPaintFigures:
    """Load a long conversation and scroll it: the bar from end to end and back, then the wheel.

    Args:
        steps: How many positions of the bar are gone to.
    """
    probe = _Probe()
    past = sample_history(messages)
    pulse = EventLoopPulse()
    painted: list[float] = []
    probe.on_painted = lambda: painted.append(time.thread_time())
    probe.feed.emit(ConversationOpened(conversation_id="c", resumed=True, model="m"))
    probe.rest()
    began = time.thread_time()
    painted.clear()
    probe.feed.emit(HistoryLoaded(conversation_id="c", messages=past))
    while not painted:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    load_s = painted[0] - began
    probe.rest()
    column = probe.window.transcript
    bar = column.verticalScrollBar()
    frames: list[float] = []
    most = 0
    pulse.start()

    def go_to(position: int) -> None:
        nonlocal most
        before = time.thread_time()
        bar.setValue(position)
        QCoreApplication.processEvents()
        frames.append(time.thread_time() - before)
        most = max(most, column.card_count)

    for place in _places(steps):
        go_to(round(bar.maximum() * place))
    bar.setValue(bar.minimum())  # the wheel has nowhere to go at the end
    QCoreApplication.processEvents()
    for _step in range(steps):
        go_to(bar.value() + 60)
    pulse.stop()
    probe.close()
    return ScrollPaintFigures(
        messages=messages,
        load_cpu_ms=load_s * 1000,
        frame_cpu_ms=nearest_ranks_ms(frames),
        largest_gap_ms=pulse.largest_gap_s * 1000,
        most_widgets=most,
    )


def nearest_ranks_ms(seconds: Sequence[float]) -> dict[str, float]:
    """Return `p50`, `p95` and `largest` of seconds in milliseconds, by the nearest rank."""
    ordered = sorted(seconds)
    p50, p95 = (ordered[min(len(ordered) - 1, int(len(ordered) * p))] for p in (0.5, 0.95))
    found = {"p50": p50, "p95": p95, "largest": ordered[-1]}
    return {name: round(value * 1000, 1) for name, value in found.items()}


def measure_listening(*, seconds: float) -> float:
    """Return the share of a core the GUI thread takes while listening to a quiet room."""
    probe = _Probe()
    listening = DialogueState(phase=ConversationPhase.LISTENING, session=VoiceSessionState.ACTIVE)
    probe.feed.emit(StateChanged(old=DialogueState(), new=listening, at=time.monotonic()))
    levels = QTimer()
    levels.setInterval(_LEVEL_MS)
    quiet = itertools.cycle(_QUIET_DBFS)
    levels.timeout.connect(lambda: probe.feed.emit(MicrophoneLevel(dbfs=next(quiet))))
    levels.start()
    probe.rest()
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    began, began_at = time.thread_time(), time.perf_counter()
    loop.exec()
    share = (time.thread_time() - began) / (time.perf_counter() - began_at)
    levels.stop()
    probe.close()
    return share


def _places(steps: int) -> Iterator[float]:
    """Yield places of the bar: from the end to the beginning and back."""
    half = max(1, steps // 2)
    yield from (1 - step / half for step in range(half + 1))
    yield from (step / half for step in range(half + 1))


def sample_reply(characters: int) -> str:
    """Return a reply of about so many characters: prose, lists, quotes, tables, code.

    One table and one code block are long, because these are the hard cases.
    """
    pieces: list[str] = []
    size = number = 0
    long_table = "| Name | What it does | Cost |\n|---|:--|--:|\n" + "".join(
        f"| item {row} | keeps **part {row}** of it in `place_{row}` | {row * 3} |\n"
        for row in range(300)
    )
    long_code = "```python\n" + "".join(
        f"def part_{row}(value: int) -> int:\n    return value * {row}  # one of many\n\n"
        for row in range(300)
    )
    while size < characters:
        number += 1
        section = _section(number)
        if number == 3:
            section += long_table + "\n"
        if number == 5:
            section += long_code + "```\n\n"
        pieces.append(section)
        size += len(section)
    return "".join(pieces)[:characters]


def _section(number: int) -> str:
    paragraph = "Some **words** that make a paragraph of a _usual_ length, with `code` in it. " * 6
    table = "| a | b | c |\n|---|---|---|\n" + "".join(
        f"| {row} | [link](https://example.org/{row}) | words of row {row} |\n" for row in range(12)
    )
    code = "```python\n" + "".join(f"value_{row} = {row} + {number}\n" for row in range(20))
    return (
        f"## Section {number}\n\n{paragraph}\n\n- one\n- two\n  - inner\n- [x] done\n\n"
        f"{table}\n> A quote that says something.\n\n{code}```\n\n{paragraph}\n\n"
    )


def sample_history(messages: int) -> tuple[HistoryMessage, ...]:
    """Return a past of so many messages: questions and replies of different lengths."""
    began = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    past: list[HistoryMessage] = []
    for number in range(messages):
        at = began + timedelta(minutes=number)
        if number % 2 == 0:
            past.append(
                HistoryMessage(
                    message_id=f"m{number}",
                    role="user",
                    text=f"Question {number}: " + "what is there to say about it? " * (number % 5),
                    said_at=at,
                    round=number // 2 + 1,
                )
            )
            continue
        text = f"Reply {number}. " + "Some **words** that answer it, " * (3 + number % 37)
        if number % 14 == 1:
            text += "\n\n```python\n" + "value = 1\n" * (number % 30) + "```\n"
        if number % 22 == 1:
            text += "\n\n| a | b |\n|---|---|\n" + "| 1 | two words |\n" * (number % 20)
        parts = (
            *((ThinkingPart(text="Let me see. " * 40),) if number % 6 == 1 else ()),
            TextPart(text=text),
            *(
                (
                    ToolPart(
                        tool_use_id=f"u{number}",
                        name="clock",
                        arguments='{"zone": "UTC"}',
                        result="12:00",
                    ),
                )
                if number % 10 == 1
                else ()
            ),
        )
        past.append(
            HistoryMessage(
                message_id=f"m{number}",
                role="assistant",
                text=text,
                parts=parts,
                said_at=at,
                stop_reason="end_turn",
                ends_turn=True,
                took_s=2.0,
            )
        )
    return tuple(past)
