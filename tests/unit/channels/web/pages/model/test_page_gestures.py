"""What the page sends, and what it does to the question's card."""

from typing import Any

import pytest
from pydantic import ValidationError

from assistant.channels.web.pages.model.actions import read_action
from assistant.channels.web.pages.model.page_gestures import gestures_of
from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.card.gestures import (
    Cancel,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    RefuseAll,
    Reset,
    Review,
    Revise,
    SelectOption,
    Skip,
    StopAsking,
    Submit,
    WordsFor,
    WriteWords,
)
from tests.helpers.web.page_forms import does

_OTHER = OpenWords(words_for=WordsFor.OTHER, question_id="q")


@pytest.mark.parametrize(
    ("what", "fields", "expected"),
    [
        ("shown", {}, ()),
        ("touched", {}, ()),
        ("choose", {"option": "2"}, (SelectOption(question_id="q", option_id="2"),)),
        (
            "choose",
            {"option": "2", "is_final": True},
            (ChooseOption(question_id="q", option_id="2"),),
        ),
        ("open_other", {}, (_OTHER,)),
        ("open_other", {"is_open": False}, (_OTHER, CloseWords())),
        (
            "write_other",
            {"words": "Figs"},
            (WriteWords(question_id="q", words_for=WordsFor.OTHER, words="Figs"),),
        ),
        (
            "write_text",
            {"words": "Joan"},
            (WriteWords(question_id="q", words_for=WordsFor.ANSWER, words="Joan"),),
        ),
        (
            "write_note",
            {"words": "slowly"},
            (WriteWords(question_id="q", words_for=WordsFor.NOTE, words="slowly"),),
        ),
        ("confirm", {}, (Confirm(question_id="q"),)),
        ("confirm", {"by": "key"}, (Confirm(question_id="q"),)),
        ("confirm", {"by": "typed"}, (Confirm(question_id="q", by_words=True),)),
        ("open", {}, (Revise(question_id="q"),)),
        ("skip", {}, (Skip(question_id="q"),)),
        ("review", {}, (Review(),)),
        ("submit", {}, (Submit(),)),
        ("reset", {}, (Reset(),)),
        ("you_decide", {}, (LetAssistantDecide(),)),
        ("later", {}, (PutOff(),)),
        ("stop_asking", {}, (StopAsking(),)),
        ("none_fit", {"words": "a list"}, (RefuseAll(words="a list"),)),
        ("cancel", {}, (Cancel(),)),
        ("cancel", {"words": "too dear"}, (Cancel(reason="too dear"),)),
    ],
)
def test_each_action_is_a_gesture_of_the_card(
    what: str, fields: dict[str, Any], expected: tuple[Gesture, ...]
) -> None:
    about_one = what in {"confirm", "open", "skip", "choose", "open_other"} or "write" in what
    action = does(what, **({"question": "q"} if about_one else {}), **fields)
    assert gestures_of(action) == expected


@pytest.mark.parametrize("what", ["reopen", "end"])
def test_what_only_a_time_out_takes_is_refused(what: str) -> None:
    with pytest.raises(AnswerRefused) as refused:
        gestures_of(does(what))
    assert refused.value.reason is RefusalReason.NOT_ALLOWED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"do": "open_sesame"}',
        '{"do": "choose", "question": "q1"}',
        '{"do": "cancel", "more": 1}',
        '{"do": "cancel", "by": "voice"}',
        '{"do": "write_note", "question": "q1", "words": "%s"}' % ("x" * 4001),
    ],
)
def test_what_is_no_action_is_not_read(text: str) -> None:
    with pytest.raises(ValidationError):
        read_action(text)
