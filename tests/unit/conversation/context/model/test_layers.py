"""The layers of a request, and what may be sent of them."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from assistant.conversation.context.model.layers import (
    SUMMARY_HEAD,
    ContextLayers,
    ContextLimits,
    describe_date,
    limit_for,
    memories_of,
    offered_tools,
    prepend_summary,
    recent_for,
    size_of_tools,
    system_parts,
    system_texts,
)
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import Profile, ToolSpec
from assistant.protocol.sent_context import Layer

LAYERS = ContextLayers(
    base="BASE",
    persona="PERSONA",
    date="DATE",
    workspace_memory="WORKSPACE",
    agent_memory="AGENT",
    personal_memory="PERSONAL",
)
ABLE = Profile(name="anthropic", model="m")
SMALL = Profile(
    name="starter",
    model="s",
    tools=False,
    system_prompt="You are a helpful assistant.",
    max_messages=3,
)
CLOCK = ToolSpec(name="clock", description="Tells.", input_schema={"type": "object"})
LIMITS = ContextLimits(max_characters=80_000, recent_messages=30)


@pytest.mark.requirement("CTX-01", "TF-01")
def test_the_layers_stand_in_their_order() -> None:
    texts = [part.text for part in system_parts(system_texts(LAYERS, ABLE))]
    assert [text.rsplit("\n", 1)[-1] for text in texts] == [
        "BASE",
        "PERSONA",
        "DATE",
        "WORKSPACE",
        "AGENT",
        "PERSONAL",
    ]


def test_only_the_last_layer_marks_the_end_of_the_cache() -> None:
    parts = system_parts(system_texts(LAYERS, ABLE))
    assert [part.cache for part in parts] == [False] * 5 + [True]


def test_an_empty_layer_is_left_out() -> None:
    layers = replace(LAYERS, persona="", workspace_memory=" \n", agent_memory="")
    assert list(system_texts(layers, ABLE)) == [Layer.BASE, Layer.DATE, Layer.PERSONAL_MEMORY]


def test_a_model_without_layers_gets_its_own_prompt_and_has_no_memory_to_compress() -> None:
    assert system_texts(LAYERS, SMALL) == {Layer.BASE: "You are a helpful assistant."}
    assert memories_of(LAYERS, SMALL) == {}
    assert recent_for(LIMITS, SMALL) == 3


def test_a_prompt_that_is_written_in_several_languages_is_sent_in_the_users() -> None:
    several = replace(SMALL, localized_prompts={"ko": "조수입니다."})
    assert system_texts(LAYERS, several, language="ko") == {Layer.BASE: "조수입니다."}
    assert system_texts(LAYERS, several, language="fr") == {
        Layer.BASE: "You are a helpful assistant."
    }


def test_of_tools_that_a_model_knows_anyway_the_name_is_enough() -> None:
    knows = replace(SMALL, own_tools=frozenset({"clock"}), context_characters=100)
    other = ToolSpec(name="other", description="Else.", input_schema={})
    named = ToolSpec(name="clock", description="", input_schema={})

    assert offered_tools(ABLE, [CLOCK, other]) == (CLOCK, other)
    assert offered_tools(knows, [CLOCK, other]) == (named,)
    assert offered_tools(SMALL, [CLOCK]) == ()
    assert limit_for(LIMITS, knows, [CLOCK, other]) == 100 - size_of_tools([named])


def test_a_model_that_reads_little_is_offered_the_tools_that_fit_into_a_third_of_it() -> None:
    large = replace(CLOCK, name="large", description="Tells. " * 100)
    size = size_of_tools([CLOCK])
    tools = [CLOCK, large, replace(CLOCK, name="watch"), replace(CLOCK, name="third")]
    little = replace(ABLE, context_characters=6 * size)

    assert [tool.name for tool in offered_tools(little, tools)] == ["clock", "watch"]
    assert offered_tools(replace(ABLE, context_characters=100_000), tools) == tuple(tools)
    assert limit_for(LIMITS, little, tools) == 4 * size


@pytest.mark.requirement("CTX-11", "CTX-12", "CTX-13", "G-07")
def test_base_prompt_and_persona_are_never_among_what_may_be_compressed() -> None:
    assert set(memories_of(LAYERS, ABLE)) == {
        Layer.WORKSPACE_MEMORY,
        Layer.AGENT_MEMORY,
        Layer.PERSONAL_MEMORY,
    }


def test_the_summary_stands_before_the_first_words() -> None:
    first, second = prepend_summary([user_text("one"), user_text("two")], "- It rained.")
    assert first.text == SUMMARY_HEAD + "- It rained." + "one"
    assert second == user_text("two")


def test_without_a_summary_the_messages_stay_as_they_are() -> None:
    assert prepend_summary([user_text("one")], "") == (user_text("one"),)
    assert prepend_summary([], "- It rained.") == ()


def test_tools_count_against_what_the_model_can_take_but_not_against_the_setting() -> None:
    assert limit_for(LIMITS, ABLE, [CLOCK]) == 80_000
    narrow = replace(ABLE, context_characters=1_000)
    assert limit_for(LIMITS, narrow, []) == 1_000
    assert limit_for(LIMITS, narrow, [CLOCK]) == 1_000 - len('clockTells.{"type": "object"}')
    assert limit_for(LIMITS, replace(narrow, tools=False), [CLOCK]) == 1_000


@pytest.mark.requirement("CTX-04")
def test_the_date_names_day_time_and_zone() -> None:
    at = datetime(2026, 3, 1, 9, 5, tzinfo=ZoneInfo("Asia/Seoul"))
    assert describe_date(at).startswith(
        "It is Sunday, 2026-03-01, 09:05 when this session starts (KST, UTC+09:00)."
    )
