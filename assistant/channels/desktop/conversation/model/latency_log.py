"""The latency of the last spoken turns, as the events of the engine tell it. Pure."""

from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency, turn_latency
from assistant.clock import Clock
from assistant.protocol.turns import ToolStarted, TurnFinished, TurnTimed

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent

KEPT_TURNS: Final = 20
"""Turns that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTurn:
    """A spoken turn whose reply was heard."""

    turn_id: str
    at: datetime
    latency: TurnLatency
    model: str = ""
    """Who made the reply, as in `TurnFinished`; empty until it is complete."""
    used_tools: bool = False
    """Whether a tool was called before the first sound."""


class LatencyLog:
    """Keeps the last turns that were spoken and answered aloud, the newest first.

    Args:
        clock: Says when a turn was.
    """

    def __init__(self, *, clock: Clock) -> None:
        self._clock = clock
        self._turns: deque[TimedTurn] = deque(maxlen=KEPT_TURNS)
        self._used_tools = ""
        """The turn that called a tool last."""
        self._finished: tuple[str, str] = ("", "")
        """The turn that was completed last, and who made its reply."""

    @property
    def turns(self) -> tuple[TimedTurn, ...]:
        """The turns, the newest first."""
        return tuple(self._turns)

    def handle(self, event: "EngineEvent") -> None:
        """Take one event of the engine's; those about something else do nothing."""
        match event:
            case ToolStarted(turn_id=turn_id):
                self._used_tools = turn_id
            case TurnTimed(turn_id=turn_id, timeline=timeline):
                latency = turn_latency(timeline)
                if latency is not None:
                    self._add(turn_id, latency)
            case TurnFinished(turn_id=turn_id, model=model):
                self._finished = (turn_id, model)
                for place, turn in enumerate(self._turns):
                    if turn.turn_id == turn_id:
                        self._turns[place] = replace(turn, model=model)
            case _:
                pass

    def _add(self, turn_id: str, latency: TurnLatency) -> None:
        finished, model = self._finished
        self._turns.appendleft(
            TimedTurn(
                turn_id=turn_id,
                at=self._clock.now(),
                latency=latency,
                model=model if finished == turn_id else "",
                used_tools=self._used_tools == turn_id,
            )
        )
