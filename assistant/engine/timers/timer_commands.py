"""Handles what the user does with timers by command, voice or typed words.

Engine loop.
"""

import logging
from collections.abc import Callable, Sequence
from typing import assert_never

from assistant.background_tasks import Spawn
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.timers.timer_service import TimerService
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.timers import (
    AddTimer,
    CancelTimer,
    ListTimers,
    RestoreTimers,
    Snooze,
    StopRinging,
)
from assistant.timer import MAX_TIMERS, Timer
from assistant.tools.timers.keeper import TooManyTimersError
from assistant.tools.timers.model.input_reader import TimerInput, UnreadableTimerError, read
from assistant.tools.timers.model.schedule import SNOOZE_S

_log = logging.getLogger(__name__)


class TimerCommands:
    """Takes the commands about timers; implements the voice's `AlarmControl`."""

    def __init__(
        self, *, timers: TimerService, emit: Callable[[EngineEvent], None], spawn: Spawn
    ) -> None:
        self._timers = timers
        self._emit = emit
        self._spawn = spawn

    # Words.

    @property
    def ringing(self) -> Sequence[Timer]:
        return self._timers.ringing

    def stop_soon(self) -> None:
        """Stop all that rings; returns at once."""
        self._spawn(self._carry_out(StopRinging()), "stop ringing")

    def snooze_soon(self, seconds: float | None) -> None:
        """Snooze all that rings; returns at once."""
        self._spawn(self._timers.snooze(None, seconds or SNOOZE_S), "snooze")

    async def try_handle(self, text: str) -> bool:
        """Apply typed words to what rings; returns whether they were meant for it."""
        if not self.ringing:
            return False
        # Late: its patterns take some milliseconds to compile.
        from assistant.conversation.intents.alarm_command import (
            SnoozeAlarm,
            StopAlarm,
            parse_alarm_command,
        )

        reply = parse_alarm_command(text)
        match reply:
            case StopAlarm():
                await self._timers.stop()
            case SnoozeAlarm(seconds=seconds):
                await self._timers.snooze(None, seconds or SNOOZE_S)
            case None:
                return False
            case _:
                assert_never(reply)
        return True

    # Commands.

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListTimers, self._list)
        commands.register(AddTimer, self._carry_out)
        commands.register(RestoreTimers, self._carry_out)
        commands.register(CancelTimer, self._carry_out)
        commands.register(StopRinging, self._carry_out)
        commands.register(Snooze, self._carry_out)

    async def _list(self, command: ListTimers) -> None:
        self._timers.tell()

    async def _carry_out(
        self, command: AddTimer | RestoreTimers | CancelTimer | StopRinging | Snooze
    ) -> None:
        """Turn errors into notices."""
        try:
            match command:
                case AddTimer():
                    await self._add_by_hand(command)
                case RestoreTimers(timer_ids=timer_ids):
                    await self._timers.restore(timer_ids)
                    self._emit(Notice(code="timer_cancelled", text="", resolved=True))
                case CancelTimer(timer_id=timer_id):
                    await self._timers.cancel([timer_id])
                case StopRinging(timer_id=timer_id):
                    await self._timers.stop(timer_id)
                case Snooze(timer_id=timer_id, seconds=seconds):
                    await self._timers.snooze(timer_id, seconds)
        except TooManyTimersError:
            self._fail(_("{count} timers are set, which is the most.").format(count=MAX_TIMERS))
        except AssistantError as error:
            self._fail(error.message)

    async def _add_by_hand(self, command: AddTimer) -> None:
        said = TimerInput(
            kind=command.kind,
            label=command.label,
            duration=command.length_s,
            at=command.at,
            days=command.days,
        )
        try:
            wanted = read(said, now=self._timers.now(), zone=self._timers.zone)
        except UnreadableTimerError as error:
            _log.info("A timer could not be set by hand: %s", error)
            self._fail(_("It is not clear when that should ring, or it has passed."))
            return
        await self._timers.add(wanted)
        self._emit(Notice(code="timer_not_set", text="", resolved=True))

    def _fail(self, reason: str) -> None:
        self._emit(
            Notice(
                code="timer_not_set",
                text=_("The timer could not be changed: {reason}").format(reason=reason),
            )
        )
