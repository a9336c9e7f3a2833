"""What to change about slow replies, from the figures of the last spoken turns. Pure.

One table of rules: a part of the latency, what must hold of the settings, and what is said then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.channels.desktop.conversation.model.latency_log import TimedTurn
from assistant.channels.desktop.conversation.model.turn_latency import (
    LatencyPart,
    median_latency,
)
from assistant.channels.desktop.widgets.model.model_label import is_built_in, model_label
from assistant.channels.desktop.widgets.model.short_text import seconds_text
from assistant.locale import _, mark
from assistant.protocol.messages import BY_RULES

SLOW_S: Final = {
    LatencyPart.HEARD: 0.6,
    LatencyPart.UNDERSTOOD: 0.5,
    LatencyPart.MODEL: 0.7,
    LatencyPart.VOICE: 0.4,
}
"""Seconds above which a part is worth a change; people take about 0.2 s for all four."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LatencySettings:
    """The settings that the latency depends on."""

    turn_end: str
    learn_pauses: bool
    speculate: str
    stt_model: str
    voice: str
    starter_model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LatencyAdvice:
    """What to change, in the user's language, and the field that does it, as `open_page` names it."""

    part: LatencyPart
    text: str
    page: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    part: LatencyPart
    text: str
    """With `{time}`, and `{model}` if it names the model."""
    applies: Callable[[LatencySettings, str], bool] = lambda _settings, _model: True
    """Whether the settings, and the model that answered last, are as the rule has them."""
    page: str = ""
    field: str = ""


_RULES: Final = (
    _Rule(
        part=LatencyPart.HEARD,
        applies=lambda settings, _model: settings.turn_end == "patient",
        text=mark(
            "You are given {time} to go on, because the pause allowed is set to patient."
            " “Balanced” answers sooner."
        ),
        page="voice",
        field="voice_turn_end",
    ),
    _Rule(
        part=LatencyPart.HEARD,
        applies=lambda settings, _model: not settings.learn_pauses,
        text=mark(
            "It takes {time} until it is clear that you are done. Let Parley learn from your"
            " pauses, so that it waits no longer than you need."
        ),
        page="voice",
        field="voice_learn_pauses",
    ),
    _Rule(
        part=LatencyPart.HEARD,
        applies=lambda settings, _model: settings.turn_end == "balanced",
        text=mark(
            "It takes {time} until it is clear that you are done. “Quick” answers sooner, but may"
            " cut you off when you pause."
        ),
        page="voice",
        field="voice_turn_end",
    ),
    _Rule(
        part=LatencyPart.HEARD,
        text=mark(
            "It takes {time} until it is clear that you are done. Hold the talk key while you"
            " speak: your turn ends when you let go."
        ),
    ),
    _Rule(
        part=LatencyPart.UNDERSTOOD,
        applies=lambda settings, _model: settings.stt_model == "whisper-base",
        text=mark(
            "Recognising your words takes {time}, which other programs may be part of. If you speak"
            ' English alone, stt_model = "whisper-tiny-en" in settings.toml is quicker.'
        ),
    ),
    _Rule(
        part=LatencyPart.UNDERSTOOD,
        text=mark(
            "Recognising your words takes {time}: close programs that keep this computer busy."
        ),
    ),
    _Rule(
        part=LatencyPart.MODEL,
        applies=lambda settings, _model: settings.speculate == "off",
        text=mark(
            "{model} takes {time} to begin. Let Parley ask it before you are surely done: that"
            " time passes while it makes sure."
        ),
        page="voice",
        field="voice_speculate",
    ),
    _Rule(
        part=LatencyPart.MODEL,
        applies=lambda _settings, model: not is_built_in(model),
        text=mark(
            "{model} takes {time} to begin. A smaller model, or one on this computer, begins"
            " sooner."
        ),
        page="model",
        field="llm_profile",
    ),
    _Rule(
        part=LatencyPart.MODEL,
        applies=lambda settings, _model: settings.starter_model != "smollm2-135m-instruct",
        text=mark(
            "The built-in model takes {time} to begin on this computer. A smaller one begins"
            " sooner and knows less."
        ),
        page="model",
        field="llm_starter_model",
    ),
    _Rule(
        part=LatencyPart.MODEL,
        text=mark(
            "The built-in model takes {time} to begin: close programs that keep this computer busy."
        ),
    ),
    _Rule(
        part=LatencyPart.VOICE,
        applies=lambda settings, _model: not settings.voice.endswith("low"),
        text=mark(
            "The first sound of the voice takes {time} to make. A voice whose name ends in “low” is"
            " made sooner."
        ),
        page="voice",
        field="voice_voice",
    ),
    _Rule(
        part=LatencyPart.VOICE,
        text=mark(
            "The first sound of the voice takes {time} to make: close programs that keep this"
            " computer busy."
        ),
    ),
)


def latency_advice(
    turns: Sequence[TimedTurn], settings: LatencySettings
) -> tuple[LatencyAdvice, ...]:
    """Return what to change, what gains most first; empty if no part is slow.

    Args:
        turns: The last turns, the newest first.
        settings: Those in use.
    """
    medians = median_latency([turn.latency for turn in turns])
    if medians is None:
        return ()
    model, begins_s = _model_start(turns)
    took = {part: medians.of(part) for part in LatencyPart} | {LatencyPart.MODEL: begins_s}
    slow = sorted(
        (part for part in LatencyPart if took[part] > SLOW_S[part]),
        key=lambda part: SLOW_S[part] - took[part],
    )
    advice: list[LatencyAdvice] = []
    for part in slow:
        rule = next(
            (rule for rule in _RULES if rule.part is part and rule.applies(settings, model)), None
        )
        if rule is not None:
            text = _(rule.text).format(time=seconds_text(took[part]), model=model_label(model))
            advice.append(LatencyAdvice(part=part, text=text, page=rule.page, field=rule.field))
    return tuple(advice)


def _model_start(turns: Sequence[TimedTurn]) -> tuple[str, float]:
    """Return the model that answered last and how long it takes to begin, tools aside."""
    asked = [turn for turn in turns if turn.model not in {"", BY_RULES} and not turn.used_tools]
    if not asked:
        return "", 0.0
    model = asked[0].model
    by_it = median_latency([turn.latency for turn in asked if turn.model == model])
    return model, 0.0 if by_it is None else by_it.model
