"""Timers in the window: the banner of what rings, the clock in the header. GUI thread."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.channels.desktop.timers.header_chip import TimerChip
from assistant.channels.desktop.timers.ring_banner import RingBanner
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import Say
from assistant.protocol.timers import (
    RingingStopped,
    Snooze,
    StopRinging,
    TimerRang,
    TimersListed,
)

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent


class TimersPresenter:
    """Shows what rings and takes what the user does about it.

    Args:
        engine: Takes commands.
        banner: Shows what rings and what was missed.
        chip: Counts down to what rings next.
        ask_for_attention: Has the system point to the window, without giving it the focus.
    """

    def __init__(
        self,
        *,
        engine: EngineClient,
        banner: RingBanner,
        chip: TimerChip,
        ask_for_attention: Callable[[], None],
    ) -> None:
        self._engine = engine
        self._banner = banner
        self._chip = chip
        self._ask_for_attention = ask_for_attention
        banner.stop.connect(self._stop)
        banner.snooze.connect(self._snooze)

    def handle(self, event: "EngineEvent") -> None:
        """Take an event of the engine."""
        banner = self._banner
        match event:
            case TimersListed(timers=timers):
                banner.show_entries([one for one in timers if one.is_ringing or one.is_missed])
                self._chip.show_entries(timers)
            case TimerRang(timer=timer):
                others = [one for one in banner.entries if one.timer_id != timer.timer_id]
                banner.show_entries([*others, timer])
                banner.call_out(timer)
                self._ask_for_attention()
            case RingingStopped(timer_id=timer_id):
                banner.show_entries([one for one in banner.entries if one.timer_id != timer_id])
            case _:
                pass

    def stop_all(self) -> None:
        """Stop what rings, if something does: the user wants everything to stop."""
        if self._banner.is_ringing:
            self._engine.submit(StopRinging())

    def take(self, text: str) -> bool:
        """Hand typed words over that are meant for what rings; whether they are.

        They are no message: nothing of them is shown in the conversation.
        """
        if not self._banner.is_ringing:
            return False
        # Late: its patterns take some milliseconds to compile.
        from assistant.conversation.intents.alarm_command import parse_alarm_command

        is_meant = parse_alarm_command(text) is not None
        if is_meant:
            self._engine.submit(Say(text=text))
        return is_meant

    def _stop(self, timer_id: str) -> None:
        self._engine.submit(StopRinging(timer_id=timer_id))

    def _snooze(self, timer_id: str) -> None:
        self._engine.submit(Snooze(timer_id=timer_id))
