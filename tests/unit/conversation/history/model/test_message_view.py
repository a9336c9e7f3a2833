from datetime import timedelta

import pytest

from assistant.conversation.history.model.message_view import to_message_views
from assistant.llm.messages_api.messages import (
    Block,
    ImageBlock,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.protocol.messages import ImagePart, TextPart, ThinkingPart, ToolPart
from tests.unit.conversation.conftest import NOON, entry

PICTURE = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "aGk="})


def words(text: str) -> TextBlock:
    return TextBlock(text=text)


def test_a_reply_keeps_its_parts_in_their_order() -> None:
    shown = to_message_views(
        [
            entry("user", words("Time?"), spoken=True),
            entry(
                "assistant",
                ThinkingBlock(thinking="A clock is needed.", signature="s"),
                RedactedThinkingBlock(data="x"),
                words("I look"),
                words(" it up."),
                ToolUseBlock(id="u", name="clock", input={"zone": "서울"}),
                stop_reason="tool_use",
            ),
            entry("user", ToolResultBlock(tool_use_id="u", content="12:00"), uuid="3"),
            entry(
                "assistant",
                words("Noon."),
                stop_reason="end_turn",
                finished_at=NOON + timedelta(seconds=2.5),
            ),
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
            entry("assistant", ToolUseBlock(id="u", name="f", input={})),
            entry("user", ToolResultBlock(tool_use_id="u", content="c", is_error=is_error)),
        ]
    )
    (part,) = shown.parts
    assert isinstance(part, ToolPart)
    assert part.is_error is is_error


def test_a_call_that_was_never_answered_has_no_result() -> None:
    (shown,) = to_message_views([entry("assistant", ToolUseBlock(id="u", name="f", input={}))])
    (part,) = shown.parts
    assert isinstance(part, ToolPart)
    assert part.result is None


def test_pictures_stand_in_messages_and_at_results() -> None:
    remote = ImageBlock(source={"type": "url", "url": "https://example.org/x.png"})
    picture = ImagePart(media_type="image/png", data="aGk=")
    own, call = to_message_views(
        [
            entry("user", PICTURE, remote, words("What is this?")),
            entry("assistant", ToolUseBlock(id="u", name="f", input={})),
            entry("user", ToolResultBlock(tool_use_id="u", content=""), PICTURE, remote),
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
    (shown,) = to_message_views([entry("assistant", *content, partial=stored_partial)])
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
    (shown,) = to_message_views([entry("assistant", words("x"), stop_reason=stop, partial=partial)])
    assert shown.ends_turn is ends


def test_rounds_count_the_persons_own_words() -> None:
    shown = to_message_views(
        [
            entry("user", words("a"), turn_id="1"),
            entry("assistant", words("b"), turn_id="1", stop_reason="end_turn"),
            entry("user", words("Selected: x"), turn_id="2", answers="q"),
            entry("assistant", words("c"), turn_id="2", stop_reason="end_turn"),
            entry("user", words("d"), turn_id="3", uuid="5"),
        ],
        siblings={"5": ("4b", "5")},
    )
    assert [message.round for message in shown] == [1, None, None, None, 2]
    assert [message.siblings for message in shown] == [(), (), (), (), ("4b", "5")]


def test_a_choice_in_the_words_is_not_shown() -> None:
    choice = '{"type":"user_choice","question":"Which?","options":[{"id":"a","label":"A"}]}'
    told = f"Pick one.\n\n```json\n{choice}\n```"
    (shown,) = to_message_views([entry("assistant", words(told), stop_reason="end_turn")])
    assert "user_choice" not in shown.text
    assert shown.text.startswith("Pick one.")
    assert shown.parts == (TextPart(text=shown.text),)
