"""Requests in every language: what is understood, with which values, and what is left to the model."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.intents.recogniser import recognise
from assistant.languages.sentence_table import IntentName
from benchmarks.model.sample_table import read_samples
from benchmarks.requests.request_set import NOW
from tests.helpers.languages import SHIPPED

TABLE = Path(__file__).parents[2] / "data" / "requests" / "sentences.tsv"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of the table."""

    language: str
    said: str
    intent: str
    """Empty where it is for the model."""
    slots: dict[str, Any]


def _sentence(language: str, said: str, intent: str, slots: str) -> Sentence:
    return Sentence(language, said, intent, json.loads(slots or "{}"))


SENTENCES = read_samples(
    TABLE.read_text(encoding="utf-8"), ("language", "said", "intent", "slots"), _sentence
)
UNDERSTOOD = [one for one in SENTENCES if one.intent]
FOR_THE_MODEL = [one for one in SENTENCES if not one.intent]


def named(sentence: Sentence) -> str:
    return f"{sentence.language}-{sentence.said}"


def test_every_language_has_sentences_of_both_kinds() -> None:
    for sentences in (UNDERSTOOD, FOR_THE_MODEL):
        assert {one.language for one in sentences} == set(SHIPPED)


@pytest.mark.parametrize("sentence", UNDERSTOOD, ids=named)
def test_a_request_is_understood_with_its_values(sentence: Sentence) -> None:
    found = recognise(sentence.said, NOW, prefer=sentence.language)
    assert found is not None
    assert (found.name.value, found.language) == (sentence.intent, sentence.language)
    assert dict(found.slots) == sentence.slots


@pytest.mark.parametrize("sentence", FOR_THE_MODEL, ids=named)
def test_what_is_not_understood_whole_is_for_the_model(sentence: Sentence) -> None:
    for prefer in {sentence.language, "en"}:
        assert recognise(sentence.said, NOW, prefer=prefer) is None


@pytest.mark.parametrize("text", ["", "note that this function is recursive\nand explain it"])
def test_nothing_and_what_has_lines_is_for_the_model(text: str) -> None:
    assert recognise(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "name", "slots"),
    [
        ("I'm boiling eggs set a timer for six minutes", "set_timer", {"duration_s": 360}),
        ("set a timer for ten minutes so I don't burn the toast", "set_timer", {"duration_s": 600}),
        (
            "set a timer for ten minutes because the cake is in the oven",
            "set_timer",
            {"duration_s": 600},
        ),
        ("my flight is at nine so set an alarm for six", "set_alarm", {"time": "18:00", "date": 0}),
        ("the baby is asleep turn it down", "volume_down", {}),
        ("put a meeting with Tom in my calendar for Friday at ten", "decline", {}),
    ],
)
def test_in_a_reason_and_in_what_is_refused_any_words_may_stand(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW)
    assert found is not None
    assert (found.name.value, dict(found.slots)) == (name, slots)


MESSAGE = "tell my wife I'll be home at six"


@pytest.mark.parametrize(
    ("languages", "words", "free"),
    [
        ({"en"}, ["zork", "blimey", "whereas", "übel"], {"text"}),
        ({"ko", "zh"}, ["뷁", "뚫훍송", "龘", "驫麤"], {"text", "items", "label"}),
    ],
    ids=["English", "Korean and Chinese"],
)
@given(data=st.data())
def test_a_word_nobody_knows_before_or_after_a_request_leaves_it_to_the_model(
    languages: set[str], words: list[str], free: set[str], data: st.DataObject
) -> None:
    """Unless free text at the end takes up any word."""
    closed = [
        one.said
        for one in UNDERSTOOD
        if one.language in languages and not free & one.slots.keys() and one.said != MESSAGE
    ]
    said, word = data.draw(st.sampled_from(closed)), data.draw(st.sampled_from(words))
    for changed in (f"{word} {said}", f"{said.rstrip('?.=')} {word}"):
        found = recognise(changed, NOW)
        assert found is None or word in str(found.slots)


@given(st.text(max_size=60))
def test_any_text_can_be_looked_at(text: str) -> None:
    recognise(text, NOW)


@given(
    sentence=st.sampled_from([one for one in UNDERSTOOD if one.language in {"en", "ko", "zh"}]),
    data=st.data(),
)
def test_signs_and_blanks_around_a_request_do_not_matter(
    sentence: Sentence, data: st.DataObject
) -> None:
    signs = data.draw(st.sampled_from(["!", " ?", "...", ","]))
    said = f"{sentence.said.rstrip('=')}{signs}"
    found = recognise(said if sentence.language == "en" else f"  {sentence.said} 。", NOW)
    assert found is not None
    assert found.name.value == sentence.intent


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("cancel tomorrow's alarm", 1),
        ("cancel monday's alarms", 5),
        ("cancel tonight's reminder", 0),
        ("i don't need tomorrow's alarm", 1),
        ("cancel tomorrow's wake up call", 1),
    ],
)
def test_what_is_cancelled_is_that_of_the_day(text: str, date: int) -> None:
    found = recognise(text, NOW)
    assert found is not None
    assert found.name is IntentName.CANCEL_TIMER
    assert found.slots["date"] == date
    assert "label" not in found.slots
