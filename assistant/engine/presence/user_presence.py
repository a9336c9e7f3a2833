"""Whether the user can be spoken to: not while the screen is locked, or they are in a call.

Engine loop only. Looked at from the first coding agent on; nothing else needs it.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from assistant.background_tasks import Spawn
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.events import EngineEvent


class AwaySign(Protocol):
    """What tells that the user is not to be spoken to."""

    async def watch(self, tell: Callable[[bool], None]) -> None:
        """Tell whether it is so, now and at every change; ends where that cannot be known."""
        ...


class UserPresence:
    """Watches signs.

    Args:
        signs: Returns them, when they are first needed.
        spawn: Runs what watches.
    """

    def __init__(self, *, signs: Callable[[], Sequence[AwaySign]], spawn: Spawn) -> None:
        self._signs = signs
        self._spawn = spawn
        self._is_watching = False
        self._away: set[AwaySign] = set()
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_away(self) -> bool:
        """Whether nothing is to be spoken to the user."""
        return bool(self._away)

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` when the user goes or comes back; the result ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def on_event(self, event: EngineEvent) -> None:
        """Begin to watch with the first session of a coding agent."""
        if isinstance(event, AgentSessionsListed) and event.board.sessions:
            self.begin()

    def begin(self) -> None:
        """Watch from now on."""
        if self._is_watching:
            return
        self._is_watching = True
        for sign in self._signs():
            self._spawn(sign.watch(lambda is_on, sign=sign: self._told(sign, is_on)), "presence")

    def _told(self, sign: AwaySign, is_on: bool) -> None:
        before = self.is_away
        (self._away.add if is_on else self._away.discard)(sign)
        if before is not self.is_away:
            for listener in tuple(self._listeners):
                listener()
