"""`set_timer`: a timer, an alarm or a reminder that rings by itself."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, Field
from typing_extensions import override

from assistant.locale import mark
from assistant.timer import MAX_LABEL, TimerKind
from assistant.tools.timers.keeper import TimerKeeper
from assistant.tools.timers.model.input_reader import TimerInput, UnreadableTimerError, read
from assistant.tools.timers.model.wording import timer_line
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)

NAME: Final = "set_timer"
_MAX_TEXT: Final = 64


def _text(value: object) -> object:
    return "" if value is None else value


def _names(value: object) -> object:
    """Accept `null` and a single name for a list, as models write them."""
    if value is None or value == "":
        return []
    return [value] if isinstance(value, str) else value


class SetTimerInput(BaseModel):
    """Input of `set_timer`."""

    kind: Literal["timer", "alarm", "reminder"] | None = None
    label: Annotated[str, BeforeValidator(_text), Field(max_length=4 * MAX_LABEL)] = ""
    duration: Annotated[
        float | Annotated[str, Field(max_length=_MAX_TEXT)] | None,
        Field(description="Seconds, or text such as 5m or 1h30m"),
    ] = None
    at: Annotated[str, BeforeValidator(_text), Field(max_length=_MAX_TEXT, description="HH:MM")] = (
        ""
    )
    date: Annotated[str, BeforeValidator(_text), Field(max_length=_MAX_TEXT)] = ""
    days: Annotated[
        list[Annotated[str, Field(max_length=_MAX_TEXT)]],
        BeforeValidator(_names),
        Field(max_length=14),
    ] = []


class SetTimer(ModelTool[SetTimerInput]):
    """Sets timers."""

    name = NAME
    purpose = mark("Sets timers, alarms and reminders")
    input_model = SetTimerInput
    permission = Permission.SAFE
    aliases = ("set_alarm", "set_reminder")

    def __init__(self, *, description: str, keeper: TimerKeeper) -> None:
        super().__init__(description)
        self._keeper = keeper

    @override
    async def run(self, arguments: SetTimerInput, context: ToolContext) -> ToolResult:
        now = self._keeper.now()
        said = TimerInput(
            kind=None if arguments.kind is None else TimerKind(arguments.kind),
            label=arguments.label,
            duration=arguments.duration,
            at=arguments.at,
            date=arguments.date,
            days=arguments.days,
        )
        try:
            wanted = read(said, now=now, zone=self._keeper.zone)
        except UnreadableTimerError as error:
            raise InvalidInputError((str(error),)) from error
        timer = await self._keeper.add(wanted)
        return ToolResult(
            content=f"Set. {timer_line(timer, now)}",
            data={"timer_id": timer.timer_id, "rings_at": timer.local_rings_at.isoformat()},
        )
