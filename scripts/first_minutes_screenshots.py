"""Takes the pictures of the first minutes: no account, an empty home, the built-in model.

    .venv/bin/python scripts/first_minutes_screenshots.py --out docs/screenshots/first-minutes

Nothing is scripted but what the user does: what is typed, the second option each time, and with
`--spoken` what the microphone hears instead. A model must be here already (`make models
ARGS=qwen2.5-coder-1.5b-instruct`); what it says is its own.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from take_screenshots import (
    ROOT,
    SIZES,
    THEMES,
    PictureSeries,
    from_file,
    open_dialog,
    pause,
    until,
)

from assistant.assembly.desktop import build_desktop
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.voice.clips import RecordedClip, room_noise, write_wav

LIMIT_S: Final = 600.0
"""The model reads its prompt first, and the machine may be busy."""
SILENCE_S: Final = 900.0
QUIET_S: Final = 12.0
REQUEST_S: Final = 4.5
"""The request in the recording; the rest of it is what Parley answered then."""
"""Before a spoken request: the voice models load."""
SPOKEN: Final = ROOT / "docs" / "screenshots" / "first-minutes" / "spoken.flac"
REQUESTS: Final[dict[InterfaceLanguage, tuple[str, str, str]]] = {
    "en": ("Help me choose a weekend trip", "what is 2 plus 2", "set a timer for ten minutes"),
    "ko": ("주말 여행 고르는 것 좀 도와줘", "2 더하기 2는 뭐야", "십 분 타이머 맞춰 줘"),
    "zh": ("帮我选一个周末旅行", "2加2等于几", "定一个十分钟的计时器"),
}


def take_pictures(series: PictureSeries, models: Path, *, is_spoken: bool) -> None:
    """Start the app in an empty home, ask, answer, and take a picture of each step."""
    use_language(series.language)
    os.environ.pop("ANTHROPIC_API_KEY", None)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(root=Path(folder) / "home", models=models)
        save(home, "ui", "theme", series.theme)
        save(home, "ui", "language", series.language)
        heard = Path(folder) / "heard.wav"
        write_wav(heard, _spoken() if is_spoken else room_noise(SILENCE_S))
        app = build_desktop(
            LaunchOptions(
                home=home,
                settings=load(home).settings,
                clock=SystemClock(),
                channel=Channel.DESKTOP,
            ),
            devices=lambda settings, clock: from_file(heard, settings, clock),
        )
        try:
            app.window.resize(*SIZES[series.size])
            app.window.show()
            (_listen if is_spoken else _lead)(app, series)
        finally:
            app.close()


def _lead(app: DesktopApp, series: PictureSeries) -> None:
    window = app.window
    choice, *others = REQUESTS[series.language]
    pause(4.0)
    until(window.setup.isVisible, limit_s=LIMIT_S)  # the better model is being fetched
    pause(3.0)
    series.take("start", window)
    window.send.emit(choice)
    until(lambda: open_dialog() is not None, limit_s=LIMIT_S)
    pause(1.0)
    dialog = open_dialog()
    assert dialog is not None
    series.take("question", window, dialog)
    _answer(dialog)
    for said in others:
        _until_ready(app)
        window.send.emit(said)
        pause(1.0)
    _until_ready(app)
    pause(1.0)
    series.take("answered", window)


def _listen(app: DesktopApp, series: PictureSeries) -> None:
    header = app.window.header
    for state in (_("Listening"), _("Ready")):
        until(lambda state=state: header.state_text == state, limit_s=LIMIT_S)
    pause(1.0)
    series.take("spoken", app.window)


def _spoken() -> Samples:
    request = RecordedClip(path=SPOKEN, kind="speech", label="", language="en", note="").samples()
    said = request[: round(REQUEST_S * SAMPLE_RATE_HZ)]
    return np.concatenate([room_noise(QUIET_S), said, room_noise(SILENCE_S)])


def _until_ready(app: DesktopApp) -> None:
    pause(1.0)
    until(lambda: app.window.header.state_text == _("Ready"), limit_s=LIMIT_S)


def _answer(dialog: QWidget) -> None:
    """Choose the second option of each question, and send them."""
    while open_dialog() is dialog:
        buttons = dialog.findChildren(QAbstractButton)
        submit = [one for one in buttons if one.objectName().startswith("submit_form")]
        if submit and submit[0].isVisible():
            QTest.mouseClick(submit[0], Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(dialog, Qt.Key.Key_2)
        pause(2.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots" / "first-minutes")
    parser.add_argument("--models", type=Path, default=Home.locate().models)
    parser.add_argument("--language", choices=INTERFACE_LANGUAGES, default="en")
    parser.add_argument("--size", choices=list(SIZES), default="wide")
    parser.add_argument("--theme", choices=THEMES, default="light")
    parser.add_argument("--spoken", action="store_true")
    chosen = parser.parse_args(arguments)
    take_pictures(
        PictureSeries(
            out=chosen.out, theme=chosen.theme, language=chosen.language, size=chosen.size
        ),
        chosen.models,
        is_spoken=chosen.spoken,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
