"""Whether the user can be spoken to: not while the screen is locked, or they are in a call.

Engine loop only. Calls are looked at from the first coding agent on; nothing else needs them. The lock
is looked at from when a voice listens.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from assistant.background_tasks import Spawn
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.events import EngineEvent


class AwaySign(Protocol):
    """What tells that the user is not to be spoken to."""

    @property
    def is_lock(self) -> bool:
        """Whether it tells of the screen."""
        ...

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
        self._made: Sequence[AwaySign] | None = None
        self._watched: set[AwaySign] = set()
        self._away: set[AwaySign] = set()
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_away(self) -> bool:
        """Whether nothing is to be spoken to the user."""
        return bool(self._away)

    @property
    def is_locked(self) -> bool:
        """Whether the screen is locked."""
        return any(sign.is_lock for sign in self._away)

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` when the user goes or comes back, or the screen is locked or unlocked.

        The result ends that.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def on_event(self, event: EngineEvent) -> None:
        """Begin to watch with the first session of a coding agent."""
        if isinstance(event, AgentSessionsListed) and event.board.sessions:
            self.begin()

    def begin(self, *, lock_alone: bool = False) -> None:
        """Watch from now on."""
        self._made = self._signs() if self._made is None else self._made
        for sign in self._made:
            if sign not in self._watched and (sign.is_lock or not lock_alone):
                self._watched.add(sign)
                watching = sign.watch(lambda is_on, sign=sign: self._told(sign, is_on))
                self._spawn(watching, "presence")

    def _told(self, sign: AwaySign, is_on: bool) -> None:
        before = self.is_away, self.is_locked
        (self._away.add if is_on else self._away.discard)(sign)
        if before != (self.is_away, self.is_locked):
            for listener in tuple(self._listeners):
                listener()
