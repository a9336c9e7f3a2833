from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assistant.channels.desktop.conversation.model.latency_log import TimedTurn
from assistant.channels.desktop.conversation.model.turn_latency import LatencyPart, TurnLatency
from assistant.channels.desktop.settings.model.latency_advice import (
    SLOW_S,
    LatencySettings,
    latency_advice,
)
from assistant.settings.schema import controls

AT = datetime(2026, 3, 4, 10, 15, tzinfo=UTC)
BUILT_IN = "qwen2.5-coder-1.5b-instruct"
DEFAULTS = LatencySettings(
    turn_end="balanced",
    learn_pauses=True,
    speculate="sparing",
    stt_model="whisper-base",
    voice="en_US-joe-medium",
    starter_model="auto",
)
QUICK = TurnLatency(0.25, 0.2, 0.1, 0.1)


def turn(
    latency: TurnLatency = QUICK, *, model: str = BUILT_IN, used_tools: bool = False
) -> TimedTurn:
    return TimedTurn(turn_id="t", at=AT, latency=latency, model=model, used_tools=used_tools)


def slow(part: LatencyPart) -> TurnLatency:
    return replace(QUICK, **{part.value: 1.2})


@pytest.mark.parametrize(
    ("part", "settings", "model", "field", "words"),
    [
        pytest.param(
            LatencyPart.HEARD,
            {"turn_end": "patient"},
            BUILT_IN,
            "voice_turn_end",
            "“Balanced”",
            id="patient",
        ),
        pytest.param(
            LatencyPart.HEARD,
            {"learn_pauses": False},
            BUILT_IN,
            "voice_learn_pauses",
            "learn",
            id="never learns",
        ),
        pytest.param(LatencyPart.HEARD, {}, BUILT_IN, "voice_turn_end", "“Quick”", id="balanced"),
        pytest.param(
            LatencyPart.HEARD, {"turn_end": "quick"}, BUILT_IN, "", "talk key", id="quick"
        ),
        pytest.param(LatencyPart.UNDERSTOOD, {}, BUILT_IN, "", "whisper-tiny-en", id="base"),
        pytest.param(
            LatencyPart.UNDERSTOOD,
            {"stt_model": "whisper-tiny-en"},
            BUILT_IN,
            "",
            "busy",
            id="tiny",
        ),
        pytest.param(
            LatencyPart.MODEL,
            {"speculate": "off"},
            "big",
            "voice_speculate",
            "big takes 1.2 s",
            id="asked late",
        ),
        pytest.param(
            LatencyPart.MODEL,
            {},
            "big",
            "llm_profile",
            "big takes 1.2 s to begin. A smaller",
            id="a service",
        ),
        pytest.param(
            LatencyPart.MODEL,
            {},
            BUILT_IN,
            "llm_starter_model",
            "built-in model takes 1.2 s",
            id="built in",
        ),
        pytest.param(
            LatencyPart.MODEL,
            {"starter_model": "smollm2-135m-instruct"},
            BUILT_IN,
            "",
            "busy",
            id="the smallest",
        ),
        pytest.param(LatencyPart.VOICE, {}, BUILT_IN, "voice_voice", "“low”", id="medium voice"),
        pytest.param(
            LatencyPart.VOICE, {"voice": "en_US-amy-low"}, BUILT_IN, "", "busy", id="low voice"
        ),
    ],
)
def test_a_slow_part_has_its_advice(
    part: LatencyPart, settings: dict[str, object], model: str, field: str, words: str
) -> None:
    in_use = replace(DEFAULTS, **settings)
    (advice,) = latency_advice([turn(slow(part), model=model)] * 3, in_use)
    assert (advice.part, advice.field) == (part, field)
    assert words in advice.text
    assert "1.2 s" in advice.text
    named = {f"{section}_{key}" for section in ("llm", "voice") for key in controls(section)}
    assert not advice.field or advice.field in named


def test_nothing_is_advised_where_no_part_is_slow_or_nothing_is_known() -> None:
    assert latency_advice([turn()], DEFAULTS) == ()
    assert latency_advice([], DEFAULTS) == ()
    at_the_limit = TurnLatency(*(SLOW_S[part] for part in LatencyPart))
    assert latency_advice([turn(at_the_limit)], DEFAULTS) == ()


def test_what_gains_most_stands_first() -> None:
    latency = TurnLatency(heard=0.8, understood=2.0, model=1.0, voice=0.1)
    advice = latency_advice([turn(latency)], DEFAULTS)
    assert [one.part for one in advice] == [
        LatencyPart.UNDERSTOOD,
        LatencyPart.MODEL,
        LatencyPart.HEARD,
    ]


def test_one_slow_turn_of_many_is_no_reason_to_change_anything() -> None:
    turns = [turn(), turn(slow(LatencyPart.UNDERSTOOD)), turn()]
    assert latency_advice(turns, DEFAULTS) == ()


def test_the_model_that_answered_last_is_judged_by_its_own_turns_without_tools() -> None:
    slow_one = slow(LatencyPart.MODEL)
    quick_now = [turn(model="small"), *[turn(slow_one, model="big")] * 5]
    assert latency_advice(quick_now, DEFAULTS) == ()
    with_tools = [turn(slow_one, model="big", used_tools=True)] * 3
    assert latency_advice(with_tools, DEFAULTS) == ()
    by_rules = [turn(model="rules"), *[turn(slow_one, model="big")] * 2]
    (advice,) = latency_advice(by_rules, DEFAULTS)
    assert advice.text.startswith("big takes 1.2 s")
