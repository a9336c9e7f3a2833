"""Whole requests: layers, window and summary together, and how one follows on another."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.context.model.layers import SUMMARY_HEAD, ContextLayers, ContextLimits
from assistant.conversation.context.model.request_layout import (
    ComposedRequest,
    ComposerState,
    composed,
    needed_summaries,
    next_window_start,
)
from assistant.conversation.context.model.rolling_summary import RollingSummary
from assistant.conversation.conversation_config import ConversationConfig
from assistant.conversation.history.message_history import HistoryEntry
from assistant.llm.messages_api.messages import ThinkingBlock, ToolResultBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import Profile, ToolSpec
from assistant.llm.messages_api.request_body import request_body
from assistant.llm.model_choice.choice import starter_profile
from assistant.llm.starter.guided.model.guided_prompt import guided_profile
from assistant.llm.starter.guided.prompt_files import guided_prompts
from assistant.protocol.sent_context import Layer
from assistant.questions.model.question import Channel
from assistant.tools.confirmation import DeskConfirmer
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from tests.helpers.clock import ManualClock
from tests.helpers.engine.history_entries import KINDS, LONG, PLAIN, TOOL, Entries, Kind, history
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.unit.conversation.conftest import Nobody, read_layers

CLOCK = ToolSpec(name="clock", description="Tells the time.", input_schema={"type": "object"})
LIMITS = ContextLimits(max_characters=80_000, recent_messages=30, summary=True)


def layers(*, base: int = 4, persona: int = 7, memory: int = 0) -> ContextLayers:
    """Return layers of these lengths."""
    return ContextLayers(
        base="b" * base,
        persona="p" * persona,
        date="now",
        workspace_memory="w" * memory,
        agent_memory="a" * memory,
        personal_memory="m" * memory,
    )


def surroundings(profile: Profile | None = None) -> ConversationConfig:
    """Return what a conversation with this model is held with."""
    model = ScriptedModel() if profile is None else ScriptedModel(profile=profile)
    clock = ManualClock()
    return ConversationConfig(
        client=model,
        layers=read_layers,
        specs=[CLOCK],
        tools=ToolRunner(
            registry=ToolRegistry(confirmer=DeskConfirmer()), clock=clock, timeout_s=10
        ),
        questioner=Nobody(),
        channel=Channel.DESKTOP,
        workspace=Path(),
        agent="agent",
        max_question_rounds=10,
        limits=LIMITS,
        zone=ZoneInfo("UTC"),
        max_tool_rounds=3,
    )


WITH = surroundings()


def compose(
    entries: Sequence[HistoryEntry],
    *,
    standing: ComposerState | None = None,
    limits: ContextLimits = LIMITS,
    sent: ContextLayers | None = None,
    held_with: ConversationConfig = WITH,
) -> ComposedRequest:
    """Compose a request for the turn of the last entry."""
    return composed(
        held_with,
        sent or layers(),
        entries,
        turn_id=entries[-1].turn_id,
        limits=limits,
        standing=standing or ComposerState(),
    )


def body_of(made: ComposedRequest, held_with: ConversationConfig = WITH) -> dict[str, Any]:
    """Return a request as it goes over the wire."""
    return request_body(held_with.client.profile, made.request)


@pytest.mark.requirement("CTX-09", "CTX-10")
def test_layers_and_messages_together_keep_within_the_limit() -> None:
    limits = replace(LIMITS, max_characters=10_000)
    made = compose(history(*LONG * 8), limits=limits, sent=layers(base=1_500))
    system = sum(len(part.text) for part in made.request.system)
    assert system + made.window.size <= 10_000
    assert made.limit == 10_000
    assert made.request.messages[-1].text.endswith("now")


def test_a_model_without_layers_gets_its_prompt_words_alone_and_no_summary() -> None:
    held_with = surroundings(starter_profile())
    standing = ComposerState(summaries=[RollingSummary(upto="t1.3", text="- old")])
    made = compose(
        history(*TOOL * 6),
        held_with=held_with,
        standing=standing,
        limits=replace(LIMITS, summary=False),
    )
    assert [part.text for part in made.request.system] == [starter_profile().system_prompt]
    assert made.request.tools == ()
    assert [m.text for m in made.request.messages] == ["q5", "a5", "q6", "a6", "now"]
    assert "cache_control" not in str(body_of(made, held_with))


def test_a_guided_model_gets_its_prompt_in_the_language_of_the_words_and_all_that_was_done() -> (
    None
):
    profile = guided_profile("small", context_tokens=8192, prompts=guided_prompts(declines=True))
    held_with = surroundings(profile)
    made = compose(history(*TOOL, last="내일 뭐 하지?"), held_with=held_with)

    [part] = made.request.system
    assert part.text == made.system[Layer.BASE] == profile.localized_prompts["ko"]
    assert made.request.tools == ()  # of those there are, none is the question tool
    assert any(isinstance(b, ToolUseBlock) for m in made.request.messages for b in m.content)


def test_the_prompt_s_language_is_that_of_the_user_s_words_and_nobody_else_s() -> None:
    profile = guided_profile("small", context_tokens=8192, prompts=guided_prompts(declines=True))
    entries = Entries()
    entries.reply(entries.ask("What is the weather going to be like?"), "It will be fine.")
    turn = entries.ask("내일 뭐 하지?")
    entries.call(turn, result="It is noon, and the weather is fine in the whole of the country.")
    entries.reply(turn, "I have looked at the clock for you, and it is noon.", partial=True)
    made = compose(entries.all, held_with=surroundings(profile))
    assert made.system[Layer.BASE] == profile.localized_prompts["ko"]


def test_what_tools_gave_back_in_this_turn_and_in_the_one_before_is_at_hand() -> None:
    entries = Entries().turns(TOOL * 3)
    entries.call(entries.ask("now"))
    held = [
        replace(entry, results={block.tool_use_id: {"of": entry.turn_id}})
        if isinstance(block := entry.message.content[0], ToolResultBlock)
        else entry
        for entry in entries.all
    ]
    request = compose(held).request
    assert [list(found.values()) for found in (request.results, request.results_before)] == [
        [{"of": "t4"}],
        [{"of": "t3"}],
    ]


@pytest.mark.requirement("CTX-08", "G-26")
def test_a_summary_of_what_was_dropped_stands_first_in_the_conversation() -> None:
    entries = history(*PLAIN * 20)
    standing = ComposerState(
        anchor="t15.28", summaries=[RollingSummary(upto="t14.27", text="- It rained.")]
    )
    made = compose(entries, standing=standing)
    assert made.request.messages[0].text.startswith(SUMMARY_HEAD + "- It rained.")
    assert made.summary == "- It rained."
    without = compose(entries, standing=standing, limits=replace(LIMITS, summary=False))
    assert "rained" not in str(without.request)


def test_the_summary_counts_against_the_limit() -> None:
    for limit in range(
        17_000, 20_300, 60
    ):  # the span of a message, in steps below a summary's head
        summary_within(limit)


def summary_within(limit: int) -> None:
    entries = history(*LONG * 12)
    text = "- " + "y" * 1_900
    made = compose(
        entries,
        limits=replace(LIMITS, max_characters=limit),
        standing=ComposerState(summaries=[RollingSummary(upto="t1.1", text=text)]),
    )
    size = sum(len(part.text) for part in made.request.system)
    size += sum(len(message.model_dump_json()) for message in made.request.messages)
    assert made.summary == text
    assert size <= limit


class TestWanted:
    """When memory is compressed."""

    def wanted(
        self, entries: list[HistoryEntry], sent: ContextLayers, **limits: int
    ) -> dict[Layer, int]:
        """Return the targets of what is wanted."""
        found = needed_summaries(
            WITH,
            sent,
            entries,
            turn_id=entries[-1].turn_id,
            limits=replace(LIMITS, **limits),
            standing=ComposerState(),
        )
        return {one.layer: one.target for one in found}

    @pytest.mark.requirement("CTX-09", "CTX-10")
    def test_nothing_while_dropping_messages_is_enough(self) -> None:
        entries = history(*LONG * 30)
        assert self.wanted(entries, layers(memory=8_000), max_characters=40_000) == {}

    @pytest.mark.requirement("CTX-11", "CTX-12", "CTX-13", "G-07")
    def test_workspace_and_agent_first(self) -> None:
        entries = history("plain", "plain")
        found = self.wanted(entries, layers(memory=8_000), max_characters=20_000)
        assert set(found) == {Layer.WORKSPACE_MEMORY, Layer.AGENT_MEMORY}

    @pytest.mark.requirement("CTX-11", "CTX-12", "CTX-13", "G-07")
    def test_then_the_personal_memory(self) -> None:
        entries = history("plain", "plain")
        found = self.wanted(entries, layers(memory=8_000), max_characters=8_000)
        assert found == {
            Layer.WORKSPACE_MEMORY: 2_000,
            Layer.AGENT_MEMORY: 2_000,
            Layer.PERSONAL_MEMORY: 3_000,
        }

    def test_base_prompt_and_persona_are_sent_whole_however_long(self) -> None:
        sent = layers(base=30_000, persona=30_000, memory=500)
        entries = history("plain")
        assert self.wanted(entries, sent, max_characters=4_000) == {}
        made = compose(entries, sent=sent, limits=replace(LIMITS, max_characters=4_000))
        assert made.system[Layer.BASE] == sent.base
        assert made.system[Layer.PERSONA].endswith(sent.persona)

    def test_no_memory_no_summary(self) -> None:
        assert self.wanted(history("long"), layers(), max_characters=4_000) == {}


class TestPrefix:
    """What the service has read already stays as it was."""

    def without_marks(self, body: dict[str, Any]) -> list[Any]:
        """Return the messages of a body without marks and thinking."""
        return [
            {
                "role": message["role"],
                "content": [
                    {key: value for key, value in block.items() if key != "cache_control"}
                    for block in message["content"]
                    if block["type"] != "thinking"
                ],
            }
            for message in body["messages"]
        ]

    @given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=25), st.integers(5, 30))
    def test_each_request_begins_with_the_one_before_unless_something_was_dropped(
        self, kinds: list[Kind], recent: int
    ) -> None:
        entries = Entries()
        standing: ComposerState = ComposerState()
        limits = replace(LIMITS, recent_messages=recent, max_characters=20_000)
        before: list[Any] = []
        for kind in kinds:
            turn = entries.ask()
            made = compose(entries.all, standing=standing, limits=limits)
            sent = self.without_marks(body_of(made))
            is_moved = standing.anchor not in {None, made.anchor}
            # A message that nothing was replied to is one with the next: the last may grow.
            stable = before[:-1]
            assert is_moved or sent[: len(stable)] == stable
            assert is_moved or str(sent).startswith(str(before)[:-3])
            before, standing = sent, replace(standing, anchor=made.anchor)
            if kind == "tool":
                entries.call(turn, thinks=True)
                again = compose(entries.all, standing=standing, limits=limits)
                longer = self.without_marks(body_of(again))
                assert again.anchor != made.anchor or longer[: len(sent)] == sent
                before, standing = longer, replace(standing, anchor=again.anchor)
            if kind != "failed":
                entries.reply(turn, "x" * 3_000 if kind == "long" else "")

    def test_thinking_is_sent_in_its_own_turn_alone(self) -> None:
        entries = Entries()
        turn = entries.ask()
        entries.call(turn, thinks=True)
        blocks = [b for m in compose(entries.all).request.messages for b in m.content]
        assert any(isinstance(block, ThinkingBlock) for block in blocks)
        entries.reply(turn)
        entries.ask()
        blocks = [b for m in compose(entries.all).request.messages for b in m.content]
        assert not any(isinstance(block, ThinkingBlock) for block in blocks)


def test_the_window_is_moved_before_it_is_full_and_then_stays() -> None:
    entries = Entries().turns(PLAIN * 14)
    entries.ask()
    made = compose(entries.all, standing=ComposerState(anchor="t1.0"))
    assert made.window.begins == 0
    entries.reply("t15")
    begins = next_window_start(WITH, entries.all, made, standing=ComposerState())
    assert begins > 4
    entries.ask()
    anchor = entries.all[begins].uuid
    assert compose(entries.all, standing=ComposerState(anchor=anchor)).window.begins == begins


def test_with_room_left_the_window_stays() -> None:
    entries = Entries().turns(PLAIN * 5)
    entries.ask()
    made = compose(entries.all)
    entries.reply("t6")
    assert next_window_start(WITH, entries.all, made, standing=ComposerState()) == 0
