"""The stages of a spoken turn."""

from dataclasses import fields

import pytest

from assistant.protocol.turns import Timeline
from assistant.voice.turn_taking.timeline import TimelineRecorder, TurnStage


def test_every_stage_is_a_field_of_the_time_line() -> None:
    assert [stage.value for stage in TurnStage] == [field.name for field in fields(Timeline)]


@pytest.mark.parametrize("stage", list(TurnStage))
def test_the_first_mark_of_a_stage_stands(stage: TurnStage) -> None:
    recorder = TimelineRecorder()
    recorder.mark(stage, 0.0)
    recorder.mark(stage, 2.0)
    assert getattr(recorder.timeline, stage.value) == 0.0


def test_what_was_not_reached_is_none() -> None:
    recorder = TimelineRecorder()
    recorder.mark(TurnStage.TRANSCRIPT, 1.5)
    assert recorder.timeline == Timeline(transcript=1.5)
