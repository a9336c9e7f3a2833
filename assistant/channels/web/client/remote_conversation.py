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
_MAX_EVENT_BYTES: Final = 64 * 1024 * 1024
"""A question may be as long as it likes; memory may not be used up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamEvent:
    """One event of the stream."""

    event_id: str
    data: Mapping[str, Any]


class RunningConversation:
    """The conversation that the running program holds.

    Every method raises UnreachableError if the program is gone, and RequestRefused if it does not
    do what it is asked, with the reason in its own words.

    Args:
        http: Speaks to it, with its token.
    """

    def __init__(self, *, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def state(self) -> Mapping[str, Any]:
        """Return how the conversation stands that is held, as `ConversationStateBody`."""
        return await self._do("GET", "/api/task/conversation")

    async def say(self, session_id: str, text: str) -> str:
        """Say something in the conversation that is held; returns the id of the last event."""
        taken = await self._post("message", session_id=session_id, text=text)
        return str(taken.get("last_event_id", ""))

    async def stop(self, session_id: str) -> None:
        """Stop the reply that is made."""
        await self._post("stop", session_id=session_id)

    async def respond(
        self, session_id: str, set_id: str, response: Response, *, version: int
    ) -> None:
        """Settle a question."""
        given = response.model_dump(mode="json")
        await self._post(
            "response",
            session_id=session_id,
            question_id=set_id,
            version=version,
            response=given,
        )

    async def save_draft(self, session_id: str, set_id: str, draft: Draft) -> None:
        """Keep what is selected so far."""
        kept = draft.model_dump(mode="json")
        await self._post("draft", session_id=session_id, question_id=set_id, draft=kept)

    async def questions(self) -> Mapping[str, Any]:
        """Return the questions without an answer, as `UnansweredBody`."""
        return await self._do("GET", "/api/task/questions")

    async def reopen(self, session_id: str, set_id: str) -> None:
        """Have a question put again."""
        await self._post("reopen", session_id=session_id, question_id=set_id)

    async def answered(self) -> Mapping[str, Any]:
        """Return the answers of the conversation that is held, as `PastAnswersBody`."""
        return await self._do("GET", "/api/task/answered")

    async def change(self, session_id: str, set_id: str, way: str) -> None:
        """Have an answer changed.

        Args:
            session_id: The conversation that is held.
            set_id: The question.
            way: `change`, `go_back` or `undo`.
        """
        await self._post("change", session_id=session_id, question_id=set_id, way=way)

    async def follow(self, after: str) -> AsyncGenerator[StreamEvent]:
        """Yield what happens, until the program closes the stream.

        Args:
            after: The id of the last event that is known.
        """
        headers = {"Last-Event-ID": after}
        timeout = httpx2.Timeout(10.0, read=_SILENCE_S)
        try:
            async with self._http.stream(
                "GET", "/api/task/events", headers=headers, timeout=timeout
            ) as answer:
                if answer.status_code != 200:
                    raise _gone()
                stream = aiter(httpx2.EventSource(answer, max_event_size=_MAX_EVENT_BYTES))
                async with aclosing(cast("AsyncGenerator[httpx2.ServerSentEvent]", stream)) as told:
                    async for event in told:
                        if event.data:  # else it says only when to come back
                            yield StreamEvent(event_id=event.id, data=json.loads(event.data))
        except (httpx2.HTTPError, ValueError) as error:
            raise _gone() from error

    async def _post(self, call: str, **body: Any) -> Mapping[str, Any]:
        return await self._do("POST", f"/api/task/{call}", json=body)

    async def _do(self, method: str, path: str, **content: Any) -> Mapping[str, Any]:
        """Return the fields of a success."""
        try:
            answer = await self._http.request(method, path, **content)
        except httpx2.HTTPError as error:
            raise _gone() from error
        return fields_of_success(answer)


def fields_of_success(answer: httpx2.Response) -> Mapping[str, Any]:
    """Return the fields of a success.

    Raises:
        RequestRefused: If the program refuses.
        UnreachableError: If it is not the program that answered.
    """
    fields = fields_of(answer)
    if answer.status_code == 200:
        return fields
    if "error" not in fields or answer.status_code == 401:  # it is not the program any more
        raise _gone()
    code, told = fields["error"], fields.get("message", "")
    raise RequestRefused(str(code), str(told))


def fields_of(answer: httpx2.Response) -> Mapping[str, Any]:
    """Return the fields of an answer's JSON object; none if it is no such."""
    try:
        decoded: object = answer.json()
    except ValueError:
        return {}
    return cast("Mapping[str, Any]", decoded) if isinstance(decoded, dict) else {}


def _gone() -> UnreachableError:
    return UnreachableError(_("The running Parley does not answer any more."))
