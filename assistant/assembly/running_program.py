"""Reaches the Parley that already runs with a home.

The owner of the home publishes its address; see `channels/web/client/address_file.py`. A program
that has just started publishes it a moment after its window appears.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError, UnreachableError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.question import Channel, QuestionSet, Response

START_S: Final = 30.0
"""How long a program that starts may take until it can be reached."""
_LOOK_S: Final = 0.2
"""How often is looked whether it can."""
_JOINED: Final = frozenset({Channel.DESKTOP.value, Channel.API.value})
"""Who lets terminals in: the window, and `parley serve`."""

Reached = TypeVar("Reached")


async def wait_for_running(
    plan: LaunchOptions,
    busy: HomeBusyError,
    *,
    reach: Callable[[], Awaitable[Reached | None]],
    tell: Callable[[str], None],
) -> Reached:
    """Reach the program that owns a home.

    Args:
        plan: What would have been started; says whether programs there can be reached.
        busy: Why it was not.
        reach: Connects to the program; None if it cannot be reached now.
        tell: Told that it has to be waited for, if it has.

    Raises:
        HomeBusyError: If it cannot be reached, with what to do.
    """
    if (reached := await reach()) is not None:
        return reached
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
    if (reached := await once_there(reach, START_S)) is None:
        raise HomeBusyError(
            busy.message,
            hint=_(
                "It does not let this terminal in. If it has just been started, try again in"
                " a moment; else close it, or use that window."
            ),
        )
    return reached


async def once_there(
    reach: Callable[[], Awaitable[Reached | None]], limit_s: float
) -> Reached | None:
    """Reach the program as soon as it can be; None if that takes too long."""
    deadline = asyncio.get_running_loop().time() + limit_s
    while True:
        reached = await reach()
        if reached is not None or asyncio.get_running_loop().time() >= deadline:
            return reached
        await asyncio.sleep(_LOOK_S)


async def ask_running(questions: QuestionSet, home: Home) -> Response:
    """Put a question in the program that runs with a home, on all surfaces it has.

    Raises:
        UnreachableError: If none can be reached, or it goes before there is a response.
        QuestionError: If it does not ask such questions.
    """
    from assistant.channels.web.client.running_program import (
        reach_program,  # a terminal that joins does not speak HTTP
    )

    async with reach_program(home.api_file) as program:
        if program is None:
            raise UnreachableError(
                _("No Parley that runs with the home {folder} can be reached.").format(
                    folder=str(home.root)
                ),
                hint=_("Start it with parley, or ask without --running."),
            )
        return await program.ask(questions)
