"""Takes the pictures of the first minutes: no account, an empty home, the built-in model.

    .venv/bin/python scripts/first_minutes_screenshots.py --out docs/screenshots/first-minutes

Nothing is scripted but what the user does: what is typed, and a click on the second option. The model
must be here already (`make models ARGS=qwen2.5-coder-1.5b-instruct`); what it says is its own.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
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
from assistant.channels.desktop.questions.dialog.option_controls import AnswerButton
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from benchmarks.voice.clips import room_noise, write_wav

LIMIT_S: Final = 600.0
"""The model reads its prompt first, and the machine may be busy."""
SILENCE_S: Final = 900.0
REQUESTS: Final[dict[InterfaceLanguage, tuple[str, str, str]]] = {
    "en": ("Help me choose a weekend trip", "what is 2 plus 2", "set a timer for ten minutes"),
    "ko": ("주말 여행 고르는 것 좀 도와줘", "2 더하기 2는 뭐야", "십 분 타이머 맞춰 줘"),
    "zh": ("帮我选一个周末旅行", "2加2等于几", "定一个十分钟的计时器"),
}


def take_pictures(series: PictureSeries, models: Path) -> None:
    """Start the app in an empty home, ask, answer, and take a picture of each step."""
    use_language(series.language)
    os.environ.pop("ANTHROPIC_API_KEY", None)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(root=Path(folder) / "home", models=models)
        save(home, "ui", "theme", series.theme)
        save(home, "ui", "language", series.language)
        heard = Path(folder) / "heard.wav"
        write_wav(heard, room_noise(SILENCE_S))
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
            _lead(app, series)
        finally:
            app.close()


def _lead(app: DesktopApp, series: PictureSeries) -> None:
    window = app.window
    choice, *others = REQUESTS[series.language]
    pause(4.0)
    series.take("start", window)
    window.send.emit(choice)
    until(lambda: open_dialog() is not None, limit_s=LIMIT_S)
    pause(1.0)
    dialog = open_dialog()
    assert dialog is not None
    series.take("question", window, dialog)
    QTest.mouseClick(_option(dialog, 1), Qt.MouseButton.LeftButton)
    for said in others:
        _until_ready(app)
        window.send.emit(said)
        pause(1.0)
    _until_ready(app)
    pause(1.0)
    series.take("answered", window)


def _until_ready(app: DesktopApp) -> None:
    pause(1.0)
    until(lambda: app.window.header.state_text == _("Ready"), limit_s=LIMIT_S)


def _option(dialog: QWidget, place: int) -> QWidget:
    return dialog.findChildren(AnswerButton)[place]


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots" / "first-minutes")
    parser.add_argument("--models", type=Path, default=Home.locate().models)
    parser.add_argument("--language", choices=INTERFACE_LANGUAGES, default="en")
    parser.add_argument("--size", choices=list(SIZES), default="wide")
    parser.add_argument("--theme", choices=THEMES, default="light")
    chosen = parser.parse_args(arguments)
    take_pictures(
        PictureSeries(
            out=chosen.out, theme=chosen.theme, language=chosen.language, size=chosen.size
        ),
        chosen.models,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
