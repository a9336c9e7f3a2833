"""How the API describes itself: what a definition of questions looks like, and what refusals mean."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter
from pydantic import BaseModel

from assistant.channels.web.server.model.problems import ProblemBody
from assistant.questions.model.question import TYPE_NAMES

DEFINITION: Final[dict[str, Any]] = {
    "type": "object",
    "description": (
        "One question in the typed form, or several under `questions`. `session_id` names the"
        " session; without it another begins. `source` says who asks,"
        " `asker` with its project and session."
    ),
    "properties": {
        "session_id": {"type": "string", "minLength": 1, "maxLength": 300},
        "source": {"type": "string", "maxLength": 100},
        "asker": {
            "type": "object",
            "properties": {
                "agent": {"type": "string"},
                "project": {"type": "string"},
                "session": {"type": "string"},
            },
            "required": ["agent"],
        },
        "question_id": {"type": "string"},
        "question_text": {"type": "string"},
        "header": {"type": "string"},
        "description": {"type": "string"},
        "type": {"enum": [*TYPE_NAMES]},
        "options": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "label": {"type": "string"},
                    "description": {"type": "string"},
                    "default": {"type": "boolean"},
                },
            },
        },
        "required": {"type": "boolean"},
        "allow_other": {"type": "boolean"},
        "follow_up_questions": {"type": "object"},
        "questions": {"type": "array", "items": {"type": "object"}},
        "title": {"type": "string"},
        "allow_cancel": {"type": "boolean"},
        "timeout_s": {"type": "number"},
        "on_timeout": {"enum": ["wait", "default"]},
        "total_rounds": {"type": "integer"},
    },
    "example": {
        "question_text": "Which database?",
        "type": "multiple_choice",
        "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
    },
}
"""The body with which questions are put, in JSON Schema; `parse_definition` says what is refused."""

RESPONSE: Final[dict[str, Any]] = {
    "type": "object",
    "description": "As `response` of a question that is settled; when and through what is added.",
    "properties": {
        "outcome": {"enum": ["answered", "you_decide", "none_fit", "later", "cancelled"]},
        "answers": {"type": "array", "items": {"type": "object"}},
        "words": {"type": "string"},
    },
    "required": ["outcome"],
    "example": {
        "outcome": "answered",
        "answers": [{"question_id": "database", "option_ids": ["pg"]}],
    },
}
"""The body with which a form is settled, in JSON Schema."""

_MEANINGS: Final = {
    400: "The request, the question or the answer does not fit.",
    401: "The token is missing or wrong.",
    403: "It comes from elsewhere, or the API may not do this.",
    404: "There is no such session or question.",
    408: "The request did not arrive in time.",
    409: "It cannot be done now.",
    413: "The request is too large.",
    429: "Too many rounds of questions followed one another.",
    500: "Parley itself failed; its log says more.",
    503: "The store cannot be used, or the program is closing.",
}


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call of the API that gives JSON."""

    method: str
    path: str
    does: Callable[..., Any]
    gives: type[BaseModel]
    refused: tuple[int, ...] = ()
    """Statuses of refusals, besides those that every call has."""
    leaves_out_none: bool = False


def add_calls(router: APIRouter, calls: Sequence[ApiCall]) -> None:
    """Have a router serve calls, described with what they give and refuse."""
    for call in calls:
        router.add_api_route(
            call.path,
            call.does,
            methods=[call.method],
            response_model=call.gives,
            response_model_exclude_none=call.leaves_out_none,
            responses=problem_responses(*call.refused),
        )


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the problems of a route: these, and those that every route has."""
    every = sorted({*statuses, 400, 401, 403, 408, 413, 500, 503})
    return {status: {"model": ProblemBody, "description": _MEANINGS[status]} for status in every}


def trimmed_schema(document: dict[str, Any]) -> dict[str, Any]:
    """Return a description without what the framework adds and the server never sends."""
    for methods in document["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("422", None)
    for name in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(name, None)
    return document
