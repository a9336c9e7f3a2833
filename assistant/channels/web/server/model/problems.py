"""What a request is told that cannot be served: a status, a code for programs, words for people."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from assistant.channels.web.server.model.answer_language import answered


class ProblemBody(BaseModel):
    """The body of every answer that is not a success."""

    model_config = ConfigDict(frozen=True)

    success: bool = Field(default=False, description="Always false.")
    error: str = Field(description="What kind of problem, for programs.")
    message: str = Field(description="What is wrong and what to do, for people.")
    details: dict[str, Any] = Field(
        default_factory=dict[str, Any], description="More about it, for programs."
    )


class ApiProblem(Exception):  # noqa: N818  # an answer, not a failure
    """A request is answered with a problem.

    Args:
        status: The HTTP status.
        code: What kind of problem, for programs.
        message: What is wrong and what to do, for people.
        details: More about it, for programs.
    """

    def __init__(
        self, status: int, code: str, message: str, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = dict(details or {})

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return the answer that tells it."""
        body = ProblemBody(error=self.code, message=answered(self.message), details=self.details)
        # Escaped: what is repeated of a request may hold what is no character.
        text = json.dumps(body.model_dump(), ensure_ascii=True)
        named = {} if headers is None else dict(headers)
        if self.status == 401:
            named["WWW-Authenticate"] = "Bearer"
        return Response(text, self.status, named, media_type="application/json")
