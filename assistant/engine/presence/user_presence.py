"""Whether the user can be spoken to: not while the screen is locked, or they are in a call.

Engine loop only. Calls are looked at from the first coding agent on, or question that is to be spoken;
nothing else needs them. The lock is looked at from when a voice listens.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

from assistant.background_tasks import Spawn
from assistant.clock import Clock
from assistant.escalation.sign_kind import SignKind
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.turns import TurnStarted
from assistant.protocol.voice import TranscriptFinal, TranscriptInterim
from assistant.questions.model.question import Channel

_AT_DESK: Final = frozenset({Channel.DESKTOP, Channel.TERMINAL, Channel.VOICE})


async def _unknown() -> float | None:
    return None


class AwaySign(Protocol):
    """What tells that the user is not to be spoken to."""

    @property
    def kind(self) -> SignKind: ...

    async def watch(self, tell: Callable[[bool], None]) -> None:
        """Tell whether it is so, now and at every change; ends where that cannot be known."""
        ...


class UserPresence:
    """Watches signs.

    Args:
        signs: Returns them, when they are first needed.
        spawn: Runs what watches.
        clock: Time.
        idle_s: Returns for how many seconds nobody was at keyboard or mouse; None if that is unknown.
    """

    def __init__(
        self,
        *,
        signs: Callable[[], Sequence[AwaySign]],
        spawn: Spawn,
        clock: Clock,
        idle_s: Callable[[], Awaitable[float | None]] = _unknown,
    ) -> None:
        self._signs = signs
        self._spawn = spawn
        self._clock = clock
        self._idle_s = idle_s
        self._seen_at = clock.now()  # somebody has started the program
        self._made: Sequence[AwaySign] | None = None
        self._watched: set[AwaySign] = set()
        self._away: set[AwaySign] = set()
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_away(self) -> bool:
        """Whether nothing is to be spoken to the user."""
        return any(sign.kind is not SignKind.DO_NOT_DISTURB for sign in self._away)

    @property
    def is_locked(self) -> bool:
        """Whether the screen is locked."""
        return self._tells(SignKind.LOCK)

    @property
    def is_in_call(self) -> bool:
        """Whether another program listens to the user."""
        return self._tells(SignKind.CALL)

    @property
    def is_do_not_disturb(self) -> bool:
        """Whether the desktop shows no notifications."""
        return self._tells(SignKind.DO_NOT_DISTURB)

    @property
    def seen_at(self) -> datetime:
        """When the user was last heard, or seen at Parley, keyboard or mouse."""
        return self._seen_at

    async def look_for_user(self) -> None:
        """See when somebody was last at keyboard or mouse, where the desktop tells."""
        idle_s = await self._idle_s()
        if idle_s is not None:
            self._seen_at = max(self._seen_at, self._clock.now() - timedelta(seconds=idle_s))

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

    def note(self, event: EngineEvent) -> None:
        """Note that the user is there, where an event shows it."""
        if _is_from_user(event):
            self._seen_at = self._clock.now()

    def begin(self, *, lock_alone: bool = False) -> None:
        """Watch from now on."""
        self._made = self._signs() if self._made is None else self._made
        for sign in self._made:
            if sign not in self._watched and (sign.kind is SignKind.LOCK or not lock_alone):
                self._watched.add(sign)
                watching = sign.watch(lambda is_on, sign=sign: self._told(sign, is_on))
                self._spawn(watching, "presence")

    def _told(self, sign: AwaySign, is_on: bool) -> None:
        before = self._state
        (self._away.add if is_on else self._away.discard)(sign)
        if before != self._state:
            if before[1] and not self.is_locked:
                self._seen_at = self._clock.now()  # somebody has unlocked the screen
            for listener in tuple(self._listeners):
                listener()

    def _tells(self, kind: SignKind) -> bool:
        return any(sign.kind is kind for sign in self._away)

    @property
    def _state(self) -> tuple[bool, bool, bool]:
        return self.is_away, self.is_locked, self.is_do_not_disturb


def _is_from_user(event: EngineEvent) -> bool:
    """Whether an event shows that somebody is at this machine."""
    match event:
        case TranscriptInterim() | TranscriptFinal() | TurnStarted(spoken=True):
            return True
        case QuestionClosed(channel=channel):
            return channel in _AT_DESK
        case _:
            return False
