"""`parley`: the desktop app."""

from typing import TYPE_CHECKING, Annotated, Final, Protocol, cast

import typer

from assistant.channels.desktop.single_instance.window_socket import (
    ask_running,
    is_running,
    wait_for_running,
)
from assistant.cli.display import has_display
from assistant.cli.options import HomeOption, ModelsOption
from assistant.clock import Clock, SystemClock
from assistant.errors import DeviceError, HomeBusyError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.question import Channel
from assistant.settings import load

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceDevices
    from assistant.channels.desktop.app.application import DesktopApp
    from assistant.settings import Settings

BUSY_S: Final = 30.0
"""How long a program that starts or ends with the same home may take."""


class LaunchRehearsal(Protocol):
    """What `main` is given as `begun` by a program that follows this start, and acts in it."""

    def begin(self) -> None:
        """Take note that the command line is understood, and nothing else imported yet."""
        ...

    def devices(self, settings: "Settings", clock: Clock) -> "VoiceDevices":
        """Return microphone and speaker in place of the machine's."""
        ...

    def watch(self, app: "DesktopApp") -> None:
        """Be given the app before its window is shown."""
        ...


def command(
    context: typer.Context,
    home: HomeOption = None,
    models: ModelsOption = None,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Start in the panel, without the window.")
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
    rehearsal = cast("LaunchRehearsal | None", context.obj)
    if rehearsal is not None:
        rehearsal.begin()
    place = Home.locate(root=home, models=models)
    if hidden and is_running(place):
        return
    if not hidden and ask_running(place):
        _tell_shown()
        return
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
    if rehearsal is not None:
        raise SystemExit(
            run_desktop(
                plan, devices=rehearsal.devices, watch=rehearsal.watch, loaded=gc_policy.settle
            )
        )
    try:
        status = run_desktop(plan, loaded=gc_policy.settle, is_hidden=hidden, guides=True)
    except HomeBusyError as busy:
        if not hidden or busy.holder != Channel.DESKTOP.value:
            _yield_to(place, busy)
        return
    raise SystemExit(status)


def _yield_to(place: Home, busy: HomeBusyError) -> None:
    """Have the window shown that was started a moment before; start again if it was just closed.

    Raises:
        HomeBusyError: If it is no window, or it does not come.
    """
    if busy.holder != Channel.DESKTOP.value:
        raise busy
    if wait_for_running(place, is_free=place.is_free, limit_s=BUSY_S):
        _tell_shown()
        return
    if not place.is_free():
        raise busy
    from assistant.processes.restart import restart_program

    restart_program()


def _tell_shown() -> None:
    typer.echo(_("Parley is open already; its window comes to the front."))
