from datetime import UTC, datetime

import pytest

from assistant.channels.desktop.questions.model.answer_wording import (
    card_questions,
    outcome_lines,
    settled_text,
    undo_text,
)
from assistant.locale import use_language
from assistant.questions.form.captions import age_text, asker_text
from assistant.questions.form.outcome_text import is_default_of_timeout
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Markers,
    Method,
    NoneFit,
    Provenance,
    Response,
    TimedOut,
    YouDecide,
)
from tests.unit.channels.desktop.conversation.samples import (
    HERE,
    answered,
    asked,
    boolean,
    multi,
    single,
    text,
)

AT = datetime(2026, 1, 2, 14, 3, tzinfo=UTC)
GREEN = Answer(question_id="q", option_ids=("green",))


def given(
    channel: Channel, method: Method, *, transcript: str | None = None, user: str | None = None
) -> Answered:
    return Answered(
        answers=(GREEN,),
        provenance=Provenance(
            channel=channel, method=method, at=AT, transcript=transcript, user=user
        ),
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (59.9, "just now"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (47 * 3600, "47 h"),
        (48 * 3600, "2 days"),
    ],
)
def test_an_age_is_said_in_its_largest_unit(seconds: float, words: str) -> None:
    assert age_text(seconds) == words


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (given(Channel.DESKTOP, Method.CLICK), "with the mouse, 14:03"),
        (given(Channel.DESKTOP, Method.KEY), "with the keyboard, 14:03"),
        (given(Channel.DESKTOP, Method.TYPED), "in your words, 14:03"),
        (given(Channel.VOICE, Method.VOICE), "by voice, 14:03"),
        (
            given(Channel.VOICE, Method.VOICE, transcript="the second one"),
            "by voice, 14:03 (heard: “the second one”)",
        ),
        (given(Channel.TERMINAL, Method.TYPED), "in the terminal, 14:03"),
        (given(Channel.TELEGRAM, Method.CLICK, user="Ana"), "Ana, on Telegram, 14:03"),
    ],
)
def test_an_answer_says_how_and_when_it_was_given(response: Response, words: str) -> None:
    assert settled_text(response, Channel.DESKTOP, AT, UTC) == words


def test_how_an_answer_was_given_has_the_commas_of_the_language() -> None:
    use_language("zh")
    told = settled_text(given(Channel.DESKTOP, Method.KEY, user="Ana"), Channel.DESKTOP, AT, UTC)
    assert told == "Ana，用键盘，14:03"


@pytest.mark.parametrize(
    ("response", "channel"),
    [
        pytest.param(TimedOut(after_s=5), None, id="time was up"),
        pytest.param(Cancelled(reason=CancelReason.TURN_CANCELLED), None, id="by the program"),
        pytest.param(Cancelled(provenance=HERE), None, id="nobody's channel"),
    ],
)
def test_what_nobody_did_says_no_way(response: Response, channel: Channel | None) -> None:
    assert settled_text(response, channel, AT, UTC) == ""


def test_a_default_taken_when_the_time_was_up_is_not_the_persons_choice() -> None:
    response = given(Channel.DESKTOP, Method.TIMEOUT_DEFAULT)
    assert is_default_of_timeout(response)
    assert outcome_lines(asked(single()), response) == ["⏱ Colour: Green"]
    assert settled_text(response, Channel.DESKTOP, AT, UTC) == (
        "Taken by default when the time was up, 14:03. You did not choose this."
    )


@pytest.mark.parametrize(
    ("response", "first"),
    [
        (answered(GREEN), "✔ Colour: Green"),
        (YouDecide(provenance=HERE), "You left the choice to the assistant."),
        (NoneFit(words="teal", provenance=HERE), "None of these: teal"),
        (Later(provenance=HERE), "Put off until later."),
        (Cancelled(provenance=HERE), "Cancelled"),
        (TimedOut(after_s=5), "⚠ Timed out"),
    ],
)
def test_every_outcome_has_its_words(response: Response, first: str) -> None:
    assert outcome_lines(asked(single()), response)[0] == first
    assert not is_default_of_timeout(response)


def test_the_undo_bar_names_the_answer_in_one_line() -> None:
    form = asked(single("a"), single("b"))
    both = answered(
        Answer(question_id="a", option_ids=("red",)), Answer(question_id="b", option_ids=("blue",))
    )
    assert undo_text(form, both) == "✔ Colour: Red (and 1 more)"
    assert undo_text(asked(single()), answered(GREEN)) == "✔ Colour: Green"


def test_the_asker_is_named_where_it_is_not_the_assistant_here() -> None:
    assert asker_text(asked(single()), is_elsewhere=False) == ""
    named = asked(single(), source="calendar")
    assert asker_text(named, is_elsewhere=True) == "calendar · another conversation"


# The card.


def test_a_card_marks_what_was_chosen() -> None:
    (shown,) = card_questions(asked(single()), answered(GREEN))
    assert [(o.marker, o.label, o.is_chosen) for o in shown.options] == [
        ("1", "Red", False),
        ("2", "Green", True),
        ("3", "Blue", False),
    ]
    assert not shown.is_multi


def test_a_card_has_the_markers_of_the_dialog() -> None:
    (shown,) = card_questions(asked(multi(markers=Markers.LETTERS)), None)
    assert [o.marker for o in shown.options] == ["A", "B", "C"]
    assert shown.is_multi
    assert not any(o.is_chosen for o in shown.options)


@pytest.mark.parametrize(
    ("value", "chosen"), [(True, [True, False]), (False, [False, True]), (None, [False, False])]
)
def test_yes_and_no_are_options_of_a_card(value: bool | None, chosen: list[bool]) -> None:
    response = answered(Answer(question_id="b", boolean=value))
    (shown,) = card_questions(asked(boolean()), response)
    assert [o.is_chosen for o in shown.options] == chosen


def test_a_card_shows_the_follow_ups_that_were_open() -> None:
    form = asked(single("a", follow_ups={"red": (text("f", text="Which red?"),)}))
    red = answered(
        Answer(question_id="a", option_ids=("red",)),
        Answer(question_id="f", text="crimson", note="or scarlet"),
    )
    assert [q.text for q in card_questions(form, None)] == ["Which colour?"]
    parent, follow_up = card_questions(form, red)
    assert (parent.text, follow_up.text, follow_up.note) == (
        "Which colour?",
        "Which red?",
        "or scarlet",
    )
