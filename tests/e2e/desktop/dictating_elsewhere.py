"""Dictates into another program while the whole app runs; prints what came of it.

Run it with a display and a session bus of its own, such as Xvfb's and `dbus-run-session`'s, and with
openbox and xdotool; its arguments are the home and the folder of the models.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QRect
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from assistant.assembly.desktop import build_desktop
from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.channels.desktop.app.application import DesktopApp, make_application
from assistant.clock import Clock, SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.questions.model.question import Channel
from assistant.settings import Settings, load
from assistant.text_typing.focused_field import is_password_field
from assistant.text_typing.text_typer import TypedText
from assistant.text_typing.x11_typer import X11Typer
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from tests.e2e.conftest import speech
from tests.helpers.audio.signals import InMemoryInput
from tests.helpers.desktop.screen_reader import ScreenReader

LIMIT_MS: Final = 120_000
KEY: Final = "F9"
BLOCK: Final = SAMPLE_RATE_HZ // 50
HANGUL: Final = "안녕하세요, 반갑습니다! 🎉 你好。"
SAID: Final = "order_14.flac"


class Microphone(InMemoryInput):
    """Hears silence, or what is said, at the pace of the clock."""

    def __init__(self) -> None:
        super().__init__(is_live=False)
        self._begun = time.monotonic()
        self._fed = 0
        self._said: Samples = np.zeros(0, np.float32)
        self._noise = np.random.default_rng(1)

    @property
    def is_silent(self) -> bool:
        """Whether everything was heard that was said."""
        return len(self._said) == 0

    def say(self, samples: Samples) -> None:
        self._said = np.concatenate([self._said, samples])

    def be_silent(self, seconds: float) -> None:
        """Say nothing for so long, before what is said next."""
        self.say(np.zeros(round(seconds * SAMPLE_RATE_HZ), np.float32))

    def tick(self) -> None:
        """Hear what is due."""
        due = round((time.monotonic() - self._begun) * SAMPLE_RATE_HZ)
        while self.is_open and due - self._fed >= BLOCK:
            block = np.zeros(BLOCK, np.float32)
            said, self._said = self._said[:BLOCK], self._said[BLOCK:]
            block[: len(said)] = said
            noise = self._noise.standard_normal(BLOCK).astype(np.float32)
            block += np.float32(0.0005) * noise
            self.feed(block, at=self._begun + self._fed / SAMPLE_RATE_HZ)
            self._fed += BLOCK


class Field:
    """Another program with a text field."""

    def __init__(self, *options: str) -> None:
        self.text = ""
        self.has_focus = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.desktop.text_field", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"},
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            self.text = told.get("text", self.text)
            self.has_focus = told.get("focus", self.has_focus)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()


class Stage:
    """The whole app, its microphone, and the user's hands."""

    def __init__(self, app: DesktopApp, microphone: Microphone) -> None:
        self.app = app
        self.microphone = microphone
        self.speech = speech(SAID)
        self._fields: list[Field] = []

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Work until something is so."""
        deadline = QDeadlineTimer(LIMIT_MS)
        while not is_so():
            if deadline.hasExpired():
                raise RuntimeError(f"not in time: {what}; the bar says {self.bar()}")
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            self.microphone.tick()

    def bar(self) -> list[str]:
        """Return what the bar says; nothing while there is none."""
        bars = [one for one in self.app.application.topLevelWidgets() if is_bar(one)]
        shown = [one for bar in bars for one in bar.findChildren(QLabel) if one.isVisible()]
        return [label.text() for label in shown if label.text()]

    def says(self, words: str) -> Callable[[], bool]:
        return lambda: any(words in text for text in self.bar())

    def dictate(self, *, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Hold the key and speak; the key is let go of after `meanwhile`."""
        xdotool("keydown", KEY)
        self.until(self.says("Dictating"), "the bar")
        self.microphone.say(self.speech)
        self.until(lambda: self.microphone.is_silent, "everything said")
        meanwhile()
        xdotool("keyup", KEY)

    def until_known(self, is_so: Callable[[], bool]) -> None:
        """Work until something is so that is asked on a thread: a program tells of itself late."""
        with ThreadPoolExecutor(max_workers=1) as pool:
            while True:
                asked = pool.submit(is_so)
                self.until(asked.done, "an answer")
                if asked.result():
                    return

    def opened(self, *options: str) -> Field:
        """Start another program and wait until it has the focus."""
        field = Field(*options)
        self._fields.append(field)
        self.until(lambda: field.has_focus, "the field has the focus")
        return field

    def close(self) -> None:
        """End the other programs."""
        for field in self._fields:
            field.close()

    def is_bar_in_corner(self) -> bool:
        """Whether all of it is in the lower right part of the screen, where it stands at first."""
        for bar in filter(is_bar, self.app.application.topLevelWidgets()):
            screen = bar.screen().geometry()
            corner = QRect(screen.center(), screen.bottomRight())
            if not (screen.contains(bar.geometry()) and corner.contains(bar.geometry().center())):
                return False
        return True

    def click(self, name: str) -> None:
        """Press a button of the bar."""
        for bar in filter(is_bar, self.app.application.topLevelWidgets()):
            button = bar.findChild(QPushButton, name)
            assert button is not None
            button.click()


def is_bar(window: QWidget) -> bool:
    return window.objectName() == "compact_bar" and window.isVisible()


def xdotool(*arguments: str) -> None:
    """Press, or let go."""
    subprocess.run(("xdotool", *arguments), check=True)


def try_dictation(stage: Stage) -> dict[str, object]:
    """Return what each dictation came to."""
    stage.app.join_desktop()
    stage.until(lambda: stage.microphone.is_open, "the microphone")
    field = stage.opened()
    xdotool("key", KEY, "x")
    stage.until(lambda: field.text == "x", "a key")
    found: dict[str, object] = {"off": stage.bar()}
    xdotool("key", "BackSpace")
    stage.until(lambda: not field.text, "a key")
    settings, saved = stage.app.context.settings, list[str]()

    def keep(_section: str, key: str, _value: object) -> None:
        saved.append(key)

    settings.saved.connect(keep)
    settings.set("ui", "shortcut_dictation", KEY)
    stage.until(lambda: bool(saved), "the shortcut")

    stage.dictate()
    stage.until(lambda: bool(field.text) and not stage.bar(), "typed")
    xdotool("key", "F")  # read after all that was typed
    stage.until(lambda: field.text.endswith("F"), "all of it")
    xdotool("key", "BackSpace")
    stage.until(lambda: not field.text.endswith("F"), "all of it")
    found["typed"] = before = field.text

    stage.dictate(meanwhile=lambda: xdotool("key", "Escape"))
    stage.until(lambda: not stage.bar(), "cancelled")
    found["cancelled"] = field.text == before

    typer = X11Typer()
    with ThreadPoolExecutor(max_workers=1) as hands:
        typing = hands.submit(
            typer.type, f"\n{HANGUL}", erase=0, into=typer.place(), is_stopped=lambda: False
        )
        stage.until(typing.done, "Hangul")
        assert typing.result() == TypedText(characters=len(HANGUL) + 1)
    stage.until(lambda: len(field.text) > len(before) + len(HANGUL), "Hangul")
    found["hangul"] = field.text.removeprefix(before)
    typer.close()
    before = field.text

    others: list[Field] = []
    stage.dictate(meanwhile=lambda: others.append(stage.opened()))
    stage.until(stage.says("Another window came to the front."), "offered")
    found["offered"] = stage.bar()
    stage.until(stage.is_bar_in_corner, "in its corner, wherever the window manager put it")
    stage.click("bar_copy")
    stage.until(lambda: not stage.bar(), "put away")
    found["elsewhere"] = [field.text == before, others[0].text]
    found["clipboard"] = stage.app.application.clipboard().text()

    secret = stage.opened("--password")
    stage.until_known(is_password_field)
    stage.dictate()
    stage.until(stage.says("a field for a password"), "refused")
    stage.until(lambda: not stage.bar(), "told")
    found["secret"] = secret.text
    return found


def main() -> None:
    """Dictate."""
    make_application()
    home = Home(root=Path(sys.argv[1]), models=Path(sys.argv[2]))
    microphone = Microphone()

    def devices(_settings: Settings, clock: Clock) -> VoiceDevices:
        return VoiceDevices(input=microphone, output=None, pacer=FreePacing(), clock=clock)

    reader = ScreenReader(os.environ["DBUS_SESSION_BUS_ADDRESS"])  # starts the accessibility bus
    with subprocess.Popen(["openbox"]) as manager:
        app = build_desktop(
            LaunchOptions(
                home=home,
                settings=load(home).settings,
                clock=SystemClock(),
                channel=Channel.DESKTOP,
            ),
            devices=devices,
        )
        stage = Stage(app, microphone)
        try:
            found = try_dictation(stage)
        finally:
            stage.close()
            app.close()
            reader.close()
            manager.terminate()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
