"""`parley`: the desktop app."""

from typing import Annotated

import typer

from assistant.cli.display import has_display
from assistant.cli.options import HomeOption, ModelsOption
from assistant.clock import SystemClock
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.question import Channel
from assistant.settings import load


def command(
    home: HomeOption = None,
    models: ModelsOption = None,
    rehearse: Annotated[
        bool,
        typer.Option(
            "--rehearse",
            hidden=True,
            help="Type a message into the window, in a silent room, and say when what is ready:"
            " what `parley bench startup` runs.",
        ),
    ] = False,
) -> None:
    """Open the window."""
    if not has_display():
        raise DeviceError(
            _("There is no display to open a window on."),
            hint=_("In a terminal, run: parley chat"),
        )
    # The window is on the screen before the rest is imported: from here on order matters.
    from assistant import gc_policy

    gc_policy.rest()
    rehearsal = None
    if rehearse:
        from assistant.bench.speed.startup_marks import BEGUN, StartupMarks

        rehearsal = StartupMarks()
        rehearsal.tell(BEGUN)
    place = Home.locate(root=home, models=models)
    loaded = load(place)
    from assistant.channels.desktop.app.import_hook import restore_builtin_import

    restore_builtin_import()
    from assistant.assembly.desktop import run_desktop
    from assistant.engine.launch_options import LaunchOptions

    plan = LaunchOptions(
        home=place,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.DESKTOP,
    )
    if rehearsal is None:
        raise SystemExit(run_desktop(plan, loaded=gc_policy.settle))
    raise SystemExit(
        run_desktop(plan, devices=rehearsal.devices, watch=rehearsal.watch, loaded=gc_policy.settle)
    )
