import pytest

from assistant.channels.desktop.conversation.model.pending_messages import (
    PendingMessages,
    was_typed,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Later,
    Method,
    NoneFit,
    Provenance,
    Response,
    TimedOut,
    YouDecide,
)
from tests.unit.channels.desktop.conversation.samples import HERE

TYPED: Provenance = HERE.model_copy(update={"method": Method.TYPED})
RED = Answer(question_id="q", option_ids=("red",))


@pytest.mark.parametrize(
    ("response", "typed"),
    [
        (Answered(answers=(RED,), provenance=TYPED), True),
        (NoneFit(words="teal", provenance=TYPED), True),
        (YouDecide(provenance=TYPED), True),
        (Answered(answers=(RED,), provenance=HERE), False),
        (Later(provenance=TYPED), False),
        (Cancelled(provenance=TYPED), False),
        (TimedOut(after_s=1), False),
    ],
)
def test_an_answer_in_words_is_one_that_somebody_typed(response: Response, typed: bool) -> None:
    assert was_typed(response) is typed


def test_a_turn_takes_the_oldest_of_equal_words() -> None:
    sent = PendingMessages()
    first, second = (sent.add("yes", offered_to=None) for _ in range(2))
    assert (sent.take("yes"), sent.take("yes"), sent.take("yes")) == (first, second, None)


def test_a_settled_question_takes_what_was_offered_to_it_and_nothing_else() -> None:
    sent = PendingMessages()
    other = sent.add("a message", offered_to=None)
    lines = tuple(sent.add(words, offered_to="s") for words in ("2", "with milk"))
    elsewhere = sent.add("1", offered_to="t")
    assert sent.settle("s") == lines
    assert sent.settle("s") == ()
    assert list(sent) == [other, elsewhere]


def test_words_that_were_no_answer_stay_words() -> None:
    sent = PendingMessages()
    sent.misfit()
    key = sent.add("hm", offered_to="s")
    sent.misfit()
    assert sent.settle("s") == ()
    assert sent.take("hm") == key


def test_words_that_a_turn_took_are_no_answer() -> None:
    sent = PendingMessages()
    sent.add("/x", offered_to="s")
    assert sent.take("/x") is not None
    assert sent.settle("s") == ()


def test_keys_are_not_used_again() -> None:
    sent = PendingMessages()
    key = sent.add("a", offered_to="s")
    sent.clear()
    assert list(sent) == []
    assert sent.settle("s") == ()
    assert sent.add("a", offered_to=None) > key
