import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

import pytest

from assistant.channels.web.api.event_stream import EventLog, encode_event, encode_question_set
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import TextDelta, ThinkingDelta, TurnFinished
from assistant.protocol.voice import MicrophoneLevel
from assistant.questions.model.question import Channel
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import AT, ORIGIN, choice, question_set
from tests.helpers.questions.builders import chose as answered


def says(text: str) -> TextDelta:
    return TextDelta(turn_id="t1", text=text)


class Reader:
    """Reads a stream event by event."""

    def __init__(self, stream: AsyncGenerator[str]) -> None:
        self._stream = stream
        self.last_id: str | None = None

    async def event(self) -> dict[str, Any]:
        """Return the next event."""
        async with asyncio.timeout(PATIENCE_S):
            async for piece in self._stream:
                if piece.startswith("id: "):
                    head, kind, data, *_rest = piece.splitlines()
                    self.last_id = head.removeprefix("id: ")
                    event = json.loads(data.removeprefix("data: "))
                    assert kind == f"event: {event['type']}"
                    return event
        raise EOFError

    async def close(self) -> None:
        await self._stream.aclose()


@pytest.fixture
def log() -> EventLog:
    return EventLog(current=lambda: "c1", kept=5)


async def follow(log: EventLog, after: str | None = None, **more: Any) -> Reader:
    """Begin to read; the stream has told how long to wait before coming back."""
    closing = more.pop("closing", None) or asyncio.Event()
    stream = log.follow(
        session_id=more.pop("session_id", None), after=after, closing=closing, **more
    )
    assert await anext(stream) == "retry: 1000\n\n"
    return Reader(stream)


@pytest.mark.requirement("Q-MODEL-38", "Q-MODEL-39", "API-17")
async def test_each_question_is_pushed_in_the_form_of_the_question_tool(log: EventLog) -> None:
    reader = await follow(log)
    asked = question_set(choice(id="q1"), choice(id="q2")).model_copy(update={"version": 3})
    event = QuestionAsked(questions=asked, origin=ORIGIN, asked_at=AT, conversation_id="c1")
    log.on_event(event)
    assert (await reader.event())["type"] == "ask_user"
    for question_id in ("q1", "q2"):
        pushed = await reader.event()
        assert pushed["question"]["question_id"] == question_id
        assert pushed | {"question": {}} == {
            "type": "ask_user_question",
            "question": {},
            "tool_use_id": "set1",
            "timestamp": "2026-01-02T03:04:05.000Z",
            "version": 3,
            "session_id": "c1",
        }
    log.on_event(replace(event, is_presented=False))
    log.on_event(says("x"))
    assert (await reader.event())["type"] == "text"
    await reader.close()


@pytest.mark.parametrize(
    ("event", "told"),
    [
        pytest.param(
            ThinkingDelta(turn_id="t1", text="Hm"),
            {"type": "thinking", "text": "Hm"},
            id="thinking",
        ),
        pytest.param(says("Hi"), {"type": "text", "text": "Hi"}, id="text"),
        pytest.param(
            Notice(code="x", text="y", hint="z", severity=Severity.INFO),
            {
                "type": "info",
                "code": "x",
                "text": "y",
                "hint": "z",
                "severity": Severity.INFO.value,
                "resolved": False,
            },
            id="notice",
        ),
        pytest.param(
            QuestionClosed(
                questions=question_set(),
                response=answered("1"),
                channel=Channel.DESKTOP,
            ),
            {
                "type": "question_closed",
                "id": "set1",
                "version": 1,
                "question_ids": ["q1"],
                "outcome": "answered",
                "channel": "desktop",
                "form": encode_question_set(question_set()),
                "response": answered("1").model_dump(mode="json"),
            },
            id="closed",
        ),
        pytest.param(MicrophoneLevel(dbfs=-20.0), None, id="its own business"),
    ],
)
@pytest.mark.requirement("Q-MODEL-59")
def test_what_a_program_is_told(event: Any, told: dict[str, Any] | None) -> None:
    assert encode_event(event) == told


def test_what_the_asker_noted_for_itself_is_not_told() -> None:
    noted = question_set().model_copy(update={"raw": "secret", "metadata_source": "secret"})
    assert "secret" not in json.dumps(encode_question_set(noted))


async def test_events_come_in_order_with_their_session(log: EventLog) -> None:
    reader = await follow(log)
    for text in "ab":
        log.on_event(says(text))
    assert await reader.event() == {"type": "text", "text": "a", "session_id": "c1"}
    assert (await reader.event())["text"] == "b"
    await reader.close()


async def test_what_was_before_is_not_told_to_who_begins_now(log: EventLog) -> None:
    log.on_event(says("before"))
    reader = await follow(log)
    log.on_event(says("after"))
    assert (await reader.event())["text"] == "after"
    await reader.close()


@pytest.mark.requirement("API-17")
async def test_who_comes_back_goes_on_where_they_were(log: EventLog) -> None:
    reader = await follow(log)
    for text in "abc":
        log.on_event(says(text))
    assert (await reader.event())["text"] == "a"
    await reader.close()
    again = await follow(log, reader.last_id)
    assert (await again.event())["text"] == "b"
    assert (await again.event())["text"] == "c"
    await again.close()


@pytest.mark.parametrize(
    "after", [pytest.param(text, id=text or "empty") for text in ("", "x", "0-1", "-", "1", "é-1")]
)
async def test_an_id_of_another_run_is_told_that_something_is_missing(
    log: EventLog, after: str
) -> None:
    reader = await follow(log, after)
    assert await reader.event() == {"type": "missed"}
    log.on_event(says("a"))
    assert (await reader.event())["text"] == "a"
    await reader.close()


@pytest.mark.requirement("API-17")
async def test_who_was_away_too_long_is_told_so(log: EventLog) -> None:
    reader = await follow(log)
    log.on_event(says("a"))
    await reader.event()
    await reader.close()
    for number in range(10):
        log.on_event(says(str(number)))
    again = await follow(log, reader.last_id)
    assert await again.event() == {"type": "missed"}
    log.on_event(says("next"))
    assert (await again.event())["text"] == "next"
    await again.close()


async def test_long_events_are_kept_as_far_as_there_is_room() -> None:
    log = EventLog(current=lambda: "c1", max_kept=3000)
    log.on_event(says("first"))
    reader = await follow(log, after=log.last_id)
    for letter in "abc":
        log.on_event(says(letter * 1200))
    assert (await reader.event())["type"] == "missed"
    log.on_event(says("x" * 5000))  # alone too long to keep
    assert (await reader.event())["type"] == "missed"
    log.on_event(says("again"))
    assert (await reader.event())["text"] == "again"
    await reader.close()


@pytest.mark.requirement("API-17")
async def test_a_slow_reader_costs_nothing_and_is_told_what_it_missed(log: EventLog) -> None:
    reader = await follow(log)
    log.on_event(says("a"))
    assert (await reader.event())["text"] == "a"
    for number in range(10):
        log.on_event(says(str(number)))
    assert await reader.event() == {"type": "missed"}
    await reader.close()


@pytest.mark.requirement("API-17")
async def test_only_one_session_is_followed_if_wanted(log: EventLog) -> None:
    reader = await follow(log, session_id="c2")
    log.on_event(says("of c1"))
    elsewhere = ORIGIN.model_copy(update={"conversation_id": "c2"})
    questions = question_set(choice(), id="set2")
    log.on_event(QuestionAsked(questions=questions, origin=elsewhere))
    log.on_event(QuestionClosed(questions=questions, response=answered("1"), channel=None))
    asked = await reader.event()
    assert (asked["type"], asked["id"], asked["session_id"]) == ("ask_user", "set2", "c2")
    closed = await reader.event()
    assert (closed["type"], closed["session_id"]) == ("question_closed", "c2")
    await reader.close()


async def test_a_quiet_stream_shows_that_it_is_alive(log: EventLog) -> None:
    stream = log.follow(session_id=None, after=None, closing=asyncio.Event(), ping_s=0)
    assert await anext(stream) == "retry: 1000\n\n"
    assert await anext(stream) == ": alive\n\n"
    await stream.aclose()


async def test_the_stream_ends_with_the_server(log: EventLog) -> None:
    closing = asyncio.Event()
    reader = await follow(log, closing=closing)
    log.on_event(TurnFinished(turn_id="t1", text="Done.", stop_reason="end_turn", spoken=False))
    assert (await reader.event())["type"] == "done"
    closing.set()
    with pytest.raises(EOFError):
        await reader.event()
