"""Has one of the user's devices lead: it alone polls remote channels and runs what comes from them.

The leader holds a lease on the server and renews it at a third of its life. So does a device alone, for
one that joins to find it taken; nothing that it does waits for that. Engine loop only.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

from assistant.background_tasks import raise_if_cancelled
from assistant.locale import _
from assistant.sync.errors import DeviceRemovedError, SyncError, SyncUnavailableError
from assistant.sync.model.leadership import (
    ALONE,
    LEASE_S,
    LeaderRole,
    Leadership,
    alone,
    answered_again,
    granted,
    is_noted,
    may_act,
    refused,
    removed,
    shared,
    unanswered,
)
from assistant.sync.record_server import RecordServer

_log = logging.getLogger(__name__)

ANSWER_S: Final = 10.0
"""How long the server may take to say who leads; with `RENEW_S` less than a lease holds."""
NOTE_S: Final = 3.0
"""How long what is done waits until the server has noted it."""
RELEASE_S: Final = 1.0
"""How long the end waits to give the lease back; else it runs out."""


class SharedServer(Protocol):
    """The server of the user's devices, if there is one."""

    @property
    def is_on(self) -> bool:
        """Whether synchronisation is set up."""
        ...

    @property
    def has_others(self) -> bool | None:
        """Whether the user has other devices; None if the server never said."""
        ...

    @property
    def led_last(self) -> bool:
        """Whether no other device was named as the leader since this one led."""
        ...

    @property
    def server(self) -> RecordServer:
        """The connection there is now.

        Raises:
            SyncUnavailableError: If there is none.
        """
        ...


class NoSharedServer:
    """Implements `SharedServer` where nothing is synchronised."""

    is_on = False
    has_others = False
    led_last = True

    @property
    def server(self) -> RecordServer:
        raise SyncUnavailableError(_("Synchronising is not set up."))


class LeaderElection:
    """Whether this device leads. Where nothing is synchronised, it does.

    Args:
        name: Of the lease.
        shared: The server, if there is one.
        elapsed: Seconds of a clock that nobody sets and that goes on while the machine sleeps.
        changed: Called when this device begins or ceases to lead, and when another one does.
    """

    def __init__(
        self,
        name: str,
        *,
        shared: SharedServer | None = None,
        elapsed: Callable[[], float] = time.monotonic,
        changed: Callable[[Leadership], None] = lambda _state: None,
    ) -> None:
        self._name = name
        self._shared = shared or NoSharedServer()
        self._elapsed = elapsed
        self._changed = changed
        self._state = Leadership() if self._shared.is_on else ALONE
        self._moved = asyncio.Event()
        """Set again with each state."""
        self._hurry = asyncio.Event()

    @property
    def state(self) -> Leadership:
        return self._state

    def may_act(self) -> bool:
        """Whether this device may act now where only one may; ask before each act."""
        state = self._among_others(self._state)
        if state.role is not self._state.role:
            self._enter(state)
            self.ask_soon()
        return may_act(self._state, self._elapsed())

    async def begin(self, effect: str) -> bool:
        """Announce an effect before it happens.

        A device alone does not ask for that, and no leader waits for a server that is away.

        Args:
            effect: Names what is done; the same on every device.

        Returns:
            Whether it may; False if another device began it, which may have done it or not.

        Raises:
            SyncUnavailableError: If this device does not lead.
        """
        if not self.may_act():
            raise _not_leading()
        lease = self._state.lease
        if lease is None or not is_noted(self._state):
            return True
        try:
            async with asyncio.timeout(NOTE_S):
                is_ours = await self._shared.server.begin_effect(lease, effect)
        except DeviceRemovedError:
            self._enter(removed(now=self._elapsed()))
            raise _not_leading() from None
        except (SyncError, TimeoutError) as error:
            self._note_unanswered(error)
            self.ask_soon()
            is_ours = True
        if is_ours:
            if not self.may_act():
                raise _not_leading()  # the answer came late
            return True
        await self._ask()
        if self._state.lease is None or self._state.lease.token != lease.token:
            raise _not_leading()
        return False

    def ask_soon(self) -> None:
        """Cut the current wait short."""
        self._hurry.set()

    @asynccontextmanager
    async def standing(self) -> AsyncGenerator[None]:
        """Stand for election until the context is left; the lease is given back then."""
        task = asyncio.create_task(self._run(), name=f"election of {self._name}")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})
            await self._release()

    async def leads(self) -> None:
        """Wait until this device leads."""
        while not self.may_act():
            await self._moved.wait()

    async def lost(self) -> None:
        """Wait until this device no longer leads."""
        while self.may_act():
            await self._moved.wait()

    async def _run(self) -> None:
        while True:
            await self._ask()
            raise_if_cancelled()
            wait_s = max(self._state.ask_at - self._elapsed(), 0.0)
            if not self._shared.is_on:
                await self._hurry.wait()
            else:
                await self._rest(wait_s)
            self._hurry.clear()

    async def _rest(self, seconds: float) -> None:
        pausing = asyncio.ensure_future(asyncio.sleep(seconds))
        hurrying = asyncio.ensure_future(self._hurry.wait())
        try:
            await asyncio.wait({pausing, hurrying}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pausing.cancel()
            hurrying.cancel()

    async def _ask(self) -> None:
        self._enter(self._among_others(self._state))
        if not self._shared.is_on:
            return
        asked_at = self._elapsed()
        try:
            async with asyncio.timeout(ANSWER_S):
                state = await self._answer(asked_at)
        except DeviceRemovedError:
            state = removed(now=self._elapsed())
        except Exception as error:  # noqa: BLE001  # a bug must not end the election for good
            return self._note_unanswered(error)
        self._enter(self._among_others(state))

    async def _answer(self, asked_at: float) -> Leadership:
        server, held = self._shared.server, self._state.lease
        if self._state.role is LeaderRole.WAITING:  # who led before the server was away goes first
            return answered_again(await server.holder(self._name), now=self._elapsed())
        lease = None
        if held is not None and asked_at < self._state.until:
            lease = await server.renew(held, seconds=LEASE_S)
        if lease is None:
            lease = await server.acquire(self._name, seconds=LEASE_S)
        if lease is not None:
            return granted(lease, asked_at=asked_at)
        return refused(await server.holder(self._name), now=self._elapsed())

    def _note_unanswered(self, error: Exception) -> None:
        if not isinstance(error, SyncError | TimeoutError):
            _log.error("The server was not asked who leads", exc_info=error)
        elif not self._state.unanswered:
            _log.info("The server was not asked who leads: %s", type(error).__name__)
        goes_on = self._shared.led_last or not self._shared.has_others
        self._enter(unanswered(self._state, now=self._elapsed(), goes_on=goes_on))

    def _among_others(self, state: Leadership) -> Leadership:
        if not self._shared.is_on:
            return ALONE
        return alone(state) if self._shared.has_others is False else shared(state)

    async def _release(self) -> None:
        lease = self._state.lease
        self._enter(refused(None, now=self._elapsed()) if self._shared.is_on else ALONE)
        if lease is not None:
            with suppress(SyncError, TimeoutError):
                async with asyncio.timeout(RELEASE_S):
                    await self._shared.server.release(lease)

    def _enter(self, state: Leadership) -> None:
        before, self._state = self._state, state
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        if (before.role, before.leader_id) != (state.role, state.leader_id):
            self._changed(state)


def _not_leading() -> SyncUnavailableError:
    return SyncUnavailableError(_("Another of your devices answers now."))
