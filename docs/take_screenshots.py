"""Takes the pictures of the window that the documentation shows.

Run it on any machine with the program installed:

    .venv/bin/python docs/take_screenshots.py --out docs/screenshots

With no display it draws offscreen; under `xvfb-run` the pictures are the same with better fonts.
The real window is driven by a scripted engine: no model, microphone or network is used.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.channels.desktop.app import DesktopApp
from assistant.channels.desktop.bars import Progress
from assistant.channels.desktop.question_presenter import Request
from assistant.channels.desktop.settings_fields import Value
from assistant.channels.desktop.settings_pages import ModelFile
from assistant.channels.desktop.tokens import ThemeChoice
from assistant.clock import SystemClock
from assistant.conversation import events
from assistant.conversation.states import Phase, Session, State
from assistant.locale import LANGUAGES, Language, use_language
from assistant.questions.model import (
    Channel,
    Draft,
    Kind,
    Option,
    Origin,
    Purpose,
    Question,
    QuestionSet,
)
from tests.helpers.engine import FakeEngineClient

SIZES = {"wide": (1100, 760), "narrow": (420, 720)}
SETTLE_MS = 150


def settle(milliseconds: int = SETTLE_MS) -> None:
    """Let the window lay out and paint."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def grab(window: QWidget, path: Path) -> None:
    """Save what a window shows as a PNG, once it has settled."""
    settle()
    path.parent.mkdir(parents=True, exist_ok=True)
    if not window.grab().save(str(path)):
        raise OSError(f"{path} cannot be written")


class _Values:
    """Settings that live as long as the script."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], Value] = {
            ("ui", "language"): "auto",
            ("ui", "theme"): "auto",
            ("ui", "text_scale"): 1.0,
            ("llm", "profile"): "auto",
            ("llm", "model"): "claude-sonnet-5",
            ("llm", "local_url"): "http://127.0.0.1:11434",
            ("llm", "local_model"): "",
            ("voice", "enabled"): True,
            ("voice", "wake_word"): "hey_jarvis",
            ("voice", "wake_threshold"): 0.5,
            ("voice", "input_device"): "",
            ("voice", "output_device"): "",
            ("voice", "voice"): "en_US-joe-medium",
            ("voice", "speed"): 1.0,
            ("voice", "speak_typed_turns"): False,
            ("voice", "barge_in"): True,
        }

    def get(self, section: str, key: str) -> Value:
        return self._values[section, key]

    def set(self, section: str, key: str, value: Value) -> str | None:
        self._values[section, key] = value
        return None


class _NoSecrets:
    def is_set(self) -> bool:
        return False

    def set(self, secret: str) -> str | None:
        return None

    def clear(self) -> str | None:
        return None


class _Nobody:
    """A desk that nobody listens at."""

    def shown(self) -> None: ...

    def touched(self) -> None: ...

    def draft_changed(self, draft: Draft) -> None: ...


ASKED: dict[Language, str] = {
    "en": "What is the capital of France, and what should I see there?",
    "ko": "프랑스의 수도는 어디이고, 거기서 무엇을 보면 좋을까요?",
    "zh": "法国的首都是哪里？那里有什么值得看的？",
}
REPLIES: dict[Language, str] = {
    "en": """The capital of France is **Paris**. A good first day:

- the *Louvre* in the morning, before the crowds
- [Sainte-Chapelle](https://www.sainte-chapelle.fr) when the sun is high
- a walk along the Canal Saint-Martin in the evening

| Sight | Hours | Ticket |
|---|---|---|
| Louvre | 3 | yes |
| Sainte-Chapelle | 1 | yes |

```python
def greet(name: str) -> str:
    return f"Bonjour, {name}!"
```
""",
    "ko": """프랑스의 수도는 **파리**예요. 첫날에는 이렇게 다녀 보세요.

- 아침에는 사람이 적은 *루브르 박물관*
- 해가 높을 때 [생트샤펠](https://www.sainte-chapelle.fr)
- 저녁에는 생마르탱 운하 산책

```python
print("Bonjour!")
```
""",
    "zh": """法国的首都是**巴黎**。第一天可以这样安排：

- 早上去人少的*卢浮宫*
- 阳光最好的时候去[圣礼拜堂](https://www.sainte-chapelle.fr)
- 傍晚沿圣马丁运河散步

```python
print("Bonjour!")
```
""",
}
INTERIM: dict[Language, str] = {"en": "and how about Ly", "ko": "그럼 리옹은", "zh": "那里昂呢"}

DATABASE = Question(
    id="database",
    kind=Kind.SINGLE,
    text="Which database should the project use?",
    header="Database",
    context="It decides what has to be installed where the program runs.",
    allow_other=True,
    options=(
        Option(
            id="postgresql",
            label="PostgreSQL",
            description="A server; several people at once",
            recommended=True,
        ),
        Option(id="sqlite", label="SQLite", description="One file; nothing to install"),
        Option(id="duckdb", label="DuckDB", description="One file; fast over many rows"),
    ),
)
FEATURES = Question(
    id="features",
    kind=Kind.MULTI,
    text="Which features come first?",
    header="Features",
    options=(
        Option(id="search", label="Search", description="Over everything that was said"),
        Option(id="export", label="Export", description="As JSON Lines"),
        Option(id="sync", label="Sync", description="With other devices"),
    ),
)
ONE = QuestionSet(id="one", questions=(DATABASE,))
SEVERAL = QuestionSet(id="several", questions=(DATABASE, FEATURES), round=2)
CONFIRM = QuestionSet(
    id="confirm",
    purpose=Purpose.CONFIRM,
    source="write_file",
    questions=(
        Question(
            id="allow",
            kind=Kind.BOOLEAN,
            text="Run write_file?",
            context='{"path": "notes/paris.md", "text": "Louvre, Sainte-Chapelle"}',
        ),
    ),
)


class Studio:
    """The real window on a scripted engine."""

    def __init__(self, *, theme: ThemeChoice, language: Language) -> None:
        use_language(language)
        self.language: Language = language
        self.engine = FakeEngineClient()
        self.app = DesktopApp(
            engine=self.engine,
            clock=SystemClock(),
            store=_Values(),
            secrets=_NoSecrets(),
            version="0.1.0",
            models=lambda: (
                ModelFile(
                    name="whisper-base", purpose="Whisper", size_bytes=145_000_000, is_present=True
                ),
                ModelFile(
                    name="en_US-joe-medium",
                    purpose="Piper",
                    size_bytes=63_000_000,
                    is_present=False,
                ),
            ),
            theme=theme,
            wake_word="hey_jarvis",
            arm_delay_s=0.0,
        )
        self.state = State()
        self.engine.emit(
            events.ConversationOpened(
                conversation_id="c", resumed=False, model="SmolLM2 135M (starter)"
            )
        )

    def to(self, phase: Phase, session: Session = Session.ACTIVE) -> None:
        """Change the state."""
        new = State(phase, session)
        self.engine.emit(events.StateChanged(old=self.state, new=new, at=0.0))
        self.state = new

    def converse(self) -> None:
        """Play a spoken turn with a tool."""
        emit = self.engine.emit
        self.to(Phase.STREAMING)
        emit(
            events.TurnStarted(turn_id="t", text=ASKED[self.language], spoken=True),
            events.ThinkingDelta(turn_id="t", text="Paris. Keep it to one day."),
            events.ToolStarted(
                turn_id="t", tool_use_id="u", name="opening_hours", arguments='{"city": "Paris"}'
            ),
            events.ToolFinished(
                turn_id="t",
                tool_use_id="u",
                name="opening_hours",
                content="9:00 to 18:00",
                is_error=False,
            ),
            events.TextDelta(turn_id="t", text=REPLIES[self.language]),
            events.TurnTimed(
                turn_id="t", timeline=events.Timeline(speech_end=0.0, first_audio=0.62)
            ),
        )

    def listen(self) -> None:
        """Play the beginning of the next words."""
        self.engine.emit(
            events.TurnFinished(turn_id="t", text="", stop_reason="end_turn", spoken=True)
        )
        self.to(Phase.LISTENING)
        self.engine.emit(events.MicrophoneLevel(dbfs=-22.0))
        self.engine.emit(events.TranscriptInterim(text=INTERIM[self.language]))

    def speak(self) -> None:
        """Play the reply being spoken."""
        self.to(Phase.SPEAKING)
        sentence = REPLIES[self.language].split("\n")[0].replace("**", "")
        self.engine.emit(events.SentenceSpoken(turn_id="t", text=sentence))

    def ask(self, questions: QuestionSet) -> None:
        """Put a question."""
        self.engine.emit(
            events.QuestionAsked(
                questions=questions,
                origin=Origin(channel=Channel.DESKTOP, conversation_id="c", turn_id="t"),
            )
        )
        self.app.dialogs.put(
            Request(
                questions=questions,
                draft=Draft(),
                presentation=_Nobody(),
                respond=lambda _response: None,
            )
        )

    def take(self, out: Path, prefix: str) -> None:
        """Take every picture of one theme and language."""
        window = self.app.window
        scenes: dict[str, Callable[[], None]] = {
            "welcome": lambda: None,
            "reply": self.converse,
            "speaking": self.speak,
            "listening": self.listen,
        }
        window.show()
        for scene, play in scenes.items():
            play()
            settle()
            for size, (width, height) in SIZES.items():
                window.resize(width, height)
                grab(window, out / f"{prefix}-{scene}-{size}.png")
        self.engine.emit(
            events.Notice(
                code="microphone_missing",
                text="No microphone was found.",
                hint="Typing still works. Plug one in and Parley will use it.",
            )
        )
        self.app.report_progress(
            Progress(name="whisper-base", done_bytes=52_000_000, total_bytes=145_000_000)
        )
        for questions in (ONE, SEVERAL, CONFIRM):
            self.to(Phase.AWAITING_ANSWER)
            self.ask(questions)
            settle()
            front = self.app.dialogs.front
            assert front is not None
            grab(front, out / f"{prefix}-question-{questions.id}.png")
            if questions is ONE:
                grab(window, out / f"{prefix}-waiting-narrow.png")
            self.app.dialogs.withdraw(questions.id)
        for page in self.app.settings.pages:
            self.app.settings.open_page(page.name)
            grab(self.app.settings, out / f"{prefix}-settings-{page.name}.png")
        self.app.close()
        settle(0)


def main() -> int:
    """Take the pictures; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("docs/screenshots"))
    parser.add_argument("--theme", choices=["light", "dark"], action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    chosen = parser.parse_args()
    for theme in chosen.theme or ["light", "dark"]:
        for language in chosen.language or LANGUAGES:
            Studio(theme=theme, language=language).take(chosen.out, f"{theme}-{language}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
