"""Questions that stay open between two calls of a client. Runs on the loop.

A client that gives up on a call, or shows a form as the result of one, calls again. What it asked
stays before the user meanwhile, with what was chosen so far.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from assistant.channels.mcp.heartbeat import CLEAR_LIMIT_S
from assistant.channels.mcp.model.tool_calls import AskResult
from assistant.channels.mcp.question_surfaces import Opened

KEPT_S: Final = 600.0
"""How long a question stays open, or its answer is kept, for a client that does not call again."""

Ask = Callable[[Opened], Awaitable[AskResult]]


class HeldQuestion:
    """A question that is put, whichever call waits for it."""

    def __init__(self, ask: Ask, *, name: str) -> None:
        self._listeners: list[Opened] = []
        self._urls: list[str] = []
        self.task: Final = asyncio.ensure_future(ask(self._opened))
        self.task.set_name(name)
        self.is_awaited = False
        """Whether a call waits for it."""

    @property
    def url(self) -> str | None:
        """The address of its page, if it has one."""
        return self._urls[-1] if self._urls else None

    def listen(self, opened: Opened) -> Callable[[], None]:
        """Tell the addresses of its pages, also those opened before; return what ends that."""
        for url in self._urls:
            opened(url)
        self._listeners.append(opened)
        return lambda: self._listeners.remove(opened)

    def _opened(self, url: str) -> None:
        self._urls.append(url)
        for listener in self._listeners:
            listener(url)


class HeldQuestions:
    """Those of a server, by what its clients name them by."""

    def __init__(self) -> None:
        self._held: dict[str, HeldQuestion] = {}
        self._ends: dict[str, asyncio.TimerHandle] = {}

    def find(self, key: str) -> HeldQuestion | None:
        """Return the question with a key."""
        return self._held.get(key)

    def put(self, key: str, ask: Ask) -> HeldQuestion:
        """Put a question and hold it."""
        held = HeldQuestion(ask, name=f"held-{key[:12]}")
        self._held[key] = held
        return held

    def keep(self, key: str, for_s: float = KEPT_S) -> None:
        """Withdraw a question unless it is found again within so long."""
        self.resume(key)
        end = asyncio.get_running_loop().call_later(for_s, self.drop, key)
        self._ends[key] = end

    def resume(self, key: str) -> None:
        """Hold a question for as long as its call waits."""
        end = self._ends.pop(key, None)
        if end is not None:
            end.cancel()

    def drop(self, key: str) -> "asyncio.Task[AskResult] | None":
        """Forget a question and withdraw it if it is open; return what is to be waited for."""
        self.resume(key)
        held = self._held.pop(key, None)
        if held is None:
            return None
        if held.task.done():
            if not held.task.cancelled():
                held.task.exception()  # nobody asks for it any more
            return None
        held.task.cancel()
        return held.task

    async def withdraw(self) -> None:
        """Withdraw all of them, and wait until they are cleared away."""
        ending = [task for key in tuple(self._held) if (task := self.drop(key)) is not None]
        if ending:
            await asyncio.wait(ending, timeout=CLEAR_LIMIT_S)
