"""Takes the pictures of the documentation from the running program.

    make screenshots        or: .venv/bin/python scripts/take_screenshots.py --out docs/screenshots

The whole desktop app runs: engine, store, speech models, window. Only the world around it is
arranged: a recording is the microphone, and a scripted server is the language model. Without a
display the window is drawn offscreen; under `xvfb-run` the pictures are the same.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from small_picture import save_small

from assistant.assembly.desktop import build_desktop
from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.bar.compact_bar import CompactBar
from assistant.clock import Clock, SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.questions.model.question import Channel
from assistant.settings import Settings, load, save
from assistant.voice.devices.files.file_pair import FilePair
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.model.metrics import speech_end_s
from benchmarks.voice.clips import load_clips, room_noise, write_wav
from tests.helpers.llm.messages_server import MessagesServer

ROOT = Path(__file__).resolve().parent.parent
THEMES = ("light", "dark")
SIZES = {"wide": (1100, 760), "narrow": (420, 720)}
LIMIT_S = 300.0
"""The machine may be busy."""
RECORDINGS = ROOT / "tests" / "data" / "audio" / "bench"

REPLIES: dict[InterfaceLanguage, str] = {
    "en": (
        "One light roast double shot latte, coming up. Light roast keeps more of the bean's own"
        " character, so with a **double shot** the milk will not drown it.\n\n"
        "| Step | Time |\n|---|---|\n| Grind | 10 s |\n| Pull the shots | 28 s |\n"
        "| Steam the milk | 40 s |\n\nShall I note this as your usual?"
    ),
    "ko": (
        "라이트 로스트 더블 샷 라테를 준비할게요. 라이트 로스트는 원두의 개성이 살아 있어서"
        " **더블 샷**이면 우유에 묻히지 않아요.\n\n"
        "| 단계 | 시간 |\n|---|---|\n| 분쇄 | 10초 |\n| 추출 | 28초 |\n| 우유 스티밍 | 40초 |\n\n"
        "늘 드시는 메뉴로 기억해 둘까요?"
    ),
    "zh": (
        "马上为您准备一杯浅烘双份拿铁。浅烘保留了豆子本身的风味，**双份浓缩**不会被牛奶盖过。\n\n"
        "| 步骤 | 时间 |\n|---|---|\n| 研磨 | 10 秒 |\n| 萃取 | 28 秒 |\n| 打奶泡 | 40 秒 |\n\n"
        "要记为您的常点吗？"
    ),
}
REQUESTS: dict[InterfaceLanguage, str] = {
    "en": "Set up a small web shop for my coffee.",
    "ko": "커피를 파는 작은 온라인 가게를 만들어 줘.",
    "zh": "帮我的咖啡建一个小网店。",
}
QUESTIONS: dict[InterfaceLanguage, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    "en": (
        "Database",
        "I am setting up the shop. Where shall orders be stored?",
        (
            ("SQLite (Recommended)", "One file, nothing to run; enough for a small shop"),
            ("PostgreSQL", "A server of its own; grows with the shop"),
            ("Spreadsheet", "You can edit it by hand; no safety against mistakes"),
        ),
    ),
    "ko": (
        "데이터베이스",
        "가게를 만들고 있어요. 주문을 어디에 저장할까요?",
        (
            ("SQLite (Recommended)", "파일 하나로 충분해요. 작은 가게에 알맞아요"),
            ("PostgreSQL", "별도 서버가 필요하지만 가게와 함께 커져요"),
            ("스프레드시트", "손으로 고칠 수 있지만 실수를 막지 못해요"),
        ),
    ),
    "zh": (
        "数据库",
        "我正在搭建网店。订单保存在哪里？",
        (
            ("SQLite (Recommended)", "一个文件，无需服务；小店足够"),
            ("PostgreSQL", "独立的服务器；可随店铺成长"),
            ("电子表格", "可以手动编辑；无法防止错误"),
        ),
    ),
}
"""Header, question, and label and description of each option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureSeries:
    """In which language and look pictures are taken, and where they go."""

    out: Path
    theme: str
    language: InterfaceLanguage
    size: str

    def take(self, what: str, window: QWidget, above: QWidget | None = None) -> None:
        """Take a picture, of a dialog in front of the window if there is one.

        Raises:
            OSError: If it cannot be written.
        """
        picture = window.grab()
        if above is not None:
            picture = _lay_over(picture, above.grab())
        parts = (
            what,
            self.theme,
            "" if self.language == "en" else self.language,
            "" if self.size == "wide" else self.size,
        )
        path = self.out / f"{'-'.join(part for part in parts if part)}.png"
        save_small(picture, path)


class Studio:
    """One run of the app, and the pictures taken of it."""

    def __init__(self, series: PictureSeries) -> None:
        self._series = series
        self._language: InterfaceLanguage = series.language

    def run(self) -> None:
        """Start the app, lead it through its states, and take a picture of each."""
        use_language(self._language)
        with tempfile.TemporaryDirectory() as folder, MessagesServer(api_key="any") as server:
            os.environ["ANTHROPIC_API_KEY"] = "any"
            home = Home(root=Path(folder) / "home", models=Home.locate().models)
            for section, key, value in (
                ("ui", "theme", self._series.theme),
                ("ui", "language", self._language),
                ("llm", "profile", "anthropic"),
                ("llm", "base_url", server.url),
            ):
                save(home, section, key, value)
            heard = Path(folder) / "heard.wav"
            write_wav(heard, _spoken())
            self._script(server)
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
                app.window.resize(*SIZES[self._series.size])
                app.window.show()
                self._lead(app)
            finally:
                app.close()

    def _script(self, server: MessagesServer) -> None:
        server.reply(REPLIES[self._language], chunks=40)
        header, question, options = QUESTIONS[self._language]
        server.tool_use(
            "ask_user_question",
            {
                "questions": [
                    {
                        "header": header,
                        "question": question,
                        "multiSelect": False,
                        "options": [
                            {"label": label, "description": description}
                            for label, description in options
                        ],
                    }
                ]
            },
        )

    def _lead(self, app: DesktopApp) -> None:
        window = app.window
        header = window.header
        pause(1.0)
        self._series.take("idle", window)
        until(lambda: header.state_text == _("Listening"))
        pause(2.6)
        self._series.take("listening", window)
        until(lambda: header.state_text == _("Speaking"))
        pause(2.0)
        self._series.take("speaking", window)
        window.stop.emit()
        pause(0.5)
        window.send.emit(REQUESTS[self._language])
        until(lambda: open_dialog() is not None)
        pause(1.0)
        dialog = open_dialog()
        if dialog is not None:
            self._series.take("question", window, dialog)
        bar = CompactBar(app.context)
        bar.show()
        bar.show_status(header.status, header.waiting)
        bar.show_question(app.asking.items[0].questions)
        pause(0.5)
        self._series.take("bar", bar)
        bar.deleteLater()


def _lay_over(picture: QPixmap, above: QPixmap) -> QPixmap:
    """Return a dialog in front of the window it belongs to, dimmed; both whole."""
    size = picture.size().expandedTo(above.size())
    both = QPixmap(size)
    both.fill("#808080")
    painter = QPainter(both)
    for layer, shade in ((picture, "#66000000"), (above, None)):
        at = QPoint((size.width() - layer.width()) // 2, (size.height() - layer.height()) // 2)
        painter.drawPixmap(at, layer)
        if shade:
            painter.fillRect(both.rect(), shade)
    painter.end()
    return both


def open_dialog() -> QWidget | None:
    """Return the dialog of a question, if one is open."""
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible() and widget.objectName() == "question_dialog":
            return widget
    return None


def _spoken() -> Samples:
    parts: list[Samples] = [room_noise(4.0)]
    for name in ("hey_jarvis_splice09.flac", "order_14.flac"):
        clip = next(clip for clip in load_clips(RECORDINGS) if clip.path.name == name)
        samples = clip.samples()
        parts += [samples[: round((speech_end_s(samples, SAMPLE_RATE_HZ) or 0) * SAMPLE_RATE_HZ)]]
        parts += [room_noise(0.2)]
    return np.concatenate([*parts, room_noise(120.0)])


def from_file(heard: Path, settings: Settings, clock: Clock) -> VoiceDevices:
    """Return devices of which a file is the microphone."""
    pair = FilePair(audio_in=heard, audio_out=None, is_realtime=True, clock=clock)
    return VoiceDevices(
        input=pair.input, output=pair.output, pacer=pair.pacer, clock=clock, is_watched=False
    )


def pause(seconds: float) -> None:
    """Let the window work for a while."""
    end = time.monotonic() + seconds
    until(lambda: time.monotonic() >= end)


def until(condition: Callable[[], bool], *, limit_s: float = LIMIT_S) -> None:
    """Let the window work until `condition` holds.

    Raises:
        TimeoutError: If it does not in time.
    """
    deadline = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("the app did not get into the state to be shown")
        QApplication.processEvents()
        time.sleep(0.01)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--language", choices=INTERFACE_LANGUAGES, action="append")
    parser.add_argument("--size", choices=list(SIZES), action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    chosen = parser.parse_args(arguments)
    languages: list[InterfaceLanguage] = chosen.language or ["en"]
    for language in languages:
        for size in chosen.size or ["wide"]:
            for theme in chosen.theme or THEMES:
                Studio(
                    PictureSeries(out=chosen.out, theme=theme, language=language, size=size)
                ).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
