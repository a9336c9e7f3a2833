"""The built-in model as one `ModelClient`, whichever file it runs from.

A model that cannot be loaded, or whose process keeps ending, gives way to the next one that is
here, within the same request. A better one takes over when the engine says so. Engine loop only.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Final, Protocol

from assistant.errors import (
    AssistantError,
    ErrorCategory,
    ModelFileError,
    ModelLoadError,
    ProviderError,
)
from assistant.llm.messages_api.model_client import (
    ModelClient,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
)
from assistant.llm.model_choice.starter_choice import StarterChoice, StarterModel
from assistant.llm.starter.starter_selector import StarterSelector

_log = logging.getLogger(__name__)

ENDS_ALLOWED: Final = 1
"""How often in a row a model's process may end unexpectedly before another one is tried: the system
ends what takes more memory than there is, and would do so again."""

OpenClient = Callable[[StarterModel], ModelClient]
"""Builds the client of one file; it loads nothing yet."""


class FallBackListener(Protocol):
    """Called when another model answers because one did not run."""

    def __call__(self, failed: StarterModel, model: StarterModel, *, is_missing: bool) -> None:
        """Report the change; `is_missing` if the file of the failed model is gone."""
        ...


def tell_nobody(failed: StarterModel, model: StarterModel, *, is_missing: bool) -> None:
    """A `FallBackListener` that ignores the change."""


class BuiltInClient:
    """Implements `ModelClient` over the client of the file that was chosen.

    Args:
        choice: What to begin with.
        selector: Says what to run when that fails.
        open_client: Builds the client of a file.
        on_fall_back: Called when another model answers because one did not run.
    """

    def __init__(
        self,
        *,
        choice: StarterChoice,
        selector: StarterSelector,
        open_client: OpenClient,
        on_fall_back: FallBackListener = tell_nobody,
    ) -> None:
        self.choice = choice
        """The choice by which the present model runs."""
        self.is_loaded = False
        """Whether it has read its prompt, so that a request is answered soon."""
        self._selector = selector
        self._open = open_client
        self._on_fall_back = on_fall_back
        self._client = open_client(choice.run)
        self._unexpected_ends = 0
        self._streams = 0
        self._is_quiet = asyncio.Event()
        self._is_quiet.set()
        self._changing = asyncio.Lock()

    @property
    def model(self) -> StarterModel:
        return self.choice.run

    @property
    def profile(self) -> Profile:
        return self._client.profile

    async def check(self) -> None:
        """Make sure that there is a model to start.

        Raises:
            ModelFileError: If the file of no model is here.
        """
        while True:
            model, client = self.model, self._client
            try:
                await client.check()
            except ModelFileError:
                if not await self._fall_back(model):
                    raise
            else:
                return

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Send a request and yield what comes back; see `StarterClient.stream`.

        Where nothing has come yet when the model fails, the next one is asked.
        """
        while True:
            async with self._changing:
                model, client = self.model, self._client
                self._begin_stream()
            has_begun = False
            try:
                async with aclosing(client.stream(request)) as events:
                    async for event in events:
                        has_begun = True
                        if isinstance(event, ReplyReceived):
                            self._unexpected_ends = 0
                            self.is_loaded = True
                        yield event
            except AssistantError as error:
                if not self._is_lost(error) or not await self._fall_back(model) or has_begun:
                    raise
            else:
                return
            finally:
                self._end_stream()

    async def warm_up(self) -> None:
        """Load the model and let it read its prompt; raises as `StarterClient.warm_up` does."""
        while True:
            async with self._changing:
                model, client = self.model, self._client
            try:
                await client.warm_up()
            except AssistantError as error:
                if not self._is_lost(error) or not await self._fall_back(model):
                    raise
            else:
                self.is_loaded = True
                return

    async def take_over(
        self,
        choice: StarterChoice,
        *,
        side_by_side: bool,
        at_rest: Callable[[], Awaitable[None]],
    ) -> bool:
        """Switch to another model from the next turn on.

        Args:
            choice: What to run.
            side_by_side: Whether there is memory to load it while the present one answers still;
                else that one is ended first, and requests wait.
            at_rest: Returns when no turn is under way.

        Returns:
            Whether it answers now. If not, the present one goes on, and the selector knows that the
            other one did not run.
        """
        new = self._open(choice.run)
        try:
            if side_by_side and not await self._loads(new, choice.run):
                return False
            await self._wait_until_quiet(at_rest)
            async with self._changing:
                old = self._client
                if not side_by_side:
                    await self.aclose()
                    if not await self._loads(new, choice.run):
                        return False  # the one before starts again with the next request
                self._client, self.choice, self.is_loaded = new, choice, True
                self._unexpected_ends = 0
        except BaseException:  # the program ends, or a turn's end was not to be known
            await new.aclose()
            raise
        await old.aclose()
        return True

    async def aclose(self) -> None:
        """End the model's process; idempotent, and a later request starts it again."""
        self.is_loaded = False
        await self._client.aclose()

    async def _loads(self, client: ModelClient, model: StarterModel) -> bool:
        try:
            await client.warm_up()
        except AssistantError as error:
            _log.warning("%s did not load: %s", model.name, error.message)
            self._selector.fail(model)
            await client.aclose()
            return False
        return True

    async def _wait_until_quiet(self, at_rest: Callable[[], Awaitable[None]]) -> None:
        """Wait until neither a turn nor anything else is using the model."""
        await at_rest()
        while self._streams:
            await self._is_quiet.wait()
            await at_rest()

    def _is_lost(self, error: AssistantError) -> bool:
        """Whether to give up the model after this error."""
        if isinstance(error, ModelLoadError | ModelFileError):
            return True
        if isinstance(error, ProviderError) and error.category is ErrorCategory.CONNECTIVITY:
            self._unexpected_ends += 1
            return self._unexpected_ends > ENDS_ALLOWED
        return False

    async def _fall_back(self, failed: StarterModel) -> bool:
        """Switch to the next model whose file is present; return whether one answers now.

        A model whose file is missing was not tried: it is chosen again when the file arrives.
        """
        async with self._changing:
            if self.model is not failed:
                return True  # another request has seen to it
            is_missing = not await _is_here(failed)
            if not is_missing:
                self._selector.fail(failed)
            choice = await self._selector.choose(running=failed)
            if choice.run == failed or not await _is_here(choice.run):
                return False
            _log.warning("%s did not run; %s answers", failed.name, choice.run.name)
            old, self._client, self.choice = self._client, self._open(choice.run), choice
            self._unexpected_ends, self.is_loaded = 0, False
            await old.aclose()
        self._on_fall_back(failed, choice.run, is_missing=is_missing)
        return True

    def _begin_stream(self) -> None:
        self._streams += 1
        self._is_quiet.clear()

    def _end_stream(self) -> None:
        self._streams -= 1
        if not self._streams:
            self._is_quiet.set()


async def _is_here(model: StarterModel) -> bool:
    return await asyncio.to_thread(model.file.is_file)
