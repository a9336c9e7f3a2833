"""The assembled program: a scripted Messages API, recordings, a window nobody sees."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit

from assistant.assembly.desktop import build_desktop
from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import Clock, SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.questions.model.question import Channel
from assistant.settings import Settings, load, save
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.model.metrics import speech_end_s
from benchmarks.voice.clips import RecordedClip, load_clips, room_noise, write_wav
from tests.helpers.leftover_windows import delete_windows
from tests.helpers.llm.messages_server import MessagesServer

RECORDINGS = Path(__file__).parent.parent / "data" / "audio" / "recordings"
LIMIT_S = 30.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here as end-to-end."""
    for item in items:
        if item.nodeid.startswith("tests/e2e/"):  # quicker than to compare paths
            item.add_marker(pytest.mark.e2e)


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """A scripted Messages API over real HTTP."""
    with MessagesServer(api_key="secret") as server:
        yield server


@pytest.fixture
def served(home: Home, server: MessagesServer, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home whose model is the scripted one."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    save(home, "llm", "profile", "anthropic")
    save(home, "llm", "base_url", server.url)
    return home


def recording(name: str) -> RecordedClip:
    """Return one of the recordings by its file name."""
    return next(clip for clip in load_clips(RECORDINGS) if clip.path.name == name)


def speech(name: str) -> Samples:
    """Return a recording up to the end of its speech, 16 kHz mono."""
    clip = recording(name)
    samples = clip.samples()
    end = clip.speech_end_s or speech_end_s(samples, SAMPLE_RATE_HZ) or 0.0
    return samples[: round(end * SAMPLE_RATE_HZ)]


@pytest.fixture
def said(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a WAV of recordings (names) and pauses (seconds)."""

    def write(*parts: str | float) -> Path:
        path = tmp_path / "heard.wav"
        write_wav(
            path,
            np.concatenate(
                [speech(part) if isinstance(part, str) else room_noise(part) for part in parts]
            ),
        )
        return path

    return write


def no_devices(settings: Settings, clock: Clock) -> VoiceDevices:
    """A machine without microphone and speaker."""
    return VoiceDevices(input=None, output=None, pacer=FreePacing(), clock=clock)


class Desktop:
    """The desktop app, driven as a person would."""

    def __init__(
        self,
        home: Home,
        clock: Clock | None = None,
        *,
        devices: Callable[[Settings, Clock], VoiceDevices] = no_devices,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        self._meanwhile = meanwhile
        before = set(threading.enumerate())
        loaded = load(home)
        assert not loaded.problems
        self.app: DesktopApp = build_desktop(
            LaunchOptions(
                home=home,
                settings=loaded.settings,
                clock=clock or SystemClock(),
                channel=Channel.DESKTOP,
            ),
            devices=devices,
        )
        self._engine = [
            thread
            for thread in threading.enumerate()
            if thread.name == "engine" and thread not in before
        ]
        self.app.window.show()

    def wait_until(self, condition: Callable[[], bool], limit_s: float = LIMIT_S) -> None:
        """Run the window until `condition` holds."""
        deadline = time.monotonic() + limit_s
        while not condition():
            assert time.monotonic() < deadline, "the window did not get there"
            QApplication.processEvents()
            self._meanwhile()
            time.sleep(0.005)

    def shows(self, words: str) -> bool:
        """Whether the window shows these words."""
        window = self.app.window
        shown = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
        texts = window.findChildren(QTextEdit)
        shown += [text.toPlainText() for text in texts if text.isVisible()]
        return any(words in text for text in shown)

    def close(self) -> None:
        """End the program, and wait for an engine that the program itself would leave behind."""
        self.app.close()
        for thread in self._engine:
            thread.join(LIMIT_S)

    def say(self, text: str) -> None:
        """Type a message and send it."""
        self.app.window.send.emit(text)


@pytest.fixture
def desktop(qapp: QApplication) -> Iterator[Callable[[Home], Desktop]]:
    """Return a function that starts the desktop app; closed at the end."""
    started: list[Desktop] = []

    def start(home: Home) -> Desktop:
        started.append(Desktop(home))
        return started[-1]

    yield start
    for one in started:
        one.close()
    delete_windows()
