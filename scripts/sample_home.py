"""Writes the home of a Parley that is killed while a question waits, for `tests/data/homes`.

    .venv/bin/python scripts/sample_home.py

The program itself writes it: `parley chat` with a model's service that says what this script wants.
To be run once a step was added to `assistant/storage/migrations`, before it is released; a home that is
there already stays as the program of its time wrote it.
"""

import os
import subprocess
import sys
import tempfile
import threading
import zipfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.storage.migrations import shipped_steps
from tests.helpers.llm.messages_server import MessagesServer, RecordedRequest, Reply

ROOT: Final = Path(__file__).resolve().parent.parent
HOMES: Final = ROOT / "tests" / "data" / "homes"
SETTINGS: Final = """\
[ui]
theme = "dark"
text_scale = 1.3

[voice]
names = "Anneliese"
speed = 1.2

[questions]
arm_delay_ms = 500
undo_s = 9.0
"""
LINES: Final = (
    ("How far is the harbour?", "kilometres"),
    ("Which database shall we take?", "reply with the number"),
    ("2", "As you wish"),
    ("I like tea rather than coffee, remember it.", "kilometres"),
    ("Please add a note: The harbour opens at nine.", "Noted"),
    ("Set a timer for 6 hours called egg.", "set for 6 hours"),
    ("How shall we paint the door?", "reply with the number"),
)
"""What the user types, and what shows that Parley is done with it."""
QUESTIONS: Final = {
    "Which database": ("Database", "Which database?", {"Postgres": "A server", "SQLite": "A file"}),
    "paint the door": (
        "Door",
        "Which colour for the door?",
        {"Red": "Bright", "Green": "Calm"},
    ),
}
"""What the model asks, by words of the user's."""
LEFT_OUT: Final = frozenset({"engine.lock", "engine.pid", "memory.lock"})
"""Of the process, not of the home."""
_LIMIT_S: Final = 120.0


def reply_to(request: RecordedRequest) -> Reply:
    """Return what the model says."""
    blocks = request.body["messages"][-1]["content"]
    if any(block["type"] == "tool_result" for block in blocks):
        return Reply().text("As you wish.")
    words = " ".join(block.get("text", "") for block in blocks)
    for said, (header, question, options) in QUESTIONS.items():
        if said in words:
            offered = [{"label": label, "description": why} for label, why in options.items()]
            asked = {"header": header, "question": question, "multiSelect": False}
            call = {"questions": [{**asked, "options": offered}]}
            return Reply().tool_use("ask_user_question", call)
    return Reply().text("The harbour is two kilometres away.")


class Chat:
    """`parley chat` on a home, typed into line by line."""

    def __init__(self, home: Path, service: str) -> None:
        environment = {
            **os.environ,
            "LANG": "C.UTF-8",
            "ANTHROPIC_API_KEY": "sk-ant-of-nobody",
            "PARLEY_LLM__PROFILE": "anthropic",
            "PARLEY_LLM__BASE_URL": service,
        }
        self._program = subprocess.Popen(
            [sys.executable, "-m", "assistant.cli", "chat", "--home", str(home)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._printed = bytearray()
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._program.stdout is not None
        while piece := os.read(self._program.stdout.fileno(), 4096):
            with self._changed:
                self._printed += piece
                self._changed.notify_all()

    def type(self, line: str, until: str) -> None:
        """Type a line; return when Parley has printed these words behind it."""
        assert self._program.stdin is not None
        with self._changed:
            self._printed.clear()
        self._program.stdin.write(f"{line}\n".encode())
        self._program.stdin.flush()
        self.wait(until)

    def wait(self, words: str) -> None:
        """Return when these words were printed."""
        with self._changed:
            if not self._changed.wait_for(lambda: words.encode() in self._printed, _LIMIT_S):
                sys.exit(f"{words!r} did not come after:\n{self._printed.decode()}")

    def kill(self) -> None:
        """End it as a power cut does."""
        self._program.kill()
        self._program.wait()


def main() -> None:
    """Write the home of this version."""
    kept = HOMES / f"schema-{len(shipped_steps())}.zip"
    if kept.exists():
        sys.exit(f"{kept} is there already: it stays as the program of its time wrote it.")
    with tempfile.TemporaryDirectory() as folder, MessagesServer() as service:
        home = Path(folder)
        (home / "settings.toml").write_text(SETTINGS)
        service.default = reply_to
        chat = Chat(home, service.url)
        chat.wait("You are talking to")
        for line, words in LINES:
            chat.type(line, words)
        chat.kill()
        with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in sorted(home.rglob("*")):
                if file.is_file() and file.name not in LEFT_OUT and "logs" not in file.parts:
                    packed.write(file, file.relative_to(home))
    sys.stdout.write(f"Wrote {kept}.\n")


if __name__ == "__main__":
    main()
