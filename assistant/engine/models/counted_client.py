"""A model client that knows whether anything is asked of it just now. Engine loop only."""

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, contextmanager

from assistant.llm.messages_api.model_client import (
    ModelClient,
    ModelEvent,
    ModelRequest,
    Profile,
)


class CountedClient:
    """Implements `ModelClient` over another, and counts what is under way.

    Args:
        on_idle: Called when the last of it is over.
    """

    def __init__(self, inner: ModelClient, *, on_idle: Callable[[], None]) -> None:
        self._inner = inner
        self._on_idle = on_idle
        self._uses = 0

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way."""
        return not self._uses

    @property
    def profile(self) -> Profile:
        return self._inner.profile

    async def check(self) -> None:
        """Raises if the model cannot be asked."""
        with self._use():
            await self._inner.check()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Raises what the wrapped client does."""
        with self._use():
            async with aclosing(self._inner.stream(request)) as events:
                async for event in events:
                    yield event

    async def warm_up(self) -> None:
        """Raises what the wrapped client does."""
        with self._use():
            await self._inner.warm_up()

    async def aclose(self) -> None:
        """Close the model; idempotent. A later request opens it again."""
        await self._inner.aclose()

    @contextmanager
    def _use(self) -> Generator[None]:
        self._uses += 1
        try:
            yield
        finally:
            self._uses -= 1
            if not self._uses:
                self._on_idle()
