"""Holds Parley against real coding agents: `python -m tests.outside.check_agents [NAME…]`.

Fetches the agents with npm into a folder of the cache. Each, or those whose names have one of the
given words, is set up with `parley setup` and pointed at a model that makes one call
(`scripted_model_service`). No account and no network are needed then. With Parley's window beside it

- *mouse*, *key*: the model calls `provide_choice`, and the question is answered in the window;
  Parley's tools were in the first request to the model, or a tool that waits for servers was;
- *voice*: the question is read aloud, and a recorded voice says "the second one"; with a Parley
  whose microphone is a simulated room, and with the models of recogniser and voice;
- *spoken yes*: it wants to run the project's tests, which is read aloud and allowed by a spoken "yes";
  of agents whose dialog Parley shows;
- *yes that does not count*: without `tools.voice_confirm`, and with it where a file would be made, a
  spoken "yes" allows nothing, and the question stays;
- *two at once*: two of the agent ask at the same time, and each gets the answer to its own question;
- *killed*: the agent and all it started are killed while its question stands, which is withdrawn;
- *allowed*, *denied*: it wants to run a command, and is allowed to, or denied with words, which its
  model reads; of agents that have a dialog for it and hooks or a plugin;
- *there first*: the agent's own dialog is answered, and the window's question closes within 2 s; of
  those that show both;
- *Parley killed*: the agent's own dialog is there, and works;
- *started*: Parley starts it over the Agent Client Protocol and gives it a command to run, which it
  asks about, first denied and then allowed; its reply comes back;
- *waited*: with `--wait MINUTES`, a question and a command are answered after so long;
- *nobody*: neither a window nor a browser is there. Nothing may come back as the user's answer.

Writes a table. The exit status is 1 if anything failed.
"""

import argparse
import asyncio
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import platformdirs
import psutil

from assistant.coding_agents.acp.agent_connection import AgentEars, find_program, open_agent
from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, Verdict
from assistant.coding_agents.tasks.agent_task import (
    AgentTask,
    TaskNews,
    TaskState,
    TurnEnded,
    WordsSent,
)
from tests.helpers.terminal.pseudo_terminal import Console, console
from tests.outside.coding_agents import AGENTS, ALLOWED, TOUCH, AgentStage, CodingAgent
from tests.outside.conformance import NODE, install, say
from tests.outside.driven_parley import COMMAND_ASKED, Window, open_questions, window
from tests.outside.recorded_user import ANSWERED, recorded_user
from tests.outside.scripted_model_service import WAIT, ModelService, model_service, order

PACKAGES: Final = (
    NODE,
    *dict.fromkeys(agent.package for agent in AGENTS),
    *(agent.adapter for agent in AGENTS if agent.adapter),
)
LABELS: Final = ("PostgreSQL", "SQLite")
CHOSEN: Final = "SQLite"
TESTS: Final = "npm test"
"""Makes the file that `TOUCH` makes, by the project's own tests."""
YES: Final = "Yes."
REASON: Final = "Make it in the other folder."
UNATTENDED_S: Final = 3
"""How long a question waits where nobody is."""
PATIENCE_S: Final = 240.0
"""An agent may fetch something at its first start."""
ATTENDED_S: Final = 600
"""How long where somebody is."""
STARTED_S: Final = 240
"""Until an agent that Parley started must have done what it was given."""

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

    def by_mouse(self, window: Window) -> Seen:
        """Have a question answered with the mouse."""
        prompt = f"Where does {self._agent.name} keep the records?"
        with model_service() as service, self._asking(service, window.home, prompt) as agent:
            window.answer(prompt, agent, CHOSEN)
            agent.until(lambda: bool(service.results))
            seen = _seen(service, lambda result: result.is_chosen)
            first = service.requests[0].tools
        has_tools = any("provide_choice" in name for name in first)
        is_waiting = WAIT in first
        words = "tools at once" if has_tools else "waits for tools" if is_waiting else "no tools"
        return Seen(
            is_right=seen.is_right and (has_tools or is_waiting), words=f"{seen.words}, {words}"
        )

    def by_key(self, window: Window) -> Seen:
        """Have a question answered with the key of the second option."""
        prompt = f"Which key does {self._agent.name} need?"
        with model_service() as service, self._asking(service, window.home, prompt) as agent:
            window.until_asked(prompt, agent)
            window.press_key(agent, "2")
            agent.until(lambda: bool(service.results))
            return _seen(service, lambda result: result.is_chosen)

    def by_voice(self, _window: Window) -> Seen:
        """Have a question read aloud, and answered by a recorded voice: "the second one"."""
        home = self._new_home()
        prompt = f"What does {self._agent.name} write to?"
        with (
            recorded_user(home),
            model_service() as service,
            self._asking(service, home, prompt) as agent,
        ):
            agent.until(lambda: bool(service.results))
            return _seen(service, lambda result: result.is_chosen)

    def spoken_yes(self, _window: Window) -> Seen:
        """Have the project's tests allowed by a spoken yes."""
        home = self._new_home()
        with (
            recorded_user(home, YES, voice_confirm=True) as parley,
            self._commanding(home, TESTS) as (agent, stage, _service),
        ):
            agent.until(lambda: (stage.project / ALLOWED).exists())
            is_read = parley.shows(f"said: {TESTS}")
        return Seen(is_right=is_read, words="read, done" if is_read else "not read")

    def idle_yes(self, _window: Window) -> Seen:
        """Have a yes said where none counts; the question stays, and nothing is run."""
        for command, voice_confirm in ((TESTS, False), (TOUCH, True)):
            home = self._new_home()
            with (
                recorded_user(home, YES, voice_confirm=voice_confirm) as parley,
                self._commanding(home, command) as (agent, stage, service),
            ):
                agent.until(partial(parley.shows, ANSWERED))
                is_made = (stage.project / ALLOWED).exists() or bool(service.results)
                is_open = COMMAND_ASKED in asyncio.run(open_questions(home))
            if is_made or not is_open:
                return Seen(is_right=False, words=f"{command}: {is_made=} {is_open=}")
        return Seen(is_right=True, words="stays open, twice")

    def two_at_once(self, window: Window) -> Seen:
        """Have two ask at the same time, and answer the one that asked first, then the other."""
        prompts = {label: f"Does {self._agent.name} take {label}?" for label in LABELS}
        with ExitStack() as stack:
            services, agents = list[ModelService](), list[Console]()
            for prompt in prompts.values():
                services.append(stack.enter_context(model_service()))
                asking = self._asking(services[-1], window.home, prompt)
                agents.append(stack.enter_context(asking))
            for prompt in prompts.values():
                _look_at(agents, lambda wanted=prompt: wanted in window.open_questions())
            asked = window.open_questions()
            for label, prompt in sorted(prompts.items(), key=lambda pair: asked.index(pair[1])):
                window.answer(prompt, agents[0], label)
            _look_at(agents, lambda: all(service.results for service in services))
            labels = [Result.of(service.results[-1]).labels for service in services]
        is_right = labels == [f'"{label}"' for label in LABELS]
        return Seen(is_right=is_right, words="each its own" if is_right else str(labels))

    def killed(self, window: Window) -> Seen:
        """Kill the agent while its question stands."""
        prompt = f"What if {self._agent.name} is killed?"
        with model_service() as service, self._asking(service, window.home, prompt) as agent:
            window.until_asked(prompt, agent)
        return _closed(window, prompt)

    def unattended(self, _window: Window) -> Seen:
        """Ask where nobody is."""
        with (
            model_service() as service,
            self._asking(
                service, self._folder / "empty", "Is anybody there?", timeout_s=UNATTENDED_S
            ) as agent,
        ):
            agent.until(lambda: bool(service.results))
            return _seen(service, lambda result: result.is_unanswered)

    def allowed(self, window: Window) -> Seen:
        """Have a command allowed in the window."""
        with self._commanding(window.home) as (agent, stage, service):
            window.allow(agent)
            agent.until(lambda: bool(service.results))
            return _made(stage, service)

    def denied(self, window: Window) -> Seen:
        """Have a command denied with words, which reach the agent's model."""
        with self._commanding(window.home) as (agent, stage, service):
            window.deny(agent, REASON)
            agent.until(lambda: bool(service.results))
            is_read = REASON in service.results[-1]
            is_made = (stage.project / ALLOWED).exists()
        words = "words read" if is_read else service.results[-1][-200:]
        return Seen(is_right=is_read and not is_made, words=words)

    def there_first(self, window: Window) -> Seen:
        """Have a command allowed in the agent's own dialog, beside the window's question."""
        with self._commanding(window.home) as (agent, stage, service):
            window.until_asked(COMMAND_ASKED, agent)
            agent.answer(self._agent.dialog, self._agent.allows)
            seen = _closed(window, COMMAND_ASKED, agent)
            agent.until(lambda: bool(service.results))
            made = _made(stage, service)
        return Seen(is_right=seen.is_right and made.is_right, words=seen.words)

    def without_parley(self, window: Window) -> Seen:
        """Kill Parley while a command is asked about: the agent's own dialog is there, and works."""
        with self._commanding(window.home) as (agent, stage, service):
            window.until_asked(COMMAND_ASKED, agent)
            window.kill()
            agent.answer(self._agent.dialog, self._agent.allows)
            agent.until(lambda: bool(service.results))
            made = _made(stage, service)
        return Seen(is_right=made.is_right, words="its own dialog" if made.is_right else made.words)

    def waited(self, window: Window, minutes: float) -> Seen:
        """Answer a question, and a command where the agent has a dialog for it, after so long."""
        prompt = f"How long does {self._agent.name} wait?"
        with ExitStack() as stack:
            asked = stack.enter_context(model_service())
            asking = self._asking(asked, window.home, prompt, timeout_s=3600)
            agents = [stack.enter_context(asking)]
            window.until_asked(prompt, agents[0])
            commanded = None
            if self._agent.permission is not None:
                commanded = stack.enter_context(self._commanding(window.home))
                agents.append(commanded[0])
                _look_at(agents, lambda: COMMAND_ASKED in window.open_questions())
            over = time.monotonic() + minutes * 60
            while time.monotonic() < over:
                for agent in agents:
                    agent.look()
            window.answer(prompt, agents[0], CHOSEN)
            _look_at(agents, lambda: bool(asked.results))
            seen = _seen(asked, lambda result: result.is_chosen)
            if commanded is not None:
                agent, stage, service = commanded
                window.allow(agent)
                agent.until(lambda: bool(service.results))
                made = _made(stage, service)
                seen = Seen(
                    is_right=seen.is_right and made.is_right, words=f"{seen.words}, {made.words}"
                )
        return Seen(is_right=seen.is_right, words=f"{minutes:g} min: {seen.words}")

    def started(self, _window: Window) -> Seen:
        """Have Parley start it; its command is denied first, then allowed."""
        assert self._agent.started_call is not None
        words = order(*self._agent.started_call)
        with model_service() as service:
            stage = self._stage(service)
            try:
                task = asyncio.run(self._given(stage, words))
            finally:
                _kill_all(stage.home)
            made = _made(stage, service)
        is_right = made.is_right and task.state is TaskState.DONE and bool(task.text)
        return Seen(is_right=is_right, words="done" if is_right else f"{made.words} {task.text}")

    async def _given(self, stage: AgentStage, words: str) -> AgentTask:
        """Give words to the agent in two sessions, and return what became of the second."""
        program = find_program(self._agent.known_as, self._environment(stage), home=stage.home)
        task = AgentTask(agent=self._agent.known_as, folder=str(stage.project), words=words)

        def take(news: TaskNews) -> None:
            nonlocal task
            task = task.after(news)

        for verdict in (Denied(message=""), Allowed()):
            asked: list[PermissionRequest] = []

            async def decide(
                request: PermissionRequest,
                asked: list[PermissionRequest] = asked,
                verdict: Verdict = verdict,
            ) -> Verdict:
                asked.append(request)
                return verdict

            ears = AgentEars(told=take, decide=decide)
            async with (
                asyncio.timeout(STARTED_S),
                open_agent(program, stage.project, ears) as agent,
            ):
                take(WordsSent(words=words))
                take(TurnEnded(ending=await agent.prompt(words)))
            assert [TOUCH in str(one.input) for one in asked] == [True], "it asked otherwise"
            is_made = await asyncio.to_thread((stage.project / ALLOWED).exists)
            assert is_made == isinstance(verdict, Allowed), "it did not do what the user decided"
        return task

    def _new_home(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self._folder)) / "parley"

    @contextlib.contextmanager
    def _commanding(
        self, home: Path, command: str = TOUCH
    ) -> Generator[tuple[Console, AgentStage, ModelService]]:
        """Run the agent in a terminal, with a model that wants to run a command."""
        assert self._agent.permission is not None
        tool, call = self._agent.permission
        words = order(tool, {k: command if value == TOUCH else value for k, value in call.items()})
        with (
            model_service() as service,
            self._running(service, home, words, ending="make a file") as (agent, stage),
        ):
            yield agent, stage, service

    @contextlib.contextmanager
    def _asking(
        self, service: ModelService, home: Path, prompt: str, *, timeout_s: int = ATTENDED_S
    ) -> Generator[Console]:
        """Run the agent in a terminal, with a model that asks this."""
        options = [{"label": label, "description": ""} for label in LABELS]
        call: Mapping[str, Any] = {
            "title": "Records",
            "prompt": prompt,
            "type": "single_select",
            "allow_cancel": True,
            "options": options,
            "timeout_s": timeout_s,
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
        stage = self._stage(service)
        self._set_up(stage, home)
        environment = self._environment(stage)
        empty = ("/usr/bin/env", "-i", *(f"{name}={value}" for name, value in environment.items()))
        arguments = self._agent.arguments(stage, words)
        with console(
            arguments,
            command=empty,
            folder=stage.project,
            columns=160,
            rows=50,
            patience_s=PATIENCE_S,
        ) as agent:
            try:
                if self._agent.trust:
                    agent.answer(self._agent.trust, "2", "\r")
                    agent.until_gone(self._agent.trust)
                if self._agent.ready:
                    _type(agent, self._agent.ready, words, ending)
                yield agent, stage
            finally:
                _kill_all(stage.home)

    def _stage(self, service: ModelService) -> AgentStage:
        """Make a home and a project for the agent, with its settings."""
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        stage = AgentStage(
            home=folder / "home",
            project=folder / "project",
            service=service.url,
        )
        stage.home.mkdir()
        stage.project.mkdir()
        package = json.dumps({"scripts": {"test": TOUCH}})
        (stage.project / "package.json").write_text(package, encoding="utf-8")
        self._agent.settings(stage)
        return stage

    def _environment(self, stage: AgentStage) -> Mapping[str, str]:
        return {
            "HOME": str(stage.home),
            "PATH": f"{self._programs}:/usr/bin:/bin",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            **self._agent.environment(stage),
        }

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


def _look_at(agents: Sequence[Console], condition: Callable[[], bool]) -> None:
    """Wait until something holds, and read all terminals meanwhile."""

    def holds() -> bool:
        for agent in agents[1:]:
            agent.look()
        return condition()

    agents[0].until(holds)


def _closed(window: Window, prompt: str, agent: Console | None = None) -> Seen:
    """Say whether a question has closed in time."""
    is_gone = window.is_withdrawn(prompt, agent)
    return Seen(is_right=is_gone, words="closed" if is_gone else "still open")


def _made(stage: AgentStage, service: ModelService) -> Seen:
    """Say whether the command was run."""
    is_made = (stage.project / ALLOWED).exists()
    return Seen(is_right=is_made, words="done" if is_made else service.results[-1][-200:])


def _seen(service: ModelService, is_right: Callable[[Result], bool]) -> Seen:
    result = Result.of(service.results[-1])
    words = f"{result.status} {result.labels}".strip() or result.text[-200:]
    return Seen(is_right=is_right(result), words=words)


Check = Callable[[AgentCheck, Window], Seen]
CHECKS: Final[Mapping[str, Check]] = {
    "mouse": AgentCheck.by_mouse,
    "key": AgentCheck.by_key,
    "voice": AgentCheck.by_voice,
    "spoken yes": AgentCheck.spoken_yes,
    "yes that does not count": AgentCheck.idle_yes,
    "two at once": AgentCheck.two_at_once,
    "killed": AgentCheck.killed,
    "allowed": AgentCheck.allowed,
    "denied": AgentCheck.denied,
    "there first": AgentCheck.there_first,
    "Parley killed": AgentCheck.without_parley,
    "nobody": AgentCheck.unattended,
    "started": AgentCheck.started,
}
WAITED: Final = "waited"
_OF_DIALOGS: Final = frozenset(
    {
        "spoken yes",
        "yes that does not count",
        "allowed",
        "denied",
        "there first",
        "Parley killed",
    }
)


def _checks(agent: CodingAgent, wait_min: float) -> Mapping[str, Check]:
    """Return what is looked at with an agent."""
    if wait_min:
        return {WAITED: lambda check, there: check.waited(there, wait_min)}
    return {
        name: check
        for name, check in CHECKS.items()
        if (agent.permission is not None or name not in _OF_DIALOGS)
        and (agent.is_beside or name != "there first")
        and (agent.started_call is not None or name != "started")
    }


def checked(
    agent: CodingAgent, checks: Mapping[str, Check], *, programs: Path, folder: Path
) -> Mapping[str, Seen]:
    """Hold Parley against one agent; returns what was seen, by check."""
    check = AgentCheck(agent, programs=programs, folder=folder)
    found: dict[str, Seen] = {}
    for name, run in checks.items():
        try:
            with window(Path(tempfile.mkdtemp(dir=folder)) / "parley") as there:
                found[name] = run(check, there)
        except (AssertionError, TimeoutError, OSError) as error:
            found[name] = Seen(is_right=False, words=" ".join(str(error).split())[-600:])
        seen = found[name]
        say(f"{'passed' if seen.is_right else 'FAILED'}  {agent.name}, {name}: {seen.words}")
    return found


def main(arguments: Sequence[str]) -> int:
    """Try the agents that are wanted, or all; returns the exit status."""
    parser = argparse.ArgumentParser(prog="check_agents")
    parser.add_argument("names", nargs="*", help="words of names of agents")
    parser.add_argument("--wait", type=float, default=0.0, metavar="MINUTES", help="only wait")
    parser.add_argument("--only", action="append", choices=list(CHECKS), help="only this check")
    chosen = parser.parse_args(arguments)
    folder = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "agents-check"
    install(folder, PACKAGES)
    names = [WAITED] if chosen.wait else chosen.only or list(CHECKS)
    rows = [f"| agent | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    is_right = True
    for agent in AGENTS:
        if chosen.names and not any(word in agent.name for word in chosen.names):
            continue
        checks = _checks(agent, chosen.wait)
        checks = {name: check for name, check in checks.items() if name in names}
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
            programs = folder / "node_modules" / ".bin"
            found = checked(agent, checks, programs=programs, folder=Path(scratch))
        is_right = is_right and all(seen.is_right for seen in found.values())
        words = (found[name].words if name in found else "–" for name in names)
        rows.append(f"| {agent.name} ({agent.package.rpartition('@')[2]}) | {' | '.join(words)} |")
    say("\n".join(rows))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
