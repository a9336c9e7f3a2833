"""Events of the running program as another surface hears them: read back from JSON. Pure."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

from pydantic import TypeAdapter, ValidationError

from assistant.call_ending import read_ending
from assistant.protocol.conversation import ConversationOpened, QueuedMessagesChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded, HistoryMessage
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import (
    AnswersListed,
    PastAnswer,
    QuestionAsked,
    QuestionClosed,
    QuestionsListed,
    QuestionStanding,
    UnansweredQuestion,
)
from assistant.protocol.turns import (
    ReplyRestarted,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    UnreadableChoiceFound,
)
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response

_TURN: Final = "attached"
"""The stream does not say which turn an event belongs to; one follows another."""
_responses: Final[TypeAdapter[Response]] = TypeAdapter(Response)


def decode_event(data: Mapping[str, Any]) -> EngineEvent | None:
    """Return what an event of the stream says, or None if it is nothing for a surface.

    What a newer program tells that this one does not understand is None too.
    """
    try:
        match data.get("type"):
            case "ask_user":
                return decode_question(data, session_id=str(data["session_id"]))
            case "question_closed":
                return QuestionClosed(
                    questions=QuestionSet.model_validate(data["form"]),
                    response=_responses.validate_python(data["response"]),
                    channel=None if data["channel"] is None else Channel(data["channel"]),
                )
            case "info":
                return Notice(
                    code=str(data["code"]),
                    text=str(data["text"]),
                    hint=str(data["hint"]),
                    severity=Severity(data["severity"]),
                    resolved=bool(data["resolved"]),
                )
            case _:
                return _of_turn(data)
    except (KeyError, TypeError, ValueError, ValidationError):
        return None


def _of_turn(data: Mapping[str, Any]) -> EngineEvent | None:
    match data.get("type"):
        case "session":
            return ConversationOpened(
                conversation_id=str(data["session_id"]), resumed=False, model=str(data["model"])
            )
        case "model":
            return ModelSwitched(model=str(data["model"]))
        case "message":
            return TurnStarted(
                turn_id=_TURN, text=str(data["text"]), spoken=False, answers=data["answers"]
            )
        case "waiting":
            waiting = cast("Sequence[Mapping[str, Any]]", data["waiting"])
            return QueuedMessagesChanged(
                waiting=tuple((str(one["id"]), str(one["text"])) for one in waiting)
            )
        case "restarted":
            return ReplyRestarted(turn_id=_TURN, text=str(data["text"]), attempt=1)
        case "unreadable_choice":
            return UnreadableChoiceFound(turn_id=_TURN, text=str(data["text"]))
        case "text":
            return TextDelta(turn_id=_TURN, text=str(data["text"]))
        case "done":
            return TurnFinished(
                turn_id=_TURN,
                text=str(data["text"]),
                stop_reason="end_turn",
                spoken=False,
                has_user_choice=bool(data["has_user_choice"]),
                reason=str(data["reason"]),
                hint=str(data["hint"]),
            )
        case "error":
            is_cancelled = bool(data["cancelled"])
            return TurnFailed(
                turn_id=_TURN,
                text="",
                reason="" if is_cancelled else str(data["error"]),
                hint=str(data["hint"]),
                cancelled=is_cancelled,
            )
        case _:
            return _of_tool(data)


def _of_tool(data: Mapping[str, Any]) -> EngineEvent | None:
    match data.get("type"):
        case "tool_start":
            return ToolStarted(
                turn_id=_TURN,
                tool_use_id=str(data["id"]),
                name=str(data["name"]),
                arguments=_json(data["input"]),
            )
        case "tool_result":
            result = cast("Mapping[str, Any]", data["result"])
            return ToolFinished(
                turn_id=_TURN,
                tool_use_id=str(data["id"]),
                name=str(data["name"]),
                content=str(result["output"]),
                is_error=not result["success"],
                ending=read_ending(result.get("ending")),
            )
        case _:
            return None


def decode_question(data: Mapping[str, Any], *, session_id: str) -> QuestionAsked:
    """Return a question as it is put.

    Raises:
        KeyError: If something is missing.
        ValidationError: If it is no question.
    """
    return QuestionAsked(
        questions=QuestionSet.model_validate(data["form"]),
        origin=Origin(channel=Channel.TERMINAL, conversation_id=session_id),
        draft=Draft.model_validate(data["draft"]),
    )


def decode_unanswered(data: Mapping[str, Any]) -> QuestionsListed:
    """Return the list of questions without an answer.

    Raises:
        KeyError: If something is missing.
        ValueError: If it is no such list.
    """
    listed = cast("Sequence[Mapping[str, Any]]", data["questions"])
    return QuestionsListed(
        questions=tuple(
            UnansweredQuestion(
                questions=QuestionSet.model_validate(one["form"]),
                origin=Origin(
                    channel=Channel(one["channel"]), conversation_id=str(one["session_id"])
                ),
                asked_at=datetime.fromisoformat(one["asked_at"]),
                standing=QuestionStanding(one["standing"]),
                draft=Draft.model_validate(one["draft"]),
            )
            for one in listed
        ),
        listed_at=datetime.fromisoformat(data["listed_at"]),
    )


def decode_past_answers(data: Mapping[str, Any]) -> AnswersListed:
    """Return the list of settled questions.

    Raises:
        KeyError: If something is missing.
        ValueError: If it is no such list.
    """
    listed = cast("Sequence[Mapping[str, Any]]", data["answers"])
    return AnswersListed(
        answers=tuple(
            PastAnswer(
                questions=QuestionSet.model_validate(one["form"]),
                response=_responses.validate_python(one["response"]),
                asked_at=datetime.fromisoformat(one["asked_at"]),
            )
            for one in listed
        ),
        listed_at=datetime.fromisoformat(data["listed_at"]),
    )


def decode_messages(session_id: str, messages: Sequence[Mapping[str, Any]]) -> HistoryLoaded:
    """Return what was said before."""
    return HistoryLoaded(
        conversation_id=session_id,
        messages=tuple(
            HistoryMessage(message_id=str(place), role=str(one["role"]), text=str(one["text"]))
            for place, one in enumerate(messages)
        ),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
