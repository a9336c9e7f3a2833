"""Words that correct the answer just given, in every language; all others are none."""

from collections.abc import Sequence

import pytest

from assistant.conversation.intents.answer_change import strip_correction
from assistant.questions.form.answer_correction import parse_correction
from assistant.questions.model.question import Answer, Option, Question, QuestionKind

CITY = Question(
    id="city",
    kind=QuestionKind.SINGLE,
    text="Where to?",
    options=(
        Option(id="r", label="Rome"),
        Option(id="p", label="Paris"),
        Option(id="m", label="Milan"),
    ),
)
BOOK = Question(id="book", kind=QuestionKind.BOOLEAN, text="Shall I book it?")


def correct(
    question: Question, given: Answer, said: str, replies: Sequence[str] = ()
) -> Answer | None:
    """Read words as they are in a conversation."""
    words = strip_correction(said)
    return None if words is None else parse_correction(question, given, words, replies=replies)


PARIS = Answer(question_id="city", option_ids=("p",))
YES = Answer(question_id="book", boolean=True)


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("actually, the first", "r"),
        ("Actually, Rome", "r"),
        ("no, Rome", "r"),
        ("No, wait, the first one.", "r"),
        ("sorry, I meant Milan", "m"),
        ("I meant the third", "m"),
        ("Oh, actually make it Rome please", "r"),
        ("아니, 첫 번째", "r"),
        ("아니 잠깐, 첫 번째로 해줘", "r"),
        ("不对，第一个", "r"),
        ("等等，我要第一个", "r"),
        ("いや、やっぱり一番目", "r"),
        ("nein, doch das erste", "r"),
        ("ach nein, das erste", "r"),
        ("non, plutôt le premier", "r"),
        ("finalement le premier", "r"),
        ("no, mejor el primero", "r"),
        ("perdón, quería decir el primero", "r"),
        ("eigentlich lieber das erste", "r"),
        ("en fait, le premier", "r"),
        ("其实第一个", "r"),
        ("还是第一个吧", "r"),
        ("실은 첫 번째", "r"),
        ("やっぱり最初の", "r"),
        ("change it to the first", "r"),
        ("I’d rather have Milan", "m"),
    ],
)
def test_a_correction_chooses_another_option(said: str, option: str) -> None:
    assert correct(CITY, PARIS, said) == Answer(question_id="city", option_ids=(option,))


@pytest.mark.parametrize(
    "said",
    [
        "",
        "...",
        "Rome",
        "the first",
        "no",
        "No thanks",
        "no, not Paris",
        "actually Paris",
        "actually, the first time I was there it rained",
        "actually, what about the first?",
        "hold on, is Rome expensive?",
        "No, Rome is too expensive",
        "no rome",
        "actually forget it",
        "actually, neither",
        "actually, Rome and Milan",
        "actually, the fourth",
        "wait, Rome?",
        "nowhere, Rome",
        "Normandy, Rome",
        "actually",
        "not Rome",
    ],
)
def test_other_words_are_no_correction(said: str) -> None:
    assert correct(CITY, PARIS, said) is None


@pytest.mark.parametrize(
    "said", ["actually no", "Wait, no!", "No, don't!", "No, no!", "等等，不要"]
)
def test_a_yes_is_corrected_to_a_no(said: str) -> None:
    assert correct(BOOK, YES, said) == Answer(question_id="book", boolean=False)


@pytest.mark.parametrize(
    "said", ["no", "No!", "No thanks", "actually, yes", "no wait, yes", "아니"]
)
def test_a_bare_no_takes_no_yes_back(said: str) -> None:
    assert correct(BOOK, YES, said) is None


@pytest.mark.parametrize(
    "reply",
    ["Window or aisle?", "창가로 할까요? ", "**Which?**", "Hotels:\n- Ritz\n- Astoria", "1. One"],
)
def test_after_a_reply_that_asks_or_lists_only_a_name_counts(reply: str) -> None:
    assert correct(CITY, PARIS, "actually, the first", replies=[reply]) is None
    assert correct(BOOK, YES, "actually no", replies=[reply]) is None
    named = correct(CITY, PARIS, "actually, Rome", replies=[reply])
    assert named is not None
    assert named.option_ids == ("r",)


def test_a_reply_that_only_tells_leaves_places_open() -> None:
    found = correct(CITY, PARIS, "actually, the first", replies=["Paris it is."])
    assert found is not None


def test_of_several_chosen_the_words_leave_open_which_stay() -> None:
    several = CITY.model_copy(update={"kind": QuestionKind.MULTI})
    assert correct(several, PARIS, "actually, Rome") is None


def test_words_of_the_users_own_are_not_corrected_but_replace_an_option() -> None:
    text = Question(id="name", kind=QuestionKind.TEXT, text="What name?")
    given = Answer(question_id="name", text="Ann")
    assert correct(text, given, "actually, Bob") is None
    other = Answer(question_id="city", other="Oslo")
    found = correct(CITY, other, "actually, Rome")
    assert found is not None
    assert found.option_ids == ("r",)
