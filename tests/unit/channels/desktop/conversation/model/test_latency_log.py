from datetime import UTC, datetime

from assistant.channels.desktop.conversation.model.latency_log import KEPT_TURNS, LatencyLog
from assistant.protocol.turns import Timeline, ToolStarted, TurnFinished, TurnTimed
from tests.helpers.clock import ManualClock

AT = datetime(2026, 3, 4, 10, 15, tzinfo=UTC)


def log() -> LatencyLog:
    return LatencyLog(clock=ManualClock(AT))


def timed(turn_id: str, latency_s: float = 0.5) -> TurnTimed:
    return TurnTimed(
        turn_id=turn_id, timeline=Timeline(speech_end=1.0, first_audio=1.0 + latency_s)
    )


def finished(turn_id: str, model: str) -> TurnFinished:
    return TurnFinished(
        turn_id=turn_id, text="yes", stop_reason="end_turn", spoken=True, model=model
    )


def test_a_turn_is_kept_with_the_model_that_replied_whichever_is_told_first() -> None:
    kept = log()
    kept.handle(timed("one", 0.5))
    kept.handle(finished("one", "a-model"))
    kept.handle(finished("two", "rules"))
    kept.handle(timed("two", 0.25))
    assert [(turn.turn_id, turn.model, turn.at) for turn in kept.turns] == [
        ("two", "rules", AT),
        ("one", "a-model", AT),
    ]
    assert [turn.latency.total_s for turn in kept.turns] == [0.25, 0.5]


def test_turns_that_were_typed_or_never_heard_are_not_kept() -> None:
    kept = log()
    kept.handle(TurnTimed(turn_id="t", timeline=Timeline(request=1.0, first_token=2.0)))
    kept.handle(TurnTimed(turn_id="t", timeline=Timeline(speech_end=1.0, first_token=2.0)))
    assert kept.turns == ()


def test_only_the_last_turns_are_kept() -> None:
    kept = log()
    for number in range(KEPT_TURNS + 5):
        kept.handle(timed(str(number)))
    assert [turn.turn_id for turn in kept.turns] == [
        str(number) for number in reversed(range(5, KEPT_TURNS + 5))
    ]


def test_a_tool_before_the_first_sound_is_noted_of_its_own_turn_alone() -> None:
    kept = log()
    kept.handle(ToolStarted(turn_id="one", tool_use_id="u", name="calculator", arguments="{}"))
    kept.handle(timed("one"))
    kept.handle(ToolStarted(turn_id="one", tool_use_id="v", name="calculator", arguments="{}"))
    kept.handle(timed("two"))
    assert [turn.used_tools for turn in kept.turns] == [False, True]
