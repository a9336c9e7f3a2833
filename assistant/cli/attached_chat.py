"""`parley chat` beside a Parley that runs with the same home: a terminal of that one."""

import asyncio
import sys
from typing import TYPE_CHECKING, Final

from assistant.assembly.running_program import once_there, wait_for_running
from assistant.channels.terminal.chat.conversation import BuildSurface, TerminalChat
from assistant.channels.terminal.console.output import LineTone
from assistant.channels.web.client.remote_engine import RemoteEngineClient, reach_engine
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.models import FetchModelFiles
from assistant.questions.model.question import QuestionSet

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_AGAIN_S: Final = 1.0
"""How long a program whose connection was lost may take to be there again."""


async def attached_chat(plan: LaunchOptions, busy: HomeBusyError, *, surface: BuildSurface) -> None:
    """Converse in the terminal with the program that owns a home, until either ends.

    Args:
        plan: What would have been started.
        busy: Why it was not.
        surface: Builds the terminal.

    Raises:
        HomeBusyError: If the program cannot be reached, with what to do.
        UnreachableError: If it is of another version, or ended unexpectedly.
        OSError: If the output took no more.
    """

    async def reach() -> "ClientConnection | None":
        return await reach_engine(plan.home.api_file)

    connection = await wait_for_running(plan, busy, reach=reach, tell=_tell)
    chat = TerminalChat(surface)

    def left_to_window(questions: QuestionSet) -> None:
        text = " ".join(question.text for question in questions.questions)
        chat.page.line(_("? {question}").format(question=text))
        chat.page.line(_("  This is decided in the window."), LineTone.NOTE)

    engine = RemoteEngineClient(
        connection,
        again=lambda: once_there(reach, _AGAIN_S),
        unanswerable=left_to_window,
        trouble=chat.tell_problem,
    )
    engine.subscribe(chat.hear)

    async def dispatch(command: Command) -> None:
        await engine.dispatch(command)
        if isinstance(command, FetchModelFiles):
            chat.say(_("The running Parley is fetching it."))

    with chat.held():
        chat.connect(dispatch=dispatch, register=engine.questions.register, clock=plan.clock)
        async with engine.hearing() as hearing:
            chat.page.line(
                _(
                    "This terminal is part of the Parley that runs; what is said here stands there"
                    " too."
                ),
                LineTone.NOTE,
            )
            await chat.tell_unanswered()
            await _converse(chat, hearing)
    chat.raise_failure()


async def _converse(chat: TerminalChat, hearing: "asyncio.Task[None]") -> None:
    """Converse until the user leaves or the program ends."""
    talking = asyncio.create_task(chat.converse(), name="attached-talking")
    try:
        await asyncio.wait({talking, hearing}, return_when=asyncio.FIRST_COMPLETED)
        half_written = "" if talking.done() else chat.surface.half_written
    finally:
        talking.cancel()
        await asyncio.wait({talking})
    if not talking.cancelled():
        talking.result()
        return
    if half_written:  # below the line that it was typed on
        chat.page.line(_("Not sent: {text}").format(text=half_written), LineTone.NOTE)
    hearing.result()
    chat.page.line(
        _("Parley was closed, or does not let this terminal in any more."), LineTone.NOTE
    )


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
