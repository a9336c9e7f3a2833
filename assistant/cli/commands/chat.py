"""`parley chat`: converse in the terminal."""

import asyncio
import contextlib
import io
import os
import sys
from functools import partial
from typing import Annotated

import typer

from assistant.channels.terminal.chat.surface import (
    ChatSurface,
    PlainSurface,
    StyledSurface,
    TerminalConversation,
)
from assistant.channels.terminal.console.capabilities import can_draw
from assistant.cli.options import HomeOption, ModelsOption
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.question import Channel
from assistant.settings import load


def command(
    home: HomeOption = None,
    models: ModelsOption = None,
    resume: Annotated[
        bool, typer.Option("--continue", help="Go on with the latest conversation.")
    ] = False,
) -> None:
    """Converse in the terminal. Ctrl-C stops a reply, Ctrl-D leaves, /help lists commands.

    Lines that come through a pipe are messages, one after the other; the output is plain then.
    """
    place = Home.locate(root=home, models=models)
    loaded = load(place)
    plan = LaunchOptions(
        home=place,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.TERMINAL,
    )
    for stream in (sys.stdin, sys.stdout):
        # A letter that the encoding lacks becomes a question mark, not the end of the program.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with contextlib.suppress(asyncio.CancelledError):  # ended by a signal
        try:
            place.claim(Channel.TERMINAL.value).release()  # else the engine need not be imported
            _hold_own(plan, resume=resume)
        except HomeBusyError as busy:
            from assistant.cli.attached_chat import attached_chat  # only here a socket is needed

            asyncio.run(attached_chat(plan, busy, surface=partial(_surface, plan)))


def _hold_own(plan: LaunchOptions, *, resume: bool) -> None:
    from assistant.cli.own_chat import own_chat  # the whole engine; a terminal that joins has none

    asyncio.run(own_chat(plan, resume=resume, surface=partial(_surface, plan)))


def _surface(plan: LaunchOptions, chat: TerminalConversation) -> ChatSurface:
    if not can_draw(sys.stdin, sys.stdout, os.environ):
        return PlainSurface(stdin=sys.stdin, write=_write)
    return StyledSurface(
        stdin=sys.stdin,
        stdout=sys.stdout,
        complete=chat.complete,
        warning=_("Press Ctrl-C again, or Ctrl-D, to leave."),
        arm_delay_s=plan.settings.questions.arm_delay_ms / 1000,
        numbers=plan.settings.questions.terminal_numbers,
        is_busy=chat.is_busy,
        stop=chat.stop,
    )


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
