"""The tools that set, list and cancel timers, alarms and reminders."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, Field
from rapidfuzz import fuzz

from assistant.locale import mark
from assistant.questions.model.sanitizer import label_key
from assistant.timer import MAX_LABEL, Timer, TimerKind
from assistant.tools.timers.keeper import TimerKeeper
from assistant.tools.timers.model.input_reader import TimerInput, UnreadableTimerError, read
from assistant.tools.timers.model.wording import say_name, timer_line
from assistant.tools.tool import (
    InvalidInputError,
    Permission,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from assistant.tools.toolset import Toolset, tool

_MAX_TEXT: Final = 64

_ALL_OF: Final = "all "
"""Before a kind: every one of it."""
_DATED: Final = re.compile(
    r"(?P<kind>timer|alarm|reminder) (?P<date>\d{4}-\d\d-\d\d)(?: (?P<time>\d\d:\d\d))?"
)
"""`alarm 2026-03-06 07:00`."""
_HALF_DAY: Final = 12
_SAME_AT: Final = 85.0
"""Least similarity, 0 to 100, of a label that is meant, if none is the same."""


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


class NoInput(BaseModel):
    """Input of a tool that takes none."""


class CancelTimerInput(BaseModel):
    """Input of `cancel_timer`."""

    which: Annotated[str, Field(min_length=1, max_length=200)]


class TimerTools(Toolset):
    """Sets what rings, tells what is set, and cancels it."""

    def __init__(self, keeper: TimerKeeper) -> None:
        self._keeper = keeper

    @tool(
        Permission.SAFE,
        mark("Sets timers, alarms and reminders"),
        aliases=("set_alarm", "set_reminder"),
    )
    async def set_timer(self, wanted: SetTimerInput, context: ToolContext) -> ToolResult:
        now = self._keeper.now()
        said = TimerInput(
            kind=None if wanted.kind is None else TimerKind(wanted.kind),
            label=wanted.label,
            duration=wanted.duration,
            at=wanted.at,
            date=wanted.date,
            days=wanted.days,
        )
        try:
            timer = read(said, now=now, zone=self._keeper.zone)
        except UnreadableTimerError as error:
            raise InvalidInputError((str(error),)) from error
        timer = await self._keeper.add(timer)
        return ToolResult(
            content=f"Set. {timer_line(timer, now)}",
            data={"timer_id": timer.timer_id, "rings_at": timer.local_rings_at.isoformat()},
        )

    @tool(Permission.SAFE, mark("Tells what timers, alarms and reminders are set"))
    async def list_timers(self, wanted: NoInput, context: ToolContext) -> ToolResult:
        now, timers = self._keeper.now(), self._keeper.timers
        return ToolResult(
            content="\n".join(timer_line(timer, now) for timer in timers) or "None is set.",
            data={"count": len(timers), "timers": [timer_data(timer) for timer in timers]},
        )

    @tool(Permission.SAFE, mark("Cancels timers, alarms and reminders"))
    async def cancel_timer(self, wanted: CancelTimerInput, context: ToolContext) -> ToolResult:
        """Cancel, or stop.

        Raises:
            InvalidInputError: If none is called so, or several are.
            StoreError: If it could not be stored; they stay.
        """
        key = label_key(wanted.which)
        if key == "ringing":
            done: Sequence[Timer] = await self._keeper.stop()
            what = "Stopped"
        else:
            found = chosen(self._keeper.timers, key)
            if len(found) > 1 and key != "all" and not key.startswith(_ALL_OF):
                now = self._keeper.now()
                listed = "; ".join(timer_line(timer, now) for timer in found)
                raise InvalidInputError((f"which: several fit, give an id: {listed}",))
            done = await self._keeper.cancel([timer.timer_id for timer in found])
            what = "Cancelled"
        if not done:
            there = ", ".join(timer.timer_id for timer in self._keeper.timers) or "none at all"
            return ToolResult(
                content=f"Nothing fits {wanted.which!r}. There are: {there}.",
                outcome=ToolOutcome.ERROR,
                data={"timers": []},
            )
        names = ", ".join(say_name(timer.kind, timer.label) for timer in done)
        return ToolResult(
            content=f"{what}: {names}.",
            data={
                "timer_ids": [timer.timer_id for timer in done],
                "timers": [timer_data(timer) for timer in done],
            },
        )


def timer_data(timer: Timer) -> dict[str, Any]:
    """For history and programs."""
    return {
        "timer_id": timer.timer_id,
        "kind": timer.kind.value,
        "label": timer.label,
        "rings_at": timer.local_rings_at.isoformat(),
        "is_ringing": timer.is_ringing,
    }


def chosen(timers: Sequence[Timer], key: str) -> list[Timer]:
    """Timers that words mean: by id, else by label, kind or time of day, or kind and date.

    Args:
        timers: Those there are.
        key: The words, as `label_key` gives them.
    """
    if key == "all":
        return list(timers)
    if key.startswith(_ALL_OF):
        kind = key.removeprefix(_ALL_OF).removesuffix("s")
        return [timer for timer in timers if timer.kind.value == kind]
    if (dated := _DATED.fullmatch(key)) is not None:
        of_day = [
            timer
            for timer in timers
            if timer.kind.value == dated["kind"]
            and timer.local_rings_at.date().isoformat() == dated["date"]
        ]
        return _at(of_day, dated["time"]) if dated["time"] else of_day
    bare = key.removeprefix("the ")
    by_id = [timer for timer in timers if timer.timer_id == key]
    by_label = [timer for timer in timers if timer.label and label_key(timer.label) in {key, bare}]
    by_kind = [timer for timer in timers if bare in {timer.kind.value, timer.kind.value + "s"}]
    similar = [
        timer
        for timer in timers
        if timer.label and fuzz.token_set_ratio(label_key(timer.label), bare) >= _SAME_AT
    ]
    return by_id or by_label or by_kind or _at(timers, key) or similar


def _at(timers: Sequence[Timer], key: str) -> list[Timer]:
    """Timers for a time of day; 12-hour times may mean the afternoon."""
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", key)
    if found is None:
        return []
    said = int(found[1]), int(found[2])
    later = said[0] + _HALF_DAY, said[1]
    due = [(timer, (timer.local_rings_at.hour, timer.local_rings_at.minute)) for timer in timers]
    exact = [timer for timer, at in due if at == said]
    return exact or [timer for timer, at in due if at == later]
