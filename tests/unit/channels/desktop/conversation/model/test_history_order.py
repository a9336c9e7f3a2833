from assistant.channels.desktop.conversation.model.history_order import interleave_questions
from assistant.protocol.messages import HistoryMessage, PastQuestion
from assistant.questions.model.question import Answer, Channel
from tests.unit.channels.desktop.conversation.samples import HERE, answered, asked, single

MESSAGES = tuple(HistoryMessage(message_id=n, role="user", text=n) for n in ("1", "2"))


def past(set_id: str, after: str | None) -> PastQuestion:
    return PastQuestion(
        questions=asked(single(), set_id=set_id),
        response=answered(Answer(question_id="q", option_ids=("red",))),
        asked_at=HERE.at,
        channel=Channel.DESKTOP,
        after=after,
    )


def order(*questions: PastQuestion) -> list[str]:
    return [
        item.questions.id if isinstance(item, PastQuestion) else item.message_id
        for item in interleave_questions(MESSAGES, questions)
    ]


def test_a_question_stands_below_its_message() -> None:
    assert order(past("b", "2"), past("a", "1")) == ["1", "a", "2", "b"]


def test_questions_of_one_message_keep_their_order() -> None:
    assert order(past("a", "1"), past("b", "1")) == ["1", "a", "b", "2"]


def test_a_question_before_every_message_stands_at_the_top() -> None:
    assert order(past("a", None)) == ["a", "1", "2"]


def test_a_question_whose_message_is_not_shown_is_not_lost() -> None:
    assert order(past("a", "gone")) == ["1", "2", "a"]


def test_words_that_repeat_an_answer_are_left_out_where_the_question_is_shown() -> None:
    answer = HistoryMessage(message_id="3", role="user", text="Selected: Red", answers="a")
    shown = interleave_questions([*MESSAGES, answer], [past("a", "1"), past("b", "3")])
    assert [getattr(item, "message_id", "question") for item in shown] == [
        "1",
        "question",
        "2",
        "question",
    ]
    assert interleave_questions([answer], []) == (answer,)
