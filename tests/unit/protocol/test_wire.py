"""What two processes say to each other."""

import json
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.errors import AnswerRefused, AssistantError, RefusalReason
from assistant.protocol.commands import Command
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded, HistoryMessage, TextPart, ThinkingPart
from assistant.protocol.notices import Notice, NoticeAction, OpenSettings
from assistant.protocol.questions import AmendAnswer, ReturnToQuestion, UndoAnswer
from assistant.protocol.turns import TextDelta
from assistant.protocol.wire import (
    CommandDone,
    CommandFailed,
    CommandSubmitted,
    EventTold,
    Greeting,
    WireError,
    decode_command,
    decode_frame,
    encode,
)
from tests.helpers.protocol.members import member_of

FEW = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def names(kind: type[Any]) -> str:
    return kind.__name__


@pytest.mark.parametrize("kind", get_args(Command), ids=names)
def test_every_command_arrives_as_it_was_submitted(kind: type[Command]) -> None:
    @FEW
    @given(member_of(kind))
    def arrives(command: Command) -> None:
        frame = CommandSubmitted(number=3, command=command)
        assert decode_command(encode(frame)) == frame

    arrives()


@pytest.mark.parametrize("kind", get_args(EngineEvent), ids=names)
def test_every_event_arrives_as_it_was_told(kind: type[EngineEvent]) -> None:
    @FEW
    @given(member_of(kind))
    def arrives(event: EngineEvent) -> None:
        told = decode_frame(encode(EventTold(event=event)))
        assert told == EventTold(event=event)
        assert isinstance(told, EventTold)
        # Not compared: it says where and not what.
        assert getattr(told.event, "conversation_id", None) == getattr(
            event, "conversation_id", None
        )

    arrives()


@pytest.mark.parametrize(
    "frame",
    [
        Greeting(version="0.1.0"),
        CommandDone(number=7),
        CommandFailed(number=7, message="No.", hint="Try again."),
    ],
)
def test_what_is_said_of_commands_arrives(frame: Greeting | CommandDone | CommandFailed) -> None:
    assert decode_frame(encode(frame)) == frame


def test_members_with_the_same_fields_are_told_apart() -> None:
    commands = [kind(questions_id="q") for kind in (AmendAnswer, ReturnToQuestion, UndoAnswer)]
    actions = tuple(
        NoticeAction(label="Do", command=command)
        for command in (*commands, OpenSettings(page="model"), NewConversation())
    )
    notice = Notice(code="some", text="Some.", actions=actions)
    parts = (ThinkingPart(text="hm"), TextPart(text="Yes."))
    history = HistoryLoaded(
        conversation_id="c",
        messages=(HistoryMessage(message_id="m", role="assistant", text="Yes.", parts=parts),),
    )
    for event in (notice, history):
        assert decode_frame(encode(EventTold(event=event))) == EventTold(event=event)


def test_a_refusal_keeps_its_reason() -> None:
    refused = AnswerRefused(RefusalReason.CLOSED, "Closed.", hint="Ask again.")
    failed = decode_frame(encode(CommandFailed.of(4, refused)))
    assert isinstance(failed, CommandFailed)
    error = failed.error()
    assert isinstance(error, AnswerRefused)
    assert (error.reason, error.message, error.hint) == (
        RefusalReason.CLOSED,
        "Closed.",
        "Ask again.",
    )
    plain = CommandFailed.of(4, AssistantError("No.")).error()
    assert not isinstance(plain, AnswerRefused)


def _changed(text: str, **fields: object) -> str:
    said = json.loads(text)
    said["event"] |= fields
    return json.dumps(said)


TOLD = encode(EventTold(event=TextDelta(turn_id="t", text="Hello")))
SUBMITTED = encode(CommandSubmitted(number=1, command=Say(text="Hello")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"event": 5}',
        '{"Greeting": {}}',
        '{"CommandDone": {"number": "many"}}',
        '{"event": {"class": "Say", "fields": {"text": "a command"}}}',
        _changed(TOLD, **{"class": "TextDeltaOfTomorrow"}),
        _changed(TOLD, fields={"turn_id": "t"}),
        SUBMITTED,
    ],
)
def test_what_another_version_says_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(WireError, match="cannot be read") as raised:
        decode_frame(text)
    assert "same version" in raised.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        '{"number": 1}',
        '{"number": "1", "command": {"class": "Say", "fields": {"text": "x"}}}',
        '{"number": 1, "command": {"class": "TextDelta", "fields": {"turn_id": "", "text": ""}}}',
        '{"number": 1, "command": {"class": "Say", "fields": {}}}',
        TOLD,
    ],
)
def test_a_command_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(WireError):
        decode_command(text)


@FEW
@given(st.text())
def test_any_text_is_understood_or_refused(text: str) -> None:
    for decode in (decode_frame, decode_command):
        with pytest.raises(WireError):
            decode(text)
