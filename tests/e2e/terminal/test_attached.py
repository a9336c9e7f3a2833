"""`parley chat` in a real pseudo-terminal, attached to a core that runs with the home."""

import asyncio
import os
import re
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from assistant.assembly.outside_access import outside_access
from assistant.assembly.web.api import open_api
from assistant.channels.terminal.text.slash_commands import SlashCommand
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.protocol.models import FetchModelFiles
from assistant.protocol.questions import QuestionClosed
from assistant.questions.model.question import Answered, Channel
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool
from tests.helpers.process.life import Life
from tests.helpers.questions.builders import QUESTION
from tests.helpers.terminal.keyboard import CTRL_C, DOWN, ENTER, TAB
from tests.helpers.terminal.pseudo_terminal import console

LIMIT_S: Final = 60.0
ASKS = uses_tool("ask_user_question", QUESTION)


class Program:
    """A core with its API, on a thread of its own."""

    def __init__(self, loop: asyncio.AbstractEventLoop, running: RunningCore) -> None:
        self._loop = loop
        self.running = running
        self.leaving = asyncio.Event()

    def do(self, work: Callable[[], Awaitable[object]]) -> None:
        """Have something done on its loop."""

        async def doing() -> None:
            await work()

        asyncio.run_coroutine_threadsafe(doing(), self._loop).result(LIMIT_S)

    def end(self) -> None:
        """Close it; it may be closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.leaving.set)


@contextmanager
def running(home: Home, model: ScriptedModel) -> Generator[Program]:
    """Run a core on a home."""
    ready = threading.Event()
    found: list[Program] = []

    async def live() -> None:
        async with opened(home, model, channel=Channel.DESKTOP) as core:

            async def fetch(command: FetchModelFiles) -> None:
                await core.core.starter.name_to_fetch(command)

            core.core.commands.register(FetchModelFiles, fetch)
            async with (
                outside_access(core.core, loading=LoadQueue(), has_api=False),
                open_api(core.core, core.core.plan.settings.api),
            ):
                found.append(Program(asyncio.get_running_loop(), core))
                ready.set()
                await found[0].leaving.wait()

    thread = threading.Thread(target=lambda: asyncio.run(live()), name="running program")
    thread.start()
    try:
        assert ready.wait(LIMIT_S)
        yield found[0]
    finally:
        found[0].end()
        thread.join(LIMIT_S)
        assert not thread.is_alive()


@pytest.mark.timeout(300)
def test_a_terminal_joins_the_running_program_and_leaves_with_it(home: Home) -> None:
    stalled = [says("One two three")[0], Wait(gate=asyncio.Event())]
    model = ScriptedModel(
        [
            *(ASKS, says("B it is."), ASKS, says("Again B."), stalled),
            *(ASKS, says("As you like."), says("B at last."), says("A now.")),
        ]
    )
    with running(home, model) as program:
        with console(["chat", "--home", str(home.root)]) as shown:
            shown.until_shown("This terminal is part of the Parley that runs")
            shown.press("Help me", ENTER)
            shown.answer("╭─", "2")  # here
            shown.until_shown("B it is.")
            assert "✔" in shown.text()
            assert "waiting for your answer" not in shown.text()
            shown.press("And now?", ENTER)
            shown.until_shown("╭─")
            program.do(lambda: program.running.answer_b())  # in the window
            shown.until_shown("Again B.")
            assert "╭" not in shown.text()
            answers = [event.response for event in program.running.of(QuestionClosed)]
            channels = [one.provenance.channel for one in answers if isinstance(one, Answered)]
            assert channels == [Channel.API, Channel.DESKTOP]
            shown.press("Count", ENTER)
            shown.until_shown("One two")
            shown.press(CTRL_C)
            shown.until_shown("Stopped.")
            shown.press("Once more?", ENTER)
            shown.answer("╭─", TAB)
            shown.until_shown("answer later")
            shown.press(DOWN, DOWN, DOWN, ENTER)
            shown.until_shown("As you like.")
            shown.press("/questions", ENTER)
            shown.until_shown("put off")
            shown.press("/questions 1", ENTER)
            shown.answer("╭─", "2")
            shown.until_shown("B at last.")
            shown.press("/questions", ENTER)
            shown.until_shown("No question waits for an answer.")
            shown.press("/answers", ENTER)
            shown.until_shown("/answers 1 changes the first one")
            shown.press("/answers 1", ENTER)
            shown.answer("╭─", "1")
            shown.until_shown("A now.")
            program.end()
            shown.until_shown("Parley was closed")
            assert shown.ended() == 0
            assert shown.is_sane()


COMMANDS: Final[Mapping[SlashCommand, tuple[tuple[str, str], ...]]] = {
    SlashCommand.HELP: (("/help", "list these commands"),),
    SlashCommand.MODEL: (("/model", "● "),),
    SlashCommand.REMEMBER: (("/remember I like tea", "Remembered: I like tea"),),
    SlashCommand.MEMORY: (("/memory", "- I like tea"),),
    SlashCommand.UNDO: (("/undo", "Forgotten: I like tea"),),
    SlashCommand.TIMERS: (("/timers", "No timer is set."),),
    SlashCommand.AGENTS: (("/agents", "No coding agent is running"),),
    SlashCommand.FOLDERS: (
        ("/folders", "No folder of your own is open to tools."),
        ("/folders add {folder}", "@notes  "),
        ("/folders remove notes", "No folder of your own is open to tools."),
    ),
    SlashCommand.ATTACH: (
        ("/attach {folder}/milk.txt", "1  milk.txt · 5 characters"),
        ("/attach remove 1", "No file is attached."),
    ),
    SlashCommand.SYNC: (("/sync", "Not set up: no other device gets"),),
    SlashCommand.TELEGRAM: (("/telegram", "No account is linked."),),
    SlashCommand.FETCH: (
        ("/fetch", "No better built-in model would run here."),
        ("/fetch whisper", "There is no model 'whisper' in the catalogue."),
    ),
    SlashCommand.QUESTIONS: (("/questions", "No question waits for an answer."),),
    SlashCommand.ANSWERS: (("/answers", "You have not answered a question"),),
    SlashCommand.DECISIONS: (("/decisions", "You have decided nothing yet."),),
    SlashCommand.AGAIN: (("/again", "Anew."),),
    SlashCommand.HISTORY: (
        ("/history", "  1  20"),
        ("/history Before", "     Before"),
    ),
    SlashCommand.NEW: (("/new", "You are talking to"),),
    SlashCommand.OPEN: (("/open 1", "> Before"),),
    SlashCommand.STOP: (("/stop", "> "),),
    SlashCommand.QUIT: (("/quit", ""),),
}
"""What is typed for each command, and what is shown then; in the order in which it is tried."""


@pytest.mark.timeout(300)
def test_every_command_is_carried_out_from_an_attached_terminal(home: Home, tmp_path: Path) -> None:
    assert COMMANDS.keys() == set(SlashCommand)
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "milk.txt").write_text("Milk.", encoding="utf-8")
    model = ScriptedModel([says("Said."), says("Anew.")])
    with running(home, model) as program:
        program.do(lambda: program.running.turn("Before"))
        with console(["chat", "--home", str(home.root)], rows=200, columns=120) as shown:
            shown.until_shown("This terminal is part of the Parley that runs")
            for typed, expected in (line for lines in COMMANDS.values() for line in lines):
                before = shown.text().count(expected)
                line = typed.format(folder=folder)
                shown.press(line, ENTER)
                if typed != "/quit":
                    shown.until(lambda n=before, text=expected: shown.text().count(text) > n)
            assert shown.ended() == 0
            assert "is done in" not in shown.text()
            assert "is fetching" not in shown.text()
            assert {"! No better", "! There is"} == set(re.findall(r"! \w+ \w+", shown.text()))
            assert shown.is_sane()


@pytest.mark.timeout(300)
def test_a_question_of_one_terminal_is_answered_in_another(home: Home) -> None:
    model = ScriptedModel([ASKS, says("B it is.")])
    with running(home, model):
        chat = ["chat", "--home", str(home.root)]
        with console(chat) as one, console(chat) as other:
            for shown in (one, other):
                shown.until_shown("This terminal is part of the Parley that runs")
            one.press("Help me", ENTER)
            one.until_shown("╭─")
            other.until_shown("> Help me")
            other.answer("╭─", "2")
            for shown in (one, other):
                shown.until_shown("B it is.")
                shown.until_gone("╭─")


@pytest.mark.timeout(300)
def test_a_program_that_is_killed_is_told_and_what_was_half_written_stands_there(
    home: Home, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "assistant.cli", "serve", "--home", str(home.root)]
    environment = {**os.environ, "PARLEY_VOICE__ENABLED": "false"}
    with Life(
        command, environment=environment, folder=Path.cwd(), errors=tmp_path / "errors"
    ) as life:
        life.wait_until(home.api_file.exists, "the program that can be joined")
        with console(["chat", "--home", str(home.root)]) as shown:
            shown.until_shown("This terminal is part of the Parley that runs")
            shown.press("Half a mess")
            shown.until_shown("> Half a mess")
            life.kill()
            shown.until_shown("The running Parley ended unexpectedly.")
            assert shown.ended() == 1
            assert "Not sent: Half a mess" in shown.text()
            assert "Traceback" not in shown.text()
            assert shown.is_sane()
