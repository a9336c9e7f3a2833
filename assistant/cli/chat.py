"""`parley chat`: converse in the terminal, plainly."""

import asyncio
import contextlib
import io
import signal
import sys
from typing import Annotated

import typer

from assistant.assembly.building import open_core
from assistant.assembly.core import Core
from assistant.assembly.plan import Plan
from assistant.channels.terminal.chat import Lines, Printer
from assistant.channels.terminal.plain import PlainPresenter
from assistant.cli.options import HomeOption, ModelsOption
from assistant.clock import SystemClock
from assistant.conversation.commands import Say
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model import Channel
from assistant.settings import load


def command(
    home: HomeOption = None,
    models: ModelsOption = None,
    resume: Annotated[
        bool, typer.Option("--continue", help="Go on with the latest conversation.")
    ] = False,
) -> None:
    """Converse in the terminal. An empty line or Ctrl-D ends it, Ctrl-C stops a reply."""
    place = Home.locate(root=home, models=models)
    loaded = load(place)
    plan = Plan(
        home=place,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.TERMINAL,
    )
    with contextlib.suppress(asyncio.CancelledError):  # ended by Ctrl-C
        asyncio.run(_chat(plan, resume=resume))


async def _chat(plan: Plan, *, resume: bool) -> None:
    for stream in (sys.stdin, sys.stdout):
        # A letter that the encoding lacks becomes a question mark, not the end of the program.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    is_terminal = sys.stdin.isatty()
    printer = Printer(write=_write)
    lines = Lines(stream=sys.stdin, write=_write, is_prompting=is_terminal)
    async with open_core(plan, emit=printer) as core:
        # What was cut off goes on in any case: no other way leads back to it from a terminal.
        if not (
            resume or core.conversations.current.is_empty or await core.answers.is_unfinished()
        ):
            await core.conversations.open(None)
        core.desk.register(
            PlainPresenter(
                write=lambda line: _write(line + "\n"), read_line=lines.read, clock=plan.clock
            )
        )
        core.announce()
        core.servers.begin()
        _stop_on_interrupt(core, printer)
        await core.taken_up()
        while await _is_over(printer, lines):
            try:
                text = (await lines.read("\n> ")).strip()
            except EOFError:
                break
            if not text:
                if is_terminal:
                    break
                continue
            command = printer.offered(text) or Say(text=text)
            await core.handlers()[type(command)](command)


async def _is_over(printer: Printer, lines: Lines) -> bool:
    """Wait for the end of the turn; False if it asks what nobody is there to answer.

    Only a question reads during a turn. Where it meets the end of the input it stays open, and is
    put again at the next start.
    """
    idle = asyncio.ensure_future(printer.idle.wait())
    ended = asyncio.ensure_future(_end_unseen(printer, lines))
    try:
        await asyncio.wait({idle, ended}, return_when=asyncio.FIRST_COMPLETED)
        return printer.idle.is_set()
    finally:
        idle.cancel()
        ended.cancel()


async def _end_unseen(printer: Printer, lines: Lines) -> None:
    """Wait until the input is over and a question is open that it would have answered."""
    await lines.ended.wait()
    await printer.unseen.wait()


def _stop_on_interrupt(core: Core, printer: Printer) -> None:
    """Let Ctrl-C stop a reply; a second one, or one with nothing to stop, ends the program."""
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    stopping: set[str | None] = set()

    def interrupted() -> None:
        turn = core.conversations.current.turn_id
        if (printer.idle.is_set() or turn in stopping) and main is not None:
            _write("\n" + _("Goodbye.") + "\n")
            main.cancel()
        else:
            stopping.add(turn)
            core.hold(core.conversations.stop_turn(), "stop")

    with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
        loop.add_signal_handler(signal.SIGINT, interrupted)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
