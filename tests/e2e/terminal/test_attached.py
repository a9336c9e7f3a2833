"""`parley chat` in a real pseudo-terminal, attached to a core that runs with the home."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

import pytest

from assistant.assembly.web.api import open_api
from assistant.home import Home
from assistant.protocol.questions import QuestionClosed
from assistant.questions.model.question import Answered, Channel
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool
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
            async with open_api(core.core, core.core.plan.settings.api):
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
            shown.press("/memory", ENTER)
            shown.until_shown("/memory is done in the window.")
            shown.press("/sync", ENTER)
            shown.until_shown("Not set up: no other device gets what you say and write here.")
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
