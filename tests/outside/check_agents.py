"""Holds `parley mcp` against real coding agents: `python -m tests.outside.check_agents [NAME…]`.

Fetches the agents with npm into a folder of the cache. Each, or those whose names have one of the
given words, is set up with `parley setup` and pointed at a model that calls `provide_choice`
(`scripted_model_service`). No account and no network are needed then. For each of them

- *window*: Parley's window runs, and the question is answered there with the mouse;
- *first request*: Parley's tools were in the first request to the model, or a tool that waits for
  servers was;
- *killed*: the agent and all it started are killed while its question stands, which is then
  withdrawn;
- *permission*: it wants to run a command, and is allowed to in the window, with the mouse; of agents
  that have a dialog for it and hooks or a plugin;
- *nobody*: neither a window nor a browser is there. Nothing may come back as the user's answer.

Writes a table. The exit status is 1 if anything failed.
"""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import platformdirs
import psutil

from assistant.channels.web.client.address_file import read_address
from assistant.channels.web.client.http_answers import fields_of_success
from assistant.channels.web.client.running_program import connect
from assistant.home import Home
from tests.helpers.process.life import LIMIT_S, Life
from tests.helpers.terminal.pseudo_terminal import ARMED_S, Console, console
from tests.outside.coding_agents import AGENTS, ALLOWED, AgentStage, CodingAgent
from tests.outside.conformance import NODE, install, say
from tests.outside.scripted_model_service import WAIT, ModelService, model_service, order

PACKAGES: Final = (NODE, *dict.fromkeys(agent.package for agent in AGENTS))
LABELS: Final = ("PostgreSQL", "SQLite")
CHOSEN: Final = "SQLite"
UNATTENDED_S: Final = 3
"""How long a question waits where nobody is."""
WITHDRAWN_S: Final = 2.0
"""Until a question whose asker was killed must be gone."""
CHECKS: Final = ("window", "first request", "killed", "permission", "nobody")

_STATUS: Final = re.compile(r'"action_status": ?"(\w+)"')
_LABELS: Final = re.compile(r'"labels": ?\[([^\]]*)\]')


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the model read as the result of its call."""

    status: str
    labels: str
    text: str

    @classmethod
    def of(cls, text: str) -> "Result":
        """Read a result, whichever way the client wraps it."""
        plain = text.replace("\\", "")
        status, labels = _STATUS.search(plain), _LABELS.search(plain)
        return cls(
            status="" if status is None else status[1],
            labels="" if labels is None else labels[1],
            text=" ".join(plain.split()),
        )

    @property
    def is_chosen(self) -> bool:
        """Whether it is what was clicked, and nothing else."""
        return self.status == "selected" and self.labels == f'"{CHOSEN}"'

    @property
    def is_unanswered(self) -> bool:
        """Whether it says that the question was not answered, rather than that a person did so."""
        return bool(self.status) and self.status not in {"selected", "cancelled"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one check saw."""

    is_right: bool
    words: str


class AgentCheck:
    """One agent against Parley.

    Args:
        agent: Who asks.
        programs: Where npm has put it, and Node.
        folder: Where it may write.
    """

    def __init__(self, agent: CodingAgent, *, programs: Path, folder: Path) -> None:
        self._agent = agent
        self._programs = programs
        self._folder = folder

    def answered(self, window: "Window") -> Iterator[tuple[str, Seen]]:
        """Have a question answered in the window."""
        prompt = f"Where does {self._agent.name} keep the records?"
        with model_service() as service, self._asking(service, window.home, prompt) as agent:
            window.answer(prompt, agent)
            agent.until(lambda: bool(service.results))
            yield "window", _seen(service, lambda result: result.is_chosen)
            first = service.requests[0].tools
            has_tools = any("provide_choice" in name for name in first)
            is_waiting = WAIT in first
            words = "with Parley's tools" if has_tools else "waits" if is_waiting else "without"
            yield "first request", Seen(is_right=has_tools or is_waiting, words=words)

    def killed(self, window: "Window") -> Seen:
        """Kill the agent while its question stands."""
        prompt = f"What if {self._agent.name} is killed?"
        with model_service() as service, self._asking(service, window.home, prompt) as agent:
            window.until_asked(prompt, agent)
        is_gone = window.is_withdrawn(prompt)
        return Seen(is_right=is_gone, words="withdrawn" if is_gone else "still open")

    def unattended(self) -> Seen:
        """Ask where nobody is."""
        with (
            model_service() as service,
            self._asking(service, self._folder / "empty", "Is anybody there?") as agent,
        ):
            agent.until(lambda: bool(service.results))
            return _seen(service, lambda result: result.is_unanswered)

    def permitted(self, window: "Window", call: tuple[str, Mapping[str, Any]]) -> Seen:
        """Have a command allowed in the window, while the agent shows its own dialog."""
        words = order(*call)
        with (
            model_service() as service,
            self._running(service, window.home, words, ending="make a file") as (agent, stage),
        ):
            window.allow(agent)
            agent.until(lambda: bool(service.results))
            is_made = (stage.project / ALLOWED).exists()
        return Seen(is_right=is_made, words="allowed" if is_made else service.results[-1][-200:])

    @contextlib.contextmanager
    def _asking(self, service: ModelService, home: Path, prompt: str) -> Generator[Console]:
        """Run the agent in a terminal, with a model that asks this."""
        options = [{"label": label, "description": ""} for label in LABELS]
        call: Mapping[str, Any] = {
            "title": "Records",
            "prompt": prompt,
            "type": "single_select",
            "allow_cancel": True,
            "options": options,
            "timeout_s": UNATTENDED_S if home == self._folder / "empty" else 600,
        }
        words = order("provide_choice", call)
        with self._running(service, home, words, ending="allow_cancel") as (agent, _stage):
            yield agent

    @contextlib.contextmanager
    def _running(
        self, service: ModelService, home: Path, words: str, *, ending: str
    ) -> Generator[tuple[Console, AgentStage]]:
        """Run the agent in a terminal.

        Args:
            service: Its model.
            home: Whose Parley it asks.
            words: What it is told.
            ending: What is seen of them once they are typed.
        """
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        stage = AgentStage(
            home=folder / "home",
            project=folder / "project",
            service=service.url,
        )
        stage.home.mkdir()
        stage.project.mkdir()
        self._agent.settings(stage)
        self._set_up(stage, home)
        environment = {
            "HOME": str(stage.home),
            "PATH": f"{self._programs}:/usr/bin:/bin",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            **self._agent.environment(stage),
        }
        empty = ("/usr/bin/env", "-i", *(f"{name}={value}" for name, value in environment.items()))
        arguments = self._agent.arguments(stage, words)
        with console(arguments, command=empty, folder=stage.project, columns=160, rows=50) as agent:
            try:
                if self._agent.trust:
                    agent.answer(self._agent.trust, "2", "\r")
                    agent.until_gone(self._agent.trust)
                if self._agent.ready:
                    _type(agent, self._agent.ready, words, ending)
                yield agent, stage
            finally:
                _kill_all(stage.home)

    def _set_up(self, stage: AgentStage, home: Path) -> None:
        """Have `parley setup` tell the agent where Parley is."""
        parley = Path(sys.executable).with_name("parley")
        done = subprocess.run(
            [parley, "setup", self._agent.known_as, "--yes", "--home", home],
            env={"HOME": str(stage.home), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def _kill_all(home: Path) -> None:
    """Kill every process with this home: Codex' terminal leaves a daemon that asks."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get("HOME") == str(home):
                process.kill()


def _type(agent: Console, ready: str, words: str, ending: str) -> None:
    """Type words once the terminal takes them, and send them once they stand there."""
    agent.until_shown(ready)
    agent.press(words)
    agent.until_shown(ending)
    agent.press("\r")


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

    def answer(self, prompt: str, agent: Console) -> None:
        """Click one option of a question, once it takes clicks."""
        self.until_asked(prompt, agent)
        armed = time.monotonic() + ARMED_S
        agent.until(lambda: time.monotonic() > armed)
        self._life.type(f"press {CHOSEN}")

    def allow(self, agent: Console) -> None:
        """Allow a command once, once its question takes clicks."""
        self.until_asked("May it run this command?", agent)
        for label in ("Allow once", "Confirm"):
            armed = time.monotonic() + ARMED_S
            agent.until(lambda at=armed: time.monotonic() > at)
            self._life.type(f"press {label}")

    def is_withdrawn(self, prompt: str) -> bool:
        """Whether a question is gone in time."""
        with contextlib.suppress(AssertionError):
            self._life.wait_until(
                lambda: prompt not in _open_questions(self.home),
                "a question withdrawn",
                limit_s=WITHDRAWN_S,
            )
            return True
        return False


@contextlib.contextmanager
def window(home: Path) -> Generator[Window]:
    """Run the window until the context is left."""
    command = (sys.executable, "-m", "tests.e2e.killed.driven_window", "run", "--home", str(home))
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "LANGUAGE": "en"}
    errors = home.with_suffix(".log")
    with Life(command, environment=environment, folder=Path.cwd(), errors=errors) as life:
        life.wait_until(
            lambda: life.shows("window: Ready") and Home(root=home, models=home).api_file.exists(),
            "the window that stands",
            limit_s=LIMIT_S,
        )
        yield Window(home, life)


def _open_questions(home: Path) -> str:
    """Return the words of the questions that wait for the user."""

    async def listed() -> str:
        address = read_address(Home(root=home, models=home).api_file)
        assert address is not None, "the window's program is gone"
        async with connect(address) as http:
            body = fields_of_success(await http.get("/api/task/questions"))
        return str([form for form in body["questions"] if form["standing"] == "open"])

    return asyncio.run(listed())


def _seen(service: ModelService, is_right: Callable[[Result], bool]) -> Seen:
    result = Result.of(service.results[-1])
    words = f"{result.status} {result.labels}".strip() or result.text[-200:]
    return Seen(is_right=is_right(result), words=words)


def checked(agent: CodingAgent, *, programs: Path, folder: Path) -> Mapping[str, Seen]:
    """Hold Parley against one agent; returns what was seen, by check."""
    check = AgentCheck(agent, programs=programs, folder=folder)
    found: dict[str, Seen] = {}
    try:
        with window(folder / "parley") as there:
            found |= check.answered(there)
            found["killed"] = check.killed(there)
            if agent.permission is not None:
                found["permission"] = check.permitted(there, agent.permission)
        found["nobody"] = check.unattended()
    except (AssertionError, TimeoutError, OSError) as error:
        missing = next(name for name in _checks(agent) if name not in found)
        found[missing] = Seen(is_right=False, words=" ".join(str(error).split())[-600:])
    return found


def _checks(agent: CodingAgent) -> Sequence[str]:
    """Return what is looked at with an agent."""
    return [name for name in CHECKS if name != "permission" or agent.permission is not None]


def main(wanted: Sequence[str]) -> int:
    """Try the agents that are wanted, or all; returns the exit status."""
    folder = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "agents-check"
    install(folder, PACKAGES)
    rows = [f"| agent | {' | '.join(CHECKS)} |", "|---" * (len(CHECKS) + 1) + "|"]
    is_right = True
    for agent in AGENTS:
        if wanted and not any(word in agent.name for word in wanted):
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
            programs = folder / "node_modules" / ".bin"
            found = checked(agent, programs=programs, folder=Path(scratch))
        for name in _checks(agent):
            seen = found.get(name, Seen(is_right=False, words="not reached"))
            is_right = is_right and seen.is_right
            say(f"{'passed' if seen.is_right else 'FAILED'}  {agent.name}, {name}: {seen.words}")
        words = (found[name].words if name in found else "–" for name in CHECKS)
        rows.append(f"| {agent.name} ({agent.package.rpartition('@')[2]}) | {' | '.join(words)} |")
    say("\n".join(rows))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
