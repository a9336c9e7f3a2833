"""What types on this desktop."""

import sys
from collections.abc import Callable, Mapping

from assistant.locale import _
from assistant.text_typing.program_typers import program_typer
from assistant.text_typing.text_typer import TextTyper, Trouble
from assistant.text_typing.x11_typer import X11Typer


def is_wayland(environment: Mapping[str, str]) -> bool:
    """Whether programs see the desktop through Wayland."""
    kind = environment.get("XDG_SESSION_TYPE")
    return bool(environment.get("WAYLAND_DISPLAY")) or kind == "wayland"


def open_typer(
    environment: Mapping[str, str],
    *,
    system: str = sys.platform,
    x11: Callable[[], TextTyper] = X11Typer,
    program: Callable[[Mapping[str, str]], TextTyper | None] = program_typer,
) -> TextTyper | Trouble:
    """Return what types, or why nothing can. Close it in the end."""
    if system != "linux":
        return Trouble(
            _("Parley cannot type into other programs here."), _("So far it does so on Linux only.")
        )
    if is_wayland(environment):
        return program(environment) or Trouble(
            _("Parley cannot type into other programs here."),
            _("Under Wayland it needs the program wtype, or ydotool."),
        )
    try:
        return x11()
    except OSError as error:
        return Trouble(
            _("Parley cannot type into other programs here."),
            _("The X server does not let it: {reason}").format(reason=error),
        )
