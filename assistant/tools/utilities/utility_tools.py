"""The tools that need nothing but the clock."""

import asyncio
from datetime import datetime, tzinfo
from typing import Annotated

from pydantic import BaseModel, Field

from assistant.clock import Clock
from assistant.locale import mark
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool
from assistant.tools.utilities.model.arithmetic import (
    MAX_EXPRESSION,
    evaluate,
    is_rounded,
    written,
)
from assistant.tools.utilities.model.math_functions import ArithmeticProblem
from assistant.tools.utilities.time_zones import UnknownPlaceError, find_zone


class CurrentTimeInput(BaseModel):
    """Input of `current_time`."""

    place: Annotated[
        str, Field(max_length=100, description="City, country, IANA time zone or UTC offset")
    ] = ""


class CalculatorInput(BaseModel):
    """Input of `calculator`."""

    expression: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_EXPRESSION,
            description="Arithmetic expression, such as (1299 - 15%*1299) / 12",
        ),
    ]


class UtilityTools(Toolset):
    """Tells the time and calculates.

    Args:
        clock: What time it is.
        local_zone: The user's zone; the machine's if None.
    """

    def __init__(self, clock: Clock, *, local_zone: tzinfo | None = None) -> None:
        self._clock = clock
        self._local_zone = local_zone

    @tool(Permission.SAFE, mark("Tells the date and time, here or anywhere"))
    async def current_time(self, wanted: CurrentTimeInput, context: ToolContext) -> ToolResult:
        """Raises InvalidInputError if the place has no zone that is known, or several."""
        place = wanted.place.strip()
        now = self._clock.now()
        zone = await asyncio.to_thread(_zone, place, now) if place else self._local_zone
        now = now.astimezone(zone)
        return ToolResult(
            content=describe(now),
            data={"time": now.isoformat(timespec="seconds")},
        )

    @tool(Permission.SAFE, mark("Calculates"))
    async def calculator(self, wanted: CalculatorInput, context: ToolContext) -> ToolResult:
        """Raises InvalidInputError if the expression has no value that can be worked out."""
        try:
            value = evaluate(wanted.expression)
        except ArithmeticProblem as error:
            raise InvalidInputError((f"expression: {error}",)) from error
        sign = "≈" if is_rounded(value) else "="
        result = written(value)
        return ToolResult(
            content=f"{wanted.expression.strip()} {sign} {result}",
            data={"value": result, "is_rounded": is_rounded(value)},
        )


def _zone(place: str, at: datetime) -> tzinfo:
    try:
        return find_zone(place, at)
    except UnknownPlaceError as error:
        names = ", ".join(error.suggestions)
        if error.is_ambiguous:
            problem = f"place: {place!r} has several time zones; name a city in it"
        elif names:
            problem = f"place: no time zone is known for {place!r}; perhaps {names}"
        else:
            problem = (
                f"place: no time zone is known for {place!r}; name a large city in the same zone"
            )
        raise InvalidInputError((problem,)) from error


def describe(moment: datetime) -> str:
    """For the model: weekday, date, time, zone and offset, in English.

    Args:
        moment: Aware, in the zone to tell it in.
    """
    key = getattr(moment.tzinfo, "key", None)
    from babel.dates import format_date  # late: it looks for the time zone of the machine

    offset = f"{moment:%z}"
    zone = f"UTC{offset[:3]}:{offset[3:5]}"
    return (
        f"{format_date(moment, 'EEEE, d MMMM yyyy', locale='en')}, {moment:%H:%M:%S}"
        f" ({f'{key}, ' if key else ''}{zone})"
    )
