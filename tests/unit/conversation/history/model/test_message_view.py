from datetime import UTC, datetime, timedelta

import pytest

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.message_view import to_message_views
from assistant.llm.messages_api.messages import (
    Block,
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    Role,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.protocol.messages import ImagePart, TextPart, ThinkingPart, ToolPart

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PICTURE = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "aGk="})


def entry(
    uuid: str,
    role: Role,
    *content: Block,
    turn: str = "t",
    partial: bool = False,
    stop: str | None = None,
    answers: str | None = None,
    spoken: bool = False,
    finished: float | None = None,
) -> HistoryEntry:
    return HistoryEntry(
        uuid=uuid,
        parent_uuid=None,
        turn_id=turn,
        message=Message(role=role, content=content),
        created_at=NOON,
        partial=partial,
        stop_reason=stop,
        answers=answers,
        spoken=spoken,
        finished_at=None if finished is None else NOON + timedelta(seconds=finished),
    )


def words(text: str) -> TextBlock:
    return TextBlock(text=text)


def test_a_reply_keeps_its_parts_in_their_order() -> None:
    shown = to_message_views(
        [
            entry("1", "user", words("Time?"), spoken=True),
            entry(
                "2",
                "assistant",
                ThinkingBlock(thinking="A clock is needed.", signature="s"),
                RedactedThinkingBlock(data="x"),
                words("I look"),
                words(" it up."),
                ToolUseBlock(id="u", name="clock", input={"zone": "서울"}),
                stop="tool_use",
            ),
            entry("3", "user", ToolResultBlock(tool_use_id="u", content="12:00")),
            entry("4", "assistant", words("Noon."), stop="end_turn", finished=2.5),
        ]
    )
    own, call, reply = shown
    assert (own.text, own.spoken, own.round, own.said_at) == ("Time?", True, 1, NOON)
    assert call.parts == (
        ThinkingPart(text="A clock is needed."),
        TextPart(text="I look it up."),
        ToolPart(
            tool_use_id="u",
            name="clock",
            arguments='{"zone": "서울"}',
            result="12:00",
            result_id="3",
        ),
    )
    assert (call.ends_turn, call.took_s, call.stop_reason) == (False, None, "tool_use")
    assert (reply.ends_turn, reply.took_s, reply.stop_reason) == (True, 2.5, "end_turn")
    assert reply.ended_at == NOON + timedelta(seconds=2.5)


@pytest.mark.requirement("MSG-10", "MSG-11")
@pytest.mark.parametrize("is_error", [True, False])
def test_a_call_says_whether_it_failed(is_error: bool) -> None:
    (shown,) = to_message_views(
        [
            entry("1", "assistant", ToolUseBlock(id="u", name="f", input={})),
            entry("2", "user", ToolResultBlock(tool_use_id="u", content="c", is_error=is_error)),
        ]
    )
    (part,) = shown.parts
    assert isinstance(part, ToolPart)
    assert part.is_error is is_error


def test_a_call_that_was_never_answered_has_no_result() -> None:
    (shown,) = to_message_views([entry("1", "assistant", ToolUseBlock(id="u", name="f", input={}))])
    (part,) = shown.parts
    assert isinstance(part, ToolPart)
    assert part.result is None


def test_pictures_stand_in_messages_and_at_results() -> None:
    remote = ImageBlock(source={"type": "url", "url": "https://example.org/x.png"})
    picture = ImagePart(media_type="image/png", data="aGk=")
    own, call = to_message_views(
        [
            entry("1", "user", PICTURE, remote, words("What is this?")),
            entry("2", "assistant", ToolUseBlock(id="u", name="f", input={})),
            entry("3", "user", ToolResultBlock(tool_use_id="u", content=""), PICTURE, remote),
        ]
    )
    assert own.parts == (picture, TextPart(text="What is this?"))
    (part,) = call.parts
    assert isinstance(part, ToolPart)
    assert part.images == (picture,), "what would have to be fetched is left out"


@pytest.mark.parametrize(
    ("content", "stored_partial", "shown_partial"),
    [
        ((words("half a sen"),), True, True),
        ((words("whole"),), False, False),
        ((ThinkingBlock(thinking="hm"),), False, True),
        ((), False, True),
        ((ToolUseBlock(id="u", name="f", input={}),), False, False),
        ((words('{"type": "choice", "prompt": "Which?"}'),), False, False),
    ],
    ids=["cut", "whole", "only reasoning", "empty", "only a call", "only a choice"],
)
def test_a_reply_that_was_cut_or_is_empty_is_marked(
    content: tuple[Block, ...], stored_partial: bool, shown_partial: bool
) -> None:
    (shown,) = to_message_views([entry("1", "assistant", *content, partial=stored_partial)])
    assert shown.partial is shown_partial
    assert not shown.ends_turn


@pytest.mark.parametrize(
    ("stop", "partial", "ends"),
    [
        ("end_turn", False, True),
        ("max_tokens", False, True),
        ("refusal", False, True),
        ("tool_use", False, False),
        (None, True, False),
        ("end_turn", True, False),
    ],
)
def test_a_turn_ends_with_the_message_that_the_model_ended(
    stop: str | None, partial: bool, ends: bool
) -> None:
    (shown,) = to_message_views([entry("1", "assistant", words("x"), stop=stop, partial=partial)])
    assert shown.ends_turn is ends


def test_rounds_count_the_persons_own_words() -> None:
    shown = to_message_views(
        [
            entry("1", "user", words("a"), turn="1"),
            entry("2", "assistant", words("b"), turn="1", stop="end_turn"),
            entry("3", "user", words("Selected: x"), turn="2", answers="q"),
            entry("4", "assistant", words("c"), turn="2", stop="end_turn"),
            entry("5", "user", words("d"), turn="3"),
        ],
        siblings={"5": ("4b", "5")},
    )
    assert [message.round for message in shown] == [1, None, None, None, 2]
    assert [message.siblings for message in shown] == [(), (), (), (), ("4b", "5")]


def test_a_choice_in_the_words_is_not_shown() -> None:
    choice = '{"type":"user_choice","question":"Which?","options":[{"id":"a","label":"A"}]}'
    told = f"Pick one.\n\n```json\n{choice}\n```"
    (shown,) = to_message_views([entry("1", "assistant", words(told), stop="end_turn")])
    assert "user_choice" not in shown.text
    assert shown.text.startswith("Pick one.")
    assert shown.parts == (TextPart(text=shown.text),)
