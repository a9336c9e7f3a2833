"""A connection to llama.cpp's server at its own endpoints: chats become prompts, prompts text.

What it speaks is llama.cpp's own and not the Messages API, so no SDK. Loaded on a worker thread, as
`model_http.py` is.
"""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import httpx2
from pydantic import BaseModel, ValidationError

from assistant.bounded_body import BodyBounds
from assistant.clock import Clock
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.model_http import open_http
from assistant.llm.service_errors import Failure, plain_error, provider_error
from assistant.llm.starter.guided.model.completion_events import (
    CompletionPiece,
    RenderedPrompt,
    ServerFault,
    SlotState,
    read_fault,
    read_line,
)

_log = logging.getLogger(__name__)

_BOUNDS: Final = BodyBounds(max_bytes=16 * 1024 * 1024, time_s=600.0, stream_bytes=64 * 1024 * 1024)
"""A prompt, or a completion of some thousand pieces of half a kilobyte each."""
_SLOT: Final = "/slots/0"
"""The only one: the server reads one prompt at a time."""
_Answer = TypeVar("_Answer", bound=BaseModel)


class LlamaConnection:
    """Talks to one server on this machine.

    Args:
        base_url: The server's address.
        api_key: Its key.
        clock: As for `MessagesClient`.
    """

    def __init__(self, *, base_url: str, api_key: str, clock: Clock) -> None:
        self._clock = clock
        self._http = open_http(
            base_url,
            bounds=_BOUNDS,
            keeps_alive=False,
            headers={"Authorization": f"Bearer {api_key}"},
        )

    async def render(self, chat: Sequence[tuple[str, str]]) -> str:
        """Return a chat as the model's template writes it, up to where the reply begins.

        Raises:
            ProviderError: If the server refuses, or cannot be reached (`connectivity`).
        """
        body: dict[str, Any] = {
            "messages": [{"role": role, "content": content} for role, content in chat],
            "chat_template_kwargs": {"enable_thinking": False},
        }
        return (await self._post("/apply-template", body, RenderedPrompt)).prompt

    async def save(self, file: str) -> int:
        """Have what was read last saved to a file of the server's folder; return its tokens.

        Raises:
            ProviderError: As for `render`.
        """
        return (await self._post(f"{_SLOT}?action=save", {"filename": file}, SlotState)).n_saved

    async def restore(self, file: str) -> int:
        """Have what was saved stand as what was read last; return its tokens.

        Raises:
            ProviderError: As for `render`.
        """
        body = {"filename": file}
        return (await self._post(f"{_SLOT}?action=restore", body, SlotState)).n_restored

    @asynccontextmanager
    async def complete(
        self, body: dict[str, Any]
    ) -> AsyncGenerator[AsyncGenerator[CompletionPiece]]:
        """Have a prompt completed; leaving the context stops the server.

        Args:
            body: What `/completion` takes, without `stream`.

        Raises:
            ProviderError: If the server refuses, or cannot be reached or breaks off (`connectivity`).
        """
        try:
            async with self._http.stream(
                "POST", "/completion", json=body | {"stream": True}
            ) as response:
                if not response.is_success:
                    fault = read_fault(await response.aread())
                    raise self._refused(response.status_code, fault)
                yield self._pieces(response)
        except httpx2.HTTPError as error:
            raise plain_error(ErrorCategory.CONNECTIVITY) from error

    async def _post(self, path: str, body: dict[str, Any], answer: type[_Answer]) -> _Answer:
        try:
            response = await self._http.post(path, json=body)
        except httpx2.HTTPError as error:
            raise plain_error(ErrorCategory.CONNECTIVITY) from error
        if not response.is_success:
            raise self._refused(response.status_code, read_fault(response.content))
        try:
            return answer.model_validate_json(response.content)
        except ValidationError as error:
            raise plain_error(ErrorCategory.UNKNOWN) from error

    async def _pieces(self, response: httpx2.Response) -> AsyncGenerator[CompletionPiece]:
        async for line in response.aiter_lines():
            try:
                event = read_line(line)
            except ValidationError as error:
                _log.warning("a completion could not be read")
                raise plain_error(ErrorCategory.UNKNOWN) from error
            match event:
                case ServerFault():
                    raise self._refused(None, event)
                case CompletionPiece():
                    yield event
                case None:
                    pass

    def _refused(self, status: int | None, fault: ServerFault) -> ProviderError:
        _log.warning("the built-in model failed: status %s, type %s", status, fault.type)
        failure = Failure(status=status, types=(fault.type,), message=fault.message)
        return provider_error(failure, now=self._clock.now())

    async def aclose(self) -> None:
        await self._http.aclose()
