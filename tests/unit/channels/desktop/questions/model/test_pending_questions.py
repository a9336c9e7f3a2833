from datetime import UTC, datetime, timedelta

import pytest

from assistant.channels.desktop.questions.model.pending_questions import (
    PendingQuestions,
    PendingState,
    progress,
)
from assistant.protocol.questions import QuestionAsked
from assistant.questions.model.question import Answer, Channel, Draft, Origin, QuestionSet
from tests.unit.channels.desktop.conversation.samples import (
    ORIGIN,
    asked,
    multi,
    options,
    permission,
    single,
    text,
)

NOW = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
BEFORE = NOW - timedelta(hours=1)


@pytest.fixture
def pending() -> PendingQuestions:
    return PendingQuestions(started_at=NOW)


def ask(
    questions: QuestionSet, *, at: datetime | None = None, is_presented: bool = True
) -> QuestionAsked:
    return QuestionAsked(questions=questions, origin=ORIGIN, asked_at=at, is_presented=is_presented)


def standings(pending: PendingQuestions) -> dict[str, PendingState]:
    return {item.id: item.standing for item in pending.items("c")}


def test_a_question_that_was_put_is_being_asked(pending: PendingQuestions) -> None:
    assert pending.asked(ask(asked(single())), NOW)
    assert not pending.asked(ask(asked(single())), NOW)
    assert standings(pending) == {"s": PendingState.ASKED}


def test_a_question_behind_another_waits_for_it(pending: PendingQuestions) -> None:
    for set_id in ("1", "2"):
        pending.asked(ask(asked(single(), set_id=set_id)), NOW)
    pending.placed(front="1", queued={"2"})
    assert standings(pending) == {"1": PendingState.ASKED, "2": PendingState.QUEUED}


def test_a_dialog_closed_without_an_answer_puts_its_question_off(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single())), NOW)
    pending.placed(front=None, aside={"s"})
    assert standings(pending) == {"s": PendingState.PUT_OFF}


def test_a_question_put_off_is_asked_again_when_it_is_put_again(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single())), NOW)
    pending.put_off("s")
    assert standings(pending) == {"s": PendingState.PUT_OFF}
    pending.asked(ask(asked(single())), NOW)
    assert standings(pending) == {"s": PendingState.ASKED}


def test_a_question_of_before_the_start_is_said_to_be(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single(), set_id="old"), at=BEFORE, is_presented=False), NOW)
    pending.asked(ask(asked(single(), set_id="held"), at=NOW, is_presented=False), NOW)
    assert standings(pending) == {"old": PendingState.RESTORED, "held": PendingState.QUEUED}
    assert [item.can_answer for item in pending.items("c")] == [True, False]


def test_the_oldest_comes_first_whenever_it_was_told(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single(), set_id="new")), NOW)
    pending.asked(ask(asked(single(), set_id="old"), at=BEFORE, is_presented=False), NOW)
    assert [item.id for item in pending.items("c")] == ["old", "new"]


def test_putting_a_question_again_does_not_make_it_younger(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single())), BEFORE)
    pending.asked(ask(asked(single())), NOW)
    assert pending.items("c")[0].asked_at == BEFORE


def test_what_is_settled_is_gone(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single())), NOW)
    pending.settled("s")
    pending.settled("s")
    pending.put_off("s")
    pending.drafted("s", Draft())
    assert pending.items("c") == ()


def test_a_question_of_another_conversation_stays_and_says_so(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single())), NOW)
    assert [item.is_elsewhere for item in pending.items("c")] == [False]
    assert [item.is_elsewhere for item in pending.items("d")] == [True]
    assert [item.takes_words for item in pending.items("d")] == [False]


def test_a_question_in_the_chat_of_another_conversation_does_not_hold_up_the_window(
    pending: PendingQuestions,
) -> None:
    pending.asked(ask(asked(single())), NOW)

    def holds_up(conversation_id: str | None) -> bool:
        (item,) = pending.items(conversation_id)
        return item.holds_up

    assert holds_up("c")
    assert not holds_up("another"), "it stands in that conversation's chat alone"
    pending.placed(front="s")
    assert holds_up("another"), "its dialog is before the user"
    pending.placed(front="more", queued={"s"})
    assert holds_up("another")
    pending.placed(front=None, aside={"s"})
    assert not holds_up("c"), "it was put off"


@pytest.mark.parametrize(
    ("is_presented", "is_put_off", "takes"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_words_are_offered_to_what_is_before_presenters(
    is_presented: bool, is_put_off: bool, takes: bool, pending: PendingQuestions
) -> None:
    pending.asked(ask(asked(single()), is_presented=is_presented), NOW)
    if is_put_off:
        pending.put_off("s")
    assert pending.items("c")[0].takes_words is takes


def test_progress_counts_what_the_person_chose_and_not_what_was_preselected() -> None:
    preselected = single("a", options=options("Red", "Green", default="Red"))
    form = asked(preselected, single("b"), text("n"))
    red = Answer(question_id="a", option_ids=("red",))
    assert progress(form, Draft(answers={"a": red})) == (0, 3)
    green = Answer(question_id="a", option_ids=("green",))
    name = Answer(question_id="n", text="x")
    empty = Answer(question_id="b")
    assert progress(form, Draft(answers={"a": green, "b": empty, "n": name})) == (2, 3)


def test_follow_ups_count_once_they_are_open() -> None:
    parent = single("a", follow_ups={"red": (text("f"),)})
    form = asked(parent)
    assert progress(form, Draft()) == (0, 1)
    chosen = Answer(question_id="a", option_ids=("red",))
    assert progress(form, Draft(answers={"a": chosen})) == (1, 2)


def test_the_progress_follows_the_draft(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single("a"), single("b"))), NOW)
    pending.drafted("s", Draft(answers={"a": Answer(question_id="a", option_ids=("red",))}))
    item = pending.items("c")[0]
    assert (item.done, item.total) == (1, 2)


def test_a_permission_can_be_refused_but_not_put_off(pending: PendingQuestions) -> None:
    pending.asked(
        QuestionAsked(
            questions=permission(),
            origin=Origin(channel=Channel.DESKTOP, conversation_id="c"),
        ),
        NOW,
    )
    (item,) = pending.items("c")
    assert not item.can_put_off
    assert item.can_cancel


def test_a_question_that_may_not_be_cancelled_says_so(pending: PendingQuestions) -> None:
    pending.asked(ask(asked(single(), allow_cancel=False)), NOW)
    (item,) = pending.items("c")
    assert item.can_put_off
    assert not item.can_cancel


def test_questions_that_are_alike_stand_together_and_say_how_many(
    pending: PendingQuestions,
) -> None:
    for minute, (set_id, question) in enumerate(
        [("1", single()), ("2", text()), ("3", single(text="And the door?")), ("4", multi())]
    ):
        pending.asked(ask(asked(question, set_id=set_id), at=NOW + timedelta(minutes=minute)), NOW)
    items = pending.items("c")
    assert [(item.id, item.alike) for item in items] == [("1", 2), ("3", 2), ("2", 1), ("4", 1)]
