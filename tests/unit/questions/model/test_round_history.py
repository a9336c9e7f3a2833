from assistant.questions.model.question import Answer, Answered, Cancelled, Later, QuestionSet
from assistant.questions.model.round_history import RoundHistory
from tests.unit.channels.desktop.conversation.samples import HERE, asked, permission, single


def in_round(number: int, set_id: str = "") -> QuestionSet:
    return asked(single(), set_id=set_id or f"s{number}", round=number)


def answered(option_id: str) -> Answered:
    return Answered(answers=(Answer(question_id="q", option_ids=(option_id,)),), provenance=HERE)


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


def test_a_chain_of_one_is_over_when_the_next_begins() -> None:
    history = RoundHistory()
    history.remember(in_round(1, "old"), Cancelled())
    history.remember(in_round(1, "new"), Cancelled())
    assert ids(history, in_round(2)) == ["new"]


def test_what_was_put_off_is_a_round_once_it_is_answered() -> None:
    history = RoundHistory()
    later = Later(provenance=HERE)
    for put_off, number in (("old", 1), ("s1", 1)):
        history.remember(in_round(number, put_off), later)
    history.remember(in_round(2), Cancelled())
    assert ids(history, in_round(3)) == ["s2"]
    history.remember(in_round(1), Cancelled())
    assert ids(history, in_round(3)) == ["s1", "s2"]
    history.remember(in_round(1, "old"), Cancelled())
    assert ids(history, in_round(3)) == ["s1", "s2"]


def changed(questions: QuestionSet) -> QuestionSet:
    return questions.model_copy(update={"id": "copy", "amends": questions.id})


def test_a_changed_answer_stands_in_the_round_it_was_given_in() -> None:
    history = RoundHistory()
    for number in (1, 2):
        history.remember(in_round(number), answered("green"))
    history.remember(changed(in_round(1)), Cancelled())
    history.remember(changed(in_round(1)), answered("blue"))
    assert [(past.questions.id, past.response) for past in history.before(in_round(3))] == [
        ("s1", answered("blue")),
        ("s2", answered("green")),
    ]


def test_a_changed_answer_of_an_earlier_chain_is_no_round_of_this_one() -> None:
    history = RoundHistory()
    for name in ("old", "s1"):
        history.remember(in_round(1, name), answered("green"))
    history.remember(changed(in_round(1, "old")), answered("blue"))
    assert ids(history, in_round(2)) == ["s1"]


def test_a_question_that_was_gone_back_to_is_a_round_where_the_old_one_is_gone() -> None:
    history = RoundHistory()
    history.remember(in_round(1), answered("green"))
    history.remember(changed(in_round(2)), answered("blue"))
    assert ids(history, in_round(3)) == ["s1", "copy"]


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
