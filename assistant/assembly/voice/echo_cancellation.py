"""Decides whether to cancel echo, and reports when cancellation fails."""

import asyncio
from collections.abc import Callable
from typing import Literal

from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.voice.devices.protocols import OutputDevice
from assistant.voice.events import Samples
from assistant.voice.listening.echo_canceller import EchoCanceller

UNAVAILABLE = "echo_unavailable"
"""Code of the notice that the canceller failed."""


def echo_canceller(
    *, setting: Literal["cancel", "headset"], emit: Callable[[EngineEvent], None]
) -> EchoCanceller | None:
    """Build the canceller; call it on the engine's loop.

    Args:
        setting: `voice.echo`; with `headset` there is nothing to cancel.
        emit: Tells the user, on that loop, when it fails.
    """
    if setting == "headset":
        return None
    loop = asyncio.get_running_loop()

    def tell(reason: str) -> None:
        notice = Notice(
            code=UNAVAILABLE,
            text=_("Parley may hear its own voice: {reason}").format(reason=reason),
            hint=_("Use headphones, or switch off interrupting by voice in the settings."),
        )
        loop.call_soon_threadsafe(emit, notice)

    return EchoCanceller(on_fault=tell)


def tap(echo: EchoCanceller, output: OutputDevice) -> Callable[[Samples, float], None]:
    """Feeds each block that `output` plays, at its present rate."""
    return lambda samples, at: echo.played(samples, at, output.sample_rate_hz)
