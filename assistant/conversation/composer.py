"""Composes the requests of one turn, and again with less where the service finds one too long."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from assistant.conversation.client import Listener
from assistant.conversation.composing import composed
from assistant.conversation.context import Layers
from assistant.conversation.events import Notice
from assistant.conversation.history import History
from assistant.conversation.surroundings import Surroundings
from assistant.llm.client import ModelRequest
from assistant.locale import _


class Composer(Protocol):
    """What a turn needs to ask the model."""

    async def compose(self) -> ModelRequest:
        """Compose a request from the history as it stands now."""
        ...

    def reduce(self) -> bool:
        """The service found the last request too long: compose shorter ones from now on.

        Returns:
            Whether it is worth asking again.
        """
        ...


class TurnComposer:
    """Implements `Composer` over a history.

    Args:
        surroundings: Model, tools and limits.
        layers: Layers 1 to 6, as they are for this turn.
        history: The messages.
        turn_id: The turn, whose thinking is replayed.
        emit: Takes the notice that old messages were left out.
    """

    def __init__(
        self,
        *,
        surroundings: Surroundings,
        layers: Layers,
        history: History,
        turn_id: str,
        emit: Listener,
    ) -> None:
        self._with = surroundings
        self._layers = layers
        self._history = history
        self._turn_id = turn_id
        self._emit = emit
        self._limits = surroundings.limits
        self._steps: list[Callable[[], None]] = [self._keep_last, self._halve]

    async def compose(self) -> ModelRequest:
        """Compose a request from the history as it stands now."""
        surroundings = replace(self._with, limits=self._limits)
        return composed(surroundings, self._layers, self._history.entries, turn_id=self._turn_id)

    def reduce(self) -> bool:
        """Halve what may be sent; the second time, send the last message alone and say so."""
        if not self._steps:
            return False
        self._steps.pop()()
        return True

    def _halve(self) -> None:
        self._limits = replace(self._limits, max_characters=self._limits.max_characters // 2)

    def _keep_last(self) -> None:
        self._limits = replace(self._limits, recent_messages=1)
        self._emit(
            Notice(
                code="context_reduced",
                text=_("The conversation is long; older content was left out."),
            )
        )
