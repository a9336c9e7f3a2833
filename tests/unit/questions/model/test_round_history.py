from assistant.questions.model.question import Cancelled, QuestionSet
from assistant.questions.model.round_history import RoundHistory
from tests.unit.channels.desktop.conversation.samples import asked, permission, single


def in_round(number: int, set_id: str = "") -> QuestionSet:
    return asked(single(), set_id=set_id or f"s{number}", round=number)


def ids(history: RoundHistory, questions: QuestionSet) -> list[str]:
    return [past.questions.id for past in history.before(questions)]


def test_a_question_has_the_rounds_before_it_oldest_first() -> None:
    history = RoundHistory()
    for number in (1, 2):
        history.remember(in_round(number), Cancelled())
    assert ids(history, in_round(3)) == ["s1", "s2"]
    assert ids(history, in_round(2, "again")) == ["s1"]
    assert ids(history, in_round(1, "first")) == []


def test_a_new_chain_forgets_the_old_one() -> None:
    history = RoundHistory()
    for number in (1, 2, 3):
        history.remember(in_round(number), Cancelled())
    history.remember(in_round(1, "new"), Cancelled())
    assert ids(history, in_round(2, "next")) == ["new"]


def test_an_answer_that_is_changed_takes_the_place_of_the_old_one() -> None:
    history = RoundHistory()
    history.remember(in_round(1), Cancelled())
    history.remember(in_round(1), Cancelled(text="again"))
    (past,) = history.before(in_round(2))
    assert past.response == Cancelled(text="again")


def test_permissions_are_no_rounds() -> None:
    history = RoundHistory()
    history.remember(permission(), Cancelled())
    assert ids(history, in_round(2)) == []


def test_another_conversation_starts_without_rounds() -> None:
    history = RoundHistory()
    history.remember(in_round(1), Cancelled())
    history.forget()
    assert ids(history, in_round(2)) == []
