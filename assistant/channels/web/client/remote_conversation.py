"""The conversation of the running program, as another process holds it. Any loop."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final, cast

import httpx2

from assistant.errors import RequestRefused, UnreachableError
from assistant.locale import _
from assistant.questions.model.question import Draft, Response

_SILENCE_S: Final = 45.0
"""A stream that says nothing for so long is dead: a line of life comes every fifteen seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamEvent:
    """One event of the stream."""

    event_id: str
    data: Mapping[str, Any]


class RunningConversation:
    """The conversation that the running program holds.

    Args:
        http: Speaks to it, with its token.
    """

    def __init__(self, *, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def state(self) -> Mapping[str, Any]:
        """Return how the conversation stands that is held, as `ConversationStateBody`.

        Raises:
            UnreachableError: If the program is gone.
            RequestRefused: If it does not tell.
        """
        return await self._do("GET", "/api/task/conversation")

    async def say(self, session_id: str, text: str) -> str:
        """Say something in the conversation that is held; returns the id of the last event.

        Raises:
            UnreachableError: If the program is gone.
            RequestRefused: If the words are not taken.
        """
        body = {"session_id": session_id, "text": text}
        taken = await self._do("POST", "/api/task/message", json=body)
        return str(taken.get("last_event_id", ""))

    async def stop(self, session_id: str) -> None:
        """Stop the reply that is made.

        Raises:
            UnreachableError: If the program is gone.
            RequestRefused: If another conversation is held.
        """
        await self._do("POST", "/api/task/stop", json={"session_id": session_id})

    async def respond(self, session_id: str, set_id: str, response: Response) -> None:
        """Settle a question.

        Raises:
            UnreachableError: If the program is gone.
            RequestRefused: If it is settled already, or the response does not fit.
        """
        body = {
            "session_id": session_id,
            "question_id": set_id,
            "response": response.model_dump(mode="json"),
        }
        await self._do("POST", "/api/task/response", json=body)

    async def save_draft(self, session_id: str, set_id: str, draft: Draft) -> None:
        """Keep what is selected so far.

        Raises:
            UnreachableError: If the program is gone.
            RequestRefused: If the question is settled.
        """
        body = {
            "session_id": session_id,
            "question_id": set_id,
            "draft": draft.model_dump(mode="json"),
        }
        await self._do("POST", "/api/task/draft", json=body)

    async def follow(self, after: str) -> AsyncGenerator[StreamEvent]:
        """Yield what happens, until the program closes the stream.

        Args:
            after: The id of the last event that is known.

        Raises:
            UnreachableError: If the program is gone, or went silent.
        """
        headers = {"Last-Event-ID": after}
        timeout = httpx2.Timeout(10.0, read=_SILENCE_S)
        try:
            async with self._http.stream(
                "GET", "/api/task/events", headers=headers, timeout=timeout
            ) as answer:
                if answer.status_code != 200:
                    raise _gone()
                event_id = after
                lines = cast("AsyncGenerator[str]", answer.aiter_lines())
                async with aclosing(lines):
                    async for line in lines:
                        field, _colon, value = line.partition(": ")
                        if field == "id":
                            event_id = value
                        elif field == "data":
                            yield StreamEvent(event_id=event_id, data=json.loads(value))
        except (httpx2.HTTPError, ValueError) as error:
            raise _gone() from error

    async def _do(self, method: str, path: str, **content: Any) -> Mapping[str, Any]:
        """Return the fields of a success; a refusal is told in its own words."""
        try:
            answer = await self._http.request(method, path, **content)
        except httpx2.HTTPError as error:
            raise _gone() from error
        fields = fields_of(answer)
        if answer.status_code == 200:
            return fields
        if "error" not in fields or answer.status_code == 401:  # it is not the program any more
            raise _gone()
        code, message = str(fields["error"]), str(fields.get("message", ""))
        raise RequestRefused(code, message)


def fields_of(answer: httpx2.Response) -> Mapping[str, Any]:
    """Return the fields of an answer's JSON object; none if it is no such."""
    try:
        decoded: object = answer.json()
    except ValueError:
        return {}
    return cast("Mapping[str, Any]", decoded) if isinstance(decoded, dict) else {}


def _gone() -> UnreachableError:
    return UnreachableError(_("The running Parley does not answer any more."))
