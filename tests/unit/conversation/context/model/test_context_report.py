"""What is told of a request for people to look at."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.context.model.context_report import (
    OmittedMessages,
    context_report,
    readable,
)
from assistant.conversation.context.model.request_layout import ComposerState
from assistant.conversation.context.model.rolling_summary import RollingSummary
from assistant.conversation.history.message_history import HistoryEntry
from assistant.llm.messages_api.messages import (
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    user_text,
)
from assistant.llm.messages_api.model_client import Profile
from assistant.protocol.sent_context import ContextSent, Layer, SentPart
from tests.helpers.engine.history_entries import KINDS, PLAIN, Entries, history
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE
from tests.unit.conversation.context.model.test_request_layout import LIMITS, compose, layers

LOCAL = Profile(name="local", model="llama")


def told(
    entries: list[HistoryEntry],
    *,
    profile: Profile = SCRIPTED_PROFILE,
    standing: ComposerState | None = None,
    recent: int = 8,
    memory: int = 0,
) -> ContextSent:
    """Compose a request and tell of it."""
    made = compose(
        entries,
        standing=standing,
        limits=replace(LIMITS, recent_messages=recent),
        sent=layers(memory=memory),
    )
    return context_report(
        made,
        turn_id="t",
        profile=profile,
        left_out=OmittedMessages().upto(entries, made.window.begins),
        is_reduced=False,
    )


def parts(sent: ContextSent) -> dict[Layer, SentPart]:
    """Return the parts by their layer."""
    return {part.layer: part for part in sent.parts}


def test_layers_are_told_in_the_order_they_are_sent() -> None:
    standing = ComposerState(summaries=[RollingSummary(upto="t2.3", text="- It rained.")])
    sent = told(history(*PLAIN * 10), standing=standing, memory=10)
    assert [part.layer for part in sent.parts] == list(Layer)
    assert parts(sent)[Layer.SUMMARY].text == "- It rained."
    assert parts(sent)[Layer.SUMMARY].characters == len("- It rained.")


@pytest.mark.parametrize("profile", [SCRIPTED_PROFILE, LOCAL])
def test_only_a_service_that_keeps_prompts_has_marks(profile: Profile) -> None:
    sent = told(history(*PLAIN), profile=profile, memory=10)
    marked = [part.layer for part in sent.parts if part.is_cached]
    expected = [Layer.PERSONAL_MEMORY, Layer.MESSAGES] if profile is SCRIPTED_PROFILE else []
    assert marked == expected


def test_what_was_left_out_is_counted_in_messages_and_characters() -> None:
    sent = told(history(*PLAIN * 10))
    assert sent.messages == 7
    assert sent.left_out == 14
    messages = parts(sent)[Layer.MESSAGES]
    assert messages.full_characters == messages.characters + len("q1a1" * 7)


def test_a_question_that_waits_is_not_counted_as_left_out() -> None:
    sent = told(history(*PLAIN * 10), standing=ComposerState(waiting=frozenset({"t2"})))
    assert sent.messages == 9
    assert sent.left_out == 12


def test_nothing_left_out_is_told_as_nothing() -> None:
    sent = told(history(*PLAIN))
    assert sent.left_out == 0
    messages = parts(sent)[Layer.MESSAGES]
    assert messages.full_characters == messages.characters


@given(
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=12),
    st.lists(st.floats(0, 1), min_size=1, max_size=6),
    st.integers(0, 12),
)
def test_counting_on_gives_the_same_as_counting_anew(
    kinds: list[str], steps: list[float], cut: int
) -> None:
    entries = history(*kinds)  # pyright: ignore[reportArgumentType]  # sampled from the kinds
    left_out = OmittedMessages()
    for number, step in enumerate(steps):
        if number == 3:  # the user goes on from an earlier message
            branch = Entries()
            branch.all = entries[: min(cut, len(entries) - 1) + 1]
            branch.turn("long")
            entries = branch.all
        begins = int(step * (len(entries) - 1))
        left_out = left_out.upto(entries, begins)
        assert left_out == OmittedMessages().upto(entries, begins)


def test_messages_are_readable() -> None:
    call = ToolUseBlock(id="c", name="clock", input={"도시": "서울"})
    picture = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "aGk="})
    text = readable(
        [
            user_text("What time is it?"),
            Message(
                role="assistant",
                content=(
                    ThinkingBlock(thinking="Hm."),
                    RedactedThinkingBlock(data="secret"),
                    TextBlock(text="Let me see."),
                    call,
                ),
            ),
            Message(
                role="user", content=(ToolResultBlock(tool_use_id="c", content="noon"), picture)
            ),
        ]
    )
    assert text == (
        "You:\nWhat time is it?\n\n"
        'Assistant:\n(Hm.)\nLet me see.\n→ clock {"도시": "서울"}\n\n'
        "You:\n← noon\n[a picture]"
    )
