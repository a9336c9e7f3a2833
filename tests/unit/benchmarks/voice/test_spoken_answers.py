"""Recorded answers, and what was chosen."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.protocol.questions import QuestionClosed
from assistant.questions.formats import parse_tool_input
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Method,
    Provenance,
    QuestionKind,
)
from benchmarks.instant_models import choice_question
from benchmarks.voice.answer_phrases import Phrase, PhraseVerdict, judge, understood
from benchmarks.voice.clips import ClipLibrary, RecordedClip
from benchmarks.voice.spoken_answers import (
    LABELS,
    chosen_places,
    pick_answers,
    spoken_answer,
    spoken_answers,
)


def clip(expect: str, name: str = "a.wav") -> RecordedClip:
    return RecordedClip(
        path=Path(name), kind="digit", label="", language="en", note="", expect=expect
    )


@pytest.mark.parametrize(
    ("expect", "words", "count", "expected"),
    [
        ("2", "the second one", 4, "2"),
        ("4", "four", 4, "4"),
        ("last", "the last one", 4, "4"),
        ("middle", "the one in the middle", 3, "2"),
        ("both", "both of them", 2, "1,2"),
        ("none", "none of those", 4, "!other"),
        ("7", "seven", 9, "7"),
        ("10", "ten", 10, "10"),
        ("0", "zero", 4, "?"),
    ],
)
def test_the_manifest_says_what_an_answer_means(
    expect: str, words: str, count: int, expected: str
) -> None:
    spoken = spoken_answer(clip(expect))
    assert spoken is not None
    assert (len(spoken.labels), spoken.expected) == (count, expected)
    phrase = Phrase(
        lang="en", kind=spoken.kind, labels=spoken.labels, heard=words, expected=expected
    )
    assert judge(expected, understood(phrase)) is PhraseVerdict.RIGHT


@pytest.mark.parametrize("expect", ["", "seven of clubs", "11", "-1", "²"])
def test_other_answers_are_not_judged(expect: str) -> None:
    assert spoken_answer(clip(expect)) is None


def test_latency_is_taken_over_answers_to_what_a_model_may_ask() -> None:
    expects = ["1", "2", "3", "4", "last", "none", "7", "both", "0", "middle"]
    clips = [clip(expect, f"{n}.wav") for n, expect in enumerate(expects)]
    answers = spoken_answers(ClipLibrary(clips, tell=lambda _path: None))
    assert len(answers) == 10
    assert [each.clip.expect for each in pick_answers(answers, count=9, seed=1)] == expects[:5]
    assert len(pick_answers(answers, count=2, seed=1)) == 2


def closed(option: str | None) -> QuestionClosed:
    questions = parse_tool_input(
        choice_question("Which one?", LABELS[:4]), tool_use_id="toolu_1"
    ).questions
    question = questions.questions[0]
    provenance = Provenance(
        channel=Channel.VOICE, method=Method.VOICE, at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    ids = tuple(each.id for each in question.options if each.label == option)
    response = (
        Cancelled(reason=CancelReason.CLIENT)
        if option is None
        else Answered(
            answers=(Answer(question_id=question.id, option_ids=ids),), provenance=provenance
        )
    )
    return QuestionClosed(questions=questions, response=response, channel=Channel.VOICE)


@pytest.mark.parametrize(("option", "places"), [("Green", "3"), ("Red", "1"), (None, None)])
def test_what_was_chosen_is_told_by_its_place(option: str | None, places: str | None) -> None:
    assert chosen_places(closed(option)) == places


def test_several_may_be_chosen_only_where_asked() -> None:
    spoken = spoken_answer(clip("both"))
    assert spoken is not None
    assert spoken.kind is QuestionKind.MULTI
