"""The stream of events that programs follow, as Server-Sent Events. Engine loop only.

The last events are kept, so that a program that lost its connection goes on where it was. What no
reader has seen for long is gone; the reader is told by an event of the type `missed`, and asks for
the state of its session then.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any, Final

from assistant.protocol.conversation import ConversationOpened, QueuedMessagesChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import Notice
from assistant.protocol.public_events import public_event
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    ReplyRestarted,
    ThinkingDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    UnreadableChoiceFound,
)
from assistant.questions.formats.push_message import dump_pushed
from assistant.questions.model.question import Channel, QuestionSet
from assistant.questions.model.validation import may_answer

KEPT_EVENTS: Final = 2000
"""Events that can be read again."""
MAX_KEPT: Final = 8 * 1024 * 1024
"""Characters of them: a question or a tool's result may be long."""
PING_S: Final = 15.0
"""A line at least this often, so that a dead connection is noticed at both ends."""
RETRY_MS: Final = 1000


_PRIVATE: Final = {"raw", "metadata_source", "tool_use_id"}
"""What a question says for those who asked it."""


def encode_question_set(questions: QuestionSet) -> dict[str, Any]:
    """Return a question set in the program's own form, all that a surface needs to put it."""
    return questions.model_dump(mode="json", exclude=_PRIVATE)


def encode_event(event: EngineEvent) -> dict[str, Any] | None:
    """Return an event as programs are told it, or None.

    The six of `public_events`, three of them with more about them, and what a surface needs besides to
    hold the conversation: `session{model}`, `model{model}`, `message{text, answers}`,
    `waiting{waiting}`, `restarted{text}`, `thinking{text}`, `unreadable_choice{text}`,
    `info{code, text, hint, severity, resolved}` and
    `question_closed{id, version, question_ids, outcome, channel, form, response}`.
    """
    match event:
        case ConversationOpened():
            return {"type": "session", "model": event.model}
        case ModelSwitched():
            return {"type": "model", "model": event.model}
        case TurnStarted():
            return {"type": "message", "text": event.text, "answers": event.answers}
        case QueuedMessagesChanged():
            waiting = [{"id": words_id, "text": text} for words_id, text in event.waiting]
            return {"type": "waiting", "waiting": waiting}
        case ReplyRestarted():
            return {"type": "restarted", "text": event.text}
        case ThinkingDelta():
            return {"type": "thinking", "text": event.text}
        case UnreadableChoiceFound():
            return {"type": "unreadable_choice", "text": event.text}
        case Notice():
            return {
                "type": "info",
                "code": event.code,
                "text": event.text,
                "hint": event.hint,
                "severity": event.severity.value,
                "resolved": event.resolved,
            }
        case QuestionClosed():
            return {
                "type": "question_closed",
                "id": event.questions.id,
                "version": event.questions.version,
                "question_ids": [question.id for question in event.questions.walk()],
                "outcome": event.response.outcome,
                "channel": None if event.channel is None else event.channel.value,
                "form": encode_question_set(event.questions),
                "response": event.response.model_dump(mode="json"),
            }
        case _:
            told = public_event(event)
            return None if told is None else told | _more(event)


def encode_pushed_questions(event: EngineEvent) -> list[dict[str, Any]]:
    """Return the pushed form of each question that an event puts: `ask_user_question`."""
    if not isinstance(event, QuestionAsked) or not event.is_presented or event.asked_at is None:
        return []
    questions = event.questions
    return [
        dump_pushed(question, tool_use_id=questions.tool_use_id, at=event.asked_at)
        | {"version": questions.version}
        for question in questions.questions
    ]


def _more(event: EngineEvent) -> dict[str, Any]:
    """Return what is told of an event beside its six kinds' fields."""
    match event:
        case QuestionAsked():
            return {
                "version": event.questions.version,
                "form": encode_question_set(event.questions),
                "draft": event.draft.model_dump(mode="json"),
                "may_answer": may_answer(event.questions, Channel.API),
            }
        case TurnFinished():
            return {
                "has_user_choice": event.has_user_choice,
                "reason": event.reason,
                "hint": event.hint,
            }
        case TurnFailed():
            return {"cancelled": event.cancelled, "hint": event.hint}
        case _:
            return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    number: int
    session_id: str
    line: str
    """As it is sent."""


class EventLog:
    """Keeps the last events and tells those who follow.

    Args:
        current: The id of the session that is held now.
        kept: How many events can be read again.
        max_kept: How many characters they may have in all.
    """

    def __init__(
        self, *, current: Callable[[], str], kept: int = KEPT_EVENTS, max_kept: int = MAX_KEPT
    ) -> None:
        self._kept = kept
        self._max_kept = max_kept
        self._size = 0
        self._current = current
        self._run = secrets.token_hex(4)
        """Events of another run of the program have other ids."""
        self._events: deque[_Kept] = deque()
        self._last = 0
        self._changed = asyncio.Event()
        self._asked_in: dict[str, str] = {}
        """The session of each open question set."""

    @property
    def last_id(self) -> str:
        """The id of the last event: what follows it is what happens from now on."""
        return self._id(self._last)

    def on_event(self, event: EngineEvent) -> None:
        """Keep an event that concerns programs."""
        session_id = self._session_of(event)
        data = encode_event(event)
        if data is None:
            return
        for one in (data, *encode_pushed_questions(event)):
            self._keep(one, session_id)

    def _keep(self, data: dict[str, Any], session_id: str) -> None:
        self._last += 1
        line = self._line(self._last, {**data, "session_id": session_id})
        self._events.append(_Kept(number=self._last, session_id=session_id, line=line))
        self._size += len(line)
        while len(self._events) > self._kept or self._size > self._max_kept:
            self._size -= len(self._events.popleft().line)
        self._changed.set()
        self._changed = asyncio.Event()

    def _session_of(self, event: EngineEvent) -> str:
        match event:
            case ConversationOpened():
                return event.conversation_id
            case QuestionAsked():
                self._asked_in[event.questions.id] = event.origin.conversation_id
                return event.origin.conversation_id
            case QuestionClosed():
                return self._asked_in.pop(event.questions.id, None) or self._current()
            case _:
                return self._current()

    async def follow(
        self,
        *,
        session_id: str | None,
        after: str | None,
        closing: asyncio.Event,
        ping_s: float = PING_S,
    ) -> AsyncGenerator[str]:
        """Yield the stream, piece by piece, until the server closes.

        Args:
            session_id: Only the events of this session.
            after: The id of the last event that was read (`Last-Event-ID`); None begins now.
            closing: Set when the server closes.
            ping_s: Seconds between signs of life.
        """
        number = self._place(after)
        yield f"retry: {RETRY_MS}\n\n"
        if number is None:
            number = self._last
            yield self._line(number, {"type": "missed"})
        closed = asyncio.create_task(closing.wait(), name="events-closing")
        try:
            while not closing.is_set():
                changed = self._changed
                if self._oldest() > number + 1:
                    number = self._last
                    yield self._line(number, {"type": "missed"})
                for kept in [one for one in self._events if one.number > number]:
                    number = kept.number
                    if session_id in {None, kept.session_id}:
                        yield kept.line
                if number == self._last and not await _first(changed, closed, ping_s):
                    yield ": alive\n\n"
        finally:
            closed.cancel()

    def _place(self, after: str | None) -> int | None:
        """Return the number of an event, or None if what came after it is not known any more."""
        if after is None:
            return self._last
        run, _dash, digits = after.partition("-")
        if run != self._run or not (digits.isascii() and digits.isdigit()) or len(digits) > 15:
            return None
        number = int(digits)
        return number if self._oldest() - 1 <= number <= self._last else None

    def _oldest(self) -> int:
        return self._events[0].number if self._events else self._last + 1

    def _id(self, number: int) -> str:
        return f"{self._run}-{number}"

    def _line(self, number: int, data: dict[str, Any]) -> str:
        text = json.dumps(data, ensure_ascii=True)
        return f"id: {self._id(number)}\nevent: {data['type']}\ndata: {text}\n\n"


async def _first(changed: asyncio.Event, closed: "asyncio.Task[bool]", wait_s: float) -> bool:
    """Wait until something changes or the server closes; False if nothing did for `backoff_s`."""
    waiting = asyncio.create_task(changed.wait(), name="events-changed")
    try:
        done, _pending = await asyncio.wait(
            {waiting, closed}, timeout=wait_s, return_when=asyncio.FIRST_COMPLETED
        )
        return bool(done)
    finally:
        waiting.cancel()
