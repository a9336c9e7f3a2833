"""Connects a terminal to the Parley that already runs with its home.

The owner of the home publishes its address; see `channels/web/client/address_file.py`. A program
that has just started publishes it a moment after its window appears.
"""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from assistant.channels.web.client.running_program import RunningProgram, reach_program
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError, UnreachableError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.question import Channel, QuestionSet, Response

if TYPE_CHECKING:
    from assistant.assembly.attached.conversation import BuildSurface

START_S: Final = 30.0
"""How long a program that starts may take until it can be reached."""
_LOOK_S: Final = 0.2
"""How often is looked whether it can."""

_JOINED: Final = frozenset({Channel.DESKTOP.value, Channel.API.value})
"""Who lets terminals in: the window, and `parley serve`."""
_AGAIN_S: Final = 1.0
"""How long a program whose connection was lost may take to be there again."""


async def attached_chat(
    plan: LaunchOptions, busy: HomeBusyError, *, surface: "BuildSurface"
) -> None:
    """Converse in the terminal with the program that owns a home, until either ends.

    Args:
        plan: What would have been started.
        busy: Why it was not.
        surface: Builds the terminal.

    Raises:
        HomeBusyError: If the program cannot be reached, with what to do.
    """
    from assistant.assembly.attached.conversation import AttachedConversation

    def tell(text: str) -> None:
        sys.stderr.write(text + "\n")

    async with connect_to_running(plan, busy, tell=tell) as program:
        talk = AttachedConversation(
            program=program,
            again=lambda: _once_there(plan.home, _AGAIN_S),
            surface=surface,
            clock=plan.clock,
        )
        await talk.hold()


@asynccontextmanager
async def connect_to_running(
    plan: LaunchOptions, busy: HomeBusyError, *, tell: Callable[[str], None]
) -> AsyncGenerator[RunningProgram]:
    """Reach the program that owns a home.

    Args:
        plan: What would have been started; says which home, and whether programs there can be
            reached.
        busy: Why it was not.
        tell: Told that it has to be waited for, if it has.

    Raises:
        HomeBusyError: If it cannot be reached, with what to do.
    """
    async with reach_program(plan.home.api_file) as program:
        if program is not None:
            yield program
            return
    if busy.holder not in _JOINED:
        raise busy
    if not plan.settings.api.enabled:
        raise HomeBusyError(
            busy.message,
            hint=_(
                "This terminal could join it, but its API is off: set api.enabled to true in the"
                " settings, or use that window."
            ),
        )
    tell(_("Parley is starting; this terminal joins it in a moment."))
    async with _once_there(plan.home, START_S) as program:
        if program is None:
            raise HomeBusyError(
                busy.message,
                hint=_(
                    "It does not let this terminal in. If it has just been started, try again in"
                    " a moment; else close it, or use that window."
                ),
            )
        yield program


async def ask_running(questions: QuestionSet, home: Home) -> Response:
    """Put a question in the program that runs with a home, on all surfaces it has.

    Raises:
        UnreachableError: If none can be reached, or it goes before there is a response.
        QuestionError: If it does not ask such questions.
    """
    async with reach_program(home.api_file) as program:
        if program is None:
            raise UnreachableError(
                _("No Parley that runs with the home {folder} can be reached.").format(
                    folder=str(home.root)
                ),
                hint=_("Start it with parley, or ask without --running."),
            )
        return await program.ask(questions)


@asynccontextmanager
async def _once_there(home: Home, limit_s: float) -> AsyncGenerator[RunningProgram | None]:
    """Reach the program as soon as it can be; None if that takes too long."""
    deadline = asyncio.get_running_loop().time() + limit_s
    while True:
        async with reach_program(home.api_file) as program:
            if program is not None or asyncio.get_running_loop().time() >= deadline:
                yield program
                return
        await asyncio.sleep(_LOOK_S)
