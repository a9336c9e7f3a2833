"""Whatever happened, what is replayed is something the Messages API accepts."""

from collections.abc import Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.replay import (
    CUT_OFF,
    INTERRUPTED,
    NO_RESULT,
    SAW_CHOICE,
    replay,
)
from assistant.llm.messages_api.messages import (
    Message,
    Role,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from tests.unit.conversation.conftest import entry


def text(words: str) -> TextBlock:
    """Return a text block."""
    return TextBlock(text=words)


def call(call_id: str) -> ToolUseBlock:
    """Return a tool call."""
    return ToolUseBlock(id=call_id, name="clock", input={})


def result(call_id: str) -> ToolResultBlock:
    """Return the result of a call."""
    return ToolResultBlock(tool_use_id=call_id, content="noon")


def test_a_plain_exchange_is_replayed_as_it_was() -> None:
    messages = replay([entry("user", text("Hi")), entry("assistant", text("Hello"))])
    assert [(m.role, m.text) for m in messages] == [("user", "Hi"), ("assistant", "Hello")]


def test_an_interrupted_reply_holds_what_was_heard_and_says_so() -> None:
    messages = replay(
        [entry("user", text("Hi")), entry("assistant", text("One. Two. Three."), heard="One. Tw")]
    )
    assert messages[1].text == "One. Tw" + INTERRUPTED


def test_a_reply_cut_off_before_a_word_was_heard_leaves_only_the_mark() -> None:
    messages = replay([entry("user", text("Hi")), entry("assistant", text("One."), heard="")])
    assert messages[1].text == INTERRUPTED


@pytest.mark.requirement("MSG-18")
def test_a_partial_reply_keeps_its_words_but_no_half_received_call() -> None:
    messages = replay(
        [entry("user", text("Hi")), entry("assistant", text("Let me"), call("c1"), partial=True)]
    )
    assert messages[1].content == (text("Let me"), text(CUT_OFF))


@pytest.mark.requirement("MSG-16")
def test_a_call_whose_result_is_missing_gets_one_before_the_next_words() -> None:
    messages = replay(
        [entry("user", text("Hi")), entry("assistant", call("c1")), entry("user", text("Well?"))]
    )
    assert messages[2].content == (
        ToolResultBlock(tool_use_id="c1", content=NO_RESULT, is_error=True),
        text("Well?"),
    )


@pytest.mark.requirement("MSG-16")
def test_a_result_that_answers_no_call_is_dropped() -> None:
    messages = replay([entry("user", text("Hi")), entry("user", result("gone"))])
    assert [m.content for m in messages] == [(text("Hi"),)]


@pytest.mark.requirement("TF-18")
def test_thinking_is_replayed_in_its_own_turn_alone() -> None:
    thought = ThinkingBlock(thinking="hm", signature="s")
    past = entry("assistant", thought, text("A"), turn_id="old")
    now = entry("assistant", thought, call("c1"), turn_id="new")
    messages = replay(
        [entry("user", text("Q")), past, entry("user", text("R")), now], current_turn="new"
    )
    assert messages[1].content == (text("A"),)
    assert messages[3].content == (thought, call("c1"))


def test_each_message_of_the_person_carries_its_local_time() -> None:
    messages = replay([entry("user", text("Hi"))], zone=ZoneInfo("Asia/Seoul"))
    assert messages[0].content == (text("<sent>2026-03-01 21:00</sent>"), text("Hi"))


def test_the_model_is_told_which_words_were_spoken() -> None:
    spoken = replace(entry("user", text("Hi")), spoken=True)
    messages = replay([spoken], zone=ZoneInfo("UTC"))
    assert messages[0].content == (text("<sent>2026-03-01 12:00, spoken</sent>"), text("Hi"))


def test_tool_results_carry_no_time() -> None:
    messages = replay(
        [
            entry("user", text("Hi")),
            entry("assistant", call("c1")),
            entry("user", result("c1")),
        ],
        zone=ZoneInfo("UTC"),
    )
    assert messages[2].content == (result("c1"),)


CHOICE = (
    '{"type": "user_choice", "question": "DB?", "options": ['
    '{"id": "1", "label": "A"}, {"id": "2", "label": "B"}]}'
)


def test_the_model_sees_the_choice_it_wrote() -> None:
    reply = entry("assistant", text("So:\n" + CHOICE))
    messages = replay([entry("user", text("Hi")), reply, entry("user", text("1"))])
    assert messages[1].text == "So:\n" + CHOICE


def test_a_reply_that_was_interrupted_while_its_choice_was_shown_keeps_the_choice() -> None:
    reply = entry("assistant", text("So, let me ask.\n" + CHOICE), heard="So, let")
    messages = replay([entry("user", text("Hi")), reply, entry("user", text("1"))])
    assert messages[1].text == "So, let" + INTERRUPTED + SAW_CHOICE + CHOICE


def test_a_choice_that_was_never_complete_is_not_said_to_be_seen() -> None:
    reply = entry("assistant", text("So, let me ask.\n" + CHOICE), heard="So", partial=True)
    messages = replay([entry("user", text("Hi")), reply])
    assert CHOICE not in messages[1].text


WORDS = st.sampled_from(["", "a", "b c"]).map(text)
CALL_IDS = st.sampled_from(["c1", "c2", "c3"])


@st.composite
def entries(draw: st.DrawFn) -> HistoryEntry:
    """Draw a message such as a crash, a cancel or a failure may leave behind."""
    role: Role = draw(st.sampled_from(["user", "assistant"]))
    special = CALL_IDS.map(result) if role == "user" else CALL_IDS.map(call)
    content = draw(st.lists(st.one_of(WORDS, special), max_size=4))
    return entry(
        role,
        *content,
        partial=draw(st.booleans()),
        heard=draw(st.sampled_from([None, "", "a"])) if role == "assistant" else None,
    )


@given(st.lists(entries(), max_size=12), st.integers(0, 12), st.lists(entries(), max_size=6))
@pytest.mark.requirement("Q-LIFE-16")
def test_a_branch_from_anywhere_is_valid(
    history: list[HistoryEntry], at: int, branch: list[HistoryEntry]
) -> None:
    check(replay([*history[:at], *branch]))


@pytest.mark.requirement("MSG-16")
@given(st.lists(entries(), max_size=12))
def test_any_history_becomes_valid(history: list[HistoryEntry]) -> None:
    check(replay(history))


def check(messages: Sequence[Message]) -> None:
    """Assert what the Messages API demands."""
    assert all(m.content for m in messages)
    assert [m.role for m in messages] == [
        ("user", "assistant")[i % 2] for i in range(len(messages))
    ]
    open_calls: list[str] = []
    for message in messages:
        results = [b.tool_use_id for b in message.content if isinstance(b, ToolResultBlock)]
        assert results == open_calls
        first = next(
            (i for i, b in enumerate(message.content) if not isinstance(b, ToolResultBlock)), None
        )
        assert first is None or first == len(results), "results come before words"
        open_calls = [b.id for b in message.content if isinstance(b, ToolUseBlock)]
    assert not open_calls
