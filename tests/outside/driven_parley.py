"""Parley's window beside coding agents, with a hand at its mouse and its keys."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

from assistant.channels.web.client.address_file import read_address
from assistant.channels.web.client.http_answers import fields_of_success
from assistant.channels.web.client.running_program import connect
from assistant.home import Home
from tests.helpers.process.life import LIMIT_S, Life
from tests.helpers.terminal.pseudo_terminal import ARMED_S, Console

WITHDRAWN_S: Final = 2.0
"""Until a question whose asker is gone, or was answered elsewhere, must be closed."""
COMMAND_ASKED: Final = "May it run this command?"


class Window:
    """Parley's window, with a hand at the mouse.

    Args:
        home: The home it runs with.
        life: Its process.
    """

    def __init__(self, home: Path, life: Life) -> None:
        self.home = home
        self._life = life

    def until_asked(self, prompt: str, agent: Console) -> None:
        """Wait until the window shows a question; the agent's terminal is read meanwhile."""
        agent.until(lambda: self._life.shows(f"question: {prompt}"))

    def answer(self, prompt: str, agent: Console, label: str) -> None:
        """Click one option of a question, once it takes clicks."""
        self.until_asked(prompt, agent)
        self._until_armed(agent)
        self._life.type(f"press {label}")

    def allow(self, agent: Console) -> None:
        """Allow a command once, once its question takes clicks."""
        self.until_asked(COMMAND_ASKED, agent)
        for label in ("Allow once", "Confirm"):
            self._until_armed(agent)
            self._life.type(f"press {label}")

    def press_key(self, agent: Console, *keys: str) -> None:
        """Press keys in the question in front, each once it takes them."""
        for key in keys:
            self._until_armed(agent)
            self._life.type(f"key {key}")

    def deny(self, agent: Console, words: str) -> None:
        """Deny a command, and say why."""
        self.until_asked(COMMAND_ASKED, agent)
        self._until_armed(agent)
        self._life.type("press Deny and say why")
        self._until_armed(agent)
        self._life.type(f"write {words}")
        self.press_key(agent, "Return")

    def kill(self) -> None:
        """Kill Parley."""
        self._life.kill()

    def _until_armed(self, agent: Console) -> None:
        armed = time.monotonic() + ARMED_S
        agent.until(lambda: time.monotonic() > armed)

    def is_withdrawn(self, prompt: str, agent: Console | None = None) -> bool:
        """Whether a question is gone in time; the agent's terminal is read meanwhile."""

        def is_gone() -> bool:
            if agent is not None:
                agent.look()
            return prompt not in self.open_questions()

        with contextlib.suppress(AssertionError):
            self._life.wait_until(is_gone, "a question withdrawn", limit_s=WITHDRAWN_S)
            return True
        return False

    def open_questions(self) -> str:
        """Return the words of the questions that wait for the user."""
        return asyncio.run(open_questions(self.home))


@contextlib.contextmanager
def window(home: Path) -> Generator[Window]:
    """Run the window until the context is left."""
    command = (sys.executable, "-m", "tests.e2e.killed.driven_window", "run", "--home", str(home))
    own = {"LANGUAGE": "en", "PULSE_SERVER": "unix:/nowhere"}
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, **own}
    errors = home.with_suffix(".log")
    with Life(command, environment=environment, folder=Path.cwd(), errors=errors) as life:
        life.wait_until(
            lambda: life.shows("window: Ready") and Home(root=home, models=home).api_file.exists(),
            "the window that stands",
            limit_s=LIMIT_S,
        )
        yield Window(home, life)


async def open_questions(home: Path) -> str:
    """Return the questions that wait for the user, as text."""
    address = read_address(Home(root=home, models=home).api_file)
    assert address is not None, "the window's program is gone"
    async with connect(address) as http:
        body = fields_of_success(await http.get("/api/task/questions"))
    return str([form for form in body["questions"] if form["standing"] == "open"])
