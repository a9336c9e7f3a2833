"""The starter model as a `ModelClient`: a client against a child process of our own.

The child is started when it is first needed, or by `warm_up`, and stays warm. One that dies is
reported as a lost connection, which the conversation tries again, and is restarted by the next
request.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

from assistant.clock import Clock
from assistant.errors import ErrorCategory, ModelFileError, ProviderError
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import (
    ModelClient,
    ModelEvent,
    ModelRequest,
    Profile,
)
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import starter_profile
from assistant.llm.model_choice.starter_choice import StarterModel
from assistant.llm.starter.guided.client import GuidedClient
from assistant.llm.starter.guided.model.guided_prompt import guided_profile
from assistant.llm.starter.guided.prompt_files import guided_prompts
from assistant.llm.starter.guided.prompt_states import PromptStates
from assistant.llm.starter.process import (
    READY_TIMEOUT_S,
    SERVER_COMMAND,
    StarterEndpoint,
    StarterProcess,
)
from assistant.locale import _

WARM_UP_REQUEST: Final = ModelRequest(system=(), messages=(user_text("Hello"),))
REAP_TIMEOUT_S: Final = 1.0
"""A connection breaks a moment before the system reports the end of the process behind it."""


class StarterClient:
    """The embedded model; implements `ModelClient`.

    Args:
        model: What to run; its file need not exist yet.
        timeout_s: Seconds without content before a request is given up.
        clock: As for `MessagesClient`.
        log_file: Where what llama.cpp prints goes, or None to drop it.
        command: The child's program, for tests.
        ready_timeout_s: How long starting the child may take.
    """

    def __init__(
        self,
        *,
        model: StarterModel,
        timeout_s: float,
        clock: Clock,
        log_file: Path | None = None,
        command: Sequence[str] = SERVER_COMMAND,
        ready_timeout_s: float = READY_TIMEOUT_S,
    ) -> None:
        self._profile = (
            guided_profile(
                model.name,
                context_tokens=model.context_tokens,
                prompts=guided_prompts(declines=model.declines),
            )
            if model.is_guided
            else starter_profile(model.name, context_tokens=model.context_tokens)
        )
        self._model = model
        self._timeout_s = timeout_s
        self._clock = clock
        self._log_file = log_file
        self._command = command
        self._ready_timeout_s = ready_timeout_s
        self._process: StarterProcess | None = None
        self._warm: StarterProcess | None = None
        """The child that was asked something already."""
        self._client: ModelClient | None = None
        self._starting = asyncio.Lock()

    @property
    def profile(self) -> Profile:
        return self._profile

    @property
    def pid(self) -> int | None:
        """The id of the running child, or None."""
        process = self._process
        return process.pid if process is not None and process.is_running else None

    async def check(self) -> None:
        """Make sure that there is a model to start; loading it is left to the request.

        Raises:
            ModelFileError: If the model's file is missing.
        """
        if not await asyncio.to_thread(self._model.file.is_file):
            raise ModelFileError(
                _("The built-in model's file {file} is missing.").format(file=self._model.file),
                hint=_("Fetch it with: parley models get {name}").format(name=self._model.name),
            )

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Send a request and yield what comes back, starting the child if it does not run.

        Raises:
            ModelFileError: If the model's file is missing.
            ModelLoadError: If the model cannot be loaded.
            ProviderError: As for `MessagesClient`; `connectivity` if the child ends.
        """
        client = await self._ensure()
        self._warm = self._process
        try:
            async with aclosing(client.stream(request)) as events:
                async for event in events:
                    yield event
        except ProviderError as error:
            if error.category is ErrorCategory.CONNECTIVITY and await self._has_ended():
                raise ProviderError(
                    _("The built-in model stopped unexpectedly"),
                    category=ErrorCategory.CONNECTIVITY,
                    hint=_("It starts again with your next message."),
                ) from error
            raise

    async def warm_up(self) -> None:
        """Start the child, and let the model read its prompt once.

        A child that was asked something before is left alone: a greeting would take the place of
        the conversation in its cache.

        Raises:
            ModelFileError: If the model's file is missing.
            ModelLoadError: If the model cannot be loaded.
            ProviderError: `connectivity` if the child cannot be started.
        """
        client = await self._ensure()
        if self._warm is self._process:
            return
        self._warm = self._process
        await client.warm_up()
        if self._model.is_guided:
            return
        async with aclosing(client.stream(WARM_UP_REQUEST)) as events:
            await anext(events)  # the prompt's tokens stay in the server's cache

    async def aclose(self) -> None:
        """End the child; idempotent."""
        async with self._starting:
            await self._end()

    async def _ensure(self) -> ModelClient:
        async with self._starting:
            if self._client is not None and self._process is not None and self._process.is_running:
                return self._client
            await self._end()
            await self.check()
            self._process = StarterProcess(
                model=self._model,
                log_file=self._log_file,
                command=self._command,
                ready_timeout_s=self._ready_timeout_s,
            )
            self._client = self._open(await self._process.start())
            return self._client

    def _open(self, endpoint: StarterEndpoint) -> ModelClient:
        if self._model.is_guided:
            return GuidedClient(
                profile=self._profile,
                prompts=guided_prompts(declines=self._model.declines),
                states=PromptStates(self._model.file, context_tokens=self._model.context_tokens),
                api_key=endpoint.api_key,
                base_url=endpoint.base_url,
                timeout_s=self._timeout_s,
                clock=self._clock,
            )
        return MessagesClient(
            profile=self._profile,
            api_key=endpoint.api_key,
            base_url=endpoint.base_url,
            timeout_s=self._timeout_s,
            clock=self._clock,
        )

    async def _end(self) -> None:
        client, self._client = self._client, None
        process, self._process = self._process, None
        if client is not None:
            await client.aclose()
        if process is not None:
            await process.aclose()

    async def _has_ended(self) -> bool:
        return self._process is None or await self._process.wait_ended(REAP_TIMEOUT_S)
