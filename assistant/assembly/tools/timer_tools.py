"""Builds the timer tools and finds the machine's time zone."""

from datetime import datetime
from typing import Any

from assistant.prompting.files import PromptFiles
from assistant.tools.descriptions import read_description
from assistant.tools.timers.keeper import TimerKeeper
from assistant.tools.timers.list_and_cancel import CancelTimerTool, ListTimersTool
from assistant.tools.timers.set_timer import SetTimer
from assistant.tools.tool import Tool


def timer_tools(keeper: TimerKeeper, files: PromptFiles) -> tuple[Tool[Any], ...]:
    """Tools to set, list and cancel timers.

    Raises:
        ConfigError: If a description cannot be used.
    """
    return (
        SetTimer(description=read_description("set-timer", files), keeper=keeper),
        ListTimersTool(description=read_description("list-timers", files), keeper=keeper),
        CancelTimerTool(description=read_description("cancel-timer", files), keeper=keeper),
    )


def local_zone() -> str:
    """The machine's present time zone, or its offset if it has no name."""
    zone = _babel_zone()
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)
    if isinstance(name, str) and name:
        return name
    offset = datetime.now().astimezone().strftime("%z")
    return f"UTC{offset[:3]}:{offset[3:5]}"


def _babel_zone() -> object:
    from babel.localtime import get_localzone  # late: it is not needed before a timer is set

    return get_localzone()
