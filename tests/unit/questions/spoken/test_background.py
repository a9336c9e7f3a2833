"""What is told aloud beside a question and its options: unasked, and when asked for."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages.question_request import QuestionRequest
from assistant.questions.form.form_state import FormState
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Answered,
    Draft,
    NoneFit,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.model.round_history import EarlierRound
from assistant.questions.spoken.background import (
    UNASKED_S,
    AskedQuestion,
    QuestionPlace,
    last_asked,
    opening_lines,
    speaking_s,
    tell,
)
from assistant.questions.spoken.read_aloud import (
    SpokenLine,
    pages,
    read_options,
    read_page,
    read_question,
    said_label,
)
from assistant.questions.spoken.request_parser import parse_question_request
from tests.helpers.questions.builders import by_click, choice, chose, question_set
from tests.helpers.questions.strategies import question_sets
from tests.unit.questions.spoken.phrases import MULTI, SINGLE, TEXT, YES_NO

LONG = "We are moving the billing service. " + "It has run on one machine for nine years. " * 20
GIST = "We are moving the billing service."
MORE = "There is more to this; say “read the note”."
NOTE = "There is a note to this; say “read the note”."


def texts(lines: Sequence[SpokenLine]) -> list[str]:
    return [line.text for line in lines]


def placed(
    question: Question = SINGLE,
    *,
    title: str = "",
    description: str = "",
    context: str = "",
    round: int = 1,
    total_rounds: int | None = None,
    purpose: Purpose = Purpose.ASK,
    source: str = "",
    asker: Asker | None = None,
    number: int = 1,
    of: int = 1,
    chosen: Answer | None = None,
    given: tuple[AskedQuestion, ...] = (),
    before: AskedQuestion | None = None,
) -> QuestionPlace:
    """Return a question in a set of its own."""
    question = question.model_copy(update={"context": context})
    update = {
        "title": title,
        "description": description,
        "round": round,
        "total_rounds": total_rounds,
        "purpose": purpose,
        "source": source,
        "asker": asker,
    }
    return QuestionPlace(
        questions=question_set(question).model_copy(update=update),
        question=question,
        number=number,
        of=of,
        chosen=chosen,
        given=given,
        before=before,
    )


# Unasked.


CODEX = Asker(agent="Codex", project="webshop")


@pytest.mark.parametrize(
    ("language", "asker", "said"),
    [
        ("en", CODEX, "Codex in webshop asks:"),
        ("en", CODEX.model_copy(update={"number": 2}), "Codex 2 in webshop asks:"),
        ("en", Asker(agent="Codex"), "Codex asks:"),
        ("ko", CODEX, "webshop에서 일하는 Codex의 질문이에요."),
        ("zh", CODEX, "webshop 中的 Codex 提问："),
        ("de", CODEX, "Codex in webshop fragt:"),
        ("fr", CODEX, "Codex dans webshop demande :"),
        ("es", CODEX, "Codex en webshop pregunta:"),
        ("it", CODEX, "Codex in webshop chiede:"),
        ("ja", CODEX, "webshopのCodexからの質問です。"),
        ("ja", Asker(agent="Codex"), "Codexからの質問です。"),
        ("xx", CODEX, "Codex in webshop asks:"),
    ],
)
def test_a_program_that_asks_is_named_before_its_first_question(
    language: str, asker: Asker, said: str
) -> None:
    place = placed(asker=asker, of=2)
    assert texts(opening_lines(place, language))[0] == said
    assert texts(tell(QuestionRequest.ABOUT, place, language))[0] == said
    second = placed(asker=asker, number=2, of=2)
    assert said not in texts(opening_lines(second, language))


def test_a_question_that_stands_alone_is_opened_with_nothing() -> None:
    assert opening_lines(placed(), "en") == ()


@pytest.mark.requirement("Q-ROUND-15", "Q-ROUND-17", "Q-VOICE-13")
@pytest.mark.parametrize(
    ("place", "told"),
    [
        (placed(round=2), ["Round 2."]),
        (placed(round=1, total_rounds=3), ["Round 1 of 3."]),
        (placed(round=2, total_rounds=3, of=2), ["Round 2 of 3.", "Question 1 of 2."]),
        (placed(round=2, total_rounds=3, number=2, of=2), ["Question 2 of 2."]),
        (placed(round=2, purpose=Purpose.CONFIRM), []),
    ],
)
def test_the_round_is_told_once_and_the_question_each_time(
    place: QuestionPlace, told: list[str]
) -> None:
    assert texts(opening_lines(place, "en")) == told


def test_title_and_short_background_come_before_the_first_question_only() -> None:
    place = placed(title="Storage", description="The data is small.", context="It grows slowly")
    assert texts(opening_lines(place, "en")) == [
        "Storage.",
        "The data is small.",
        "It grows slowly.",
    ]
    second = placed(
        title="Storage", description="The data is small.", context="It grows.", number=2, of=2
    )
    assert texts(opening_lines(second, "en")) == ["Question 2 of 2.", "It grows."]


def test_a_title_that_is_the_question_is_not_said_twice() -> None:
    assert opening_lines(placed(title=SINGLE.text.upper()), "en") == ()


@pytest.mark.parametrize(
    ("description", "context", "told"),
    [
        (LONG, "", [GIST, MORE]),
        ("", LONG, [GIST, MORE]),
        ("word " * 100, "", [NOTE]),
        ("Short.", "word " * 100, ["Short.", MORE]),
    ],
)
def test_of_a_long_background_the_beginning_is_told_and_how_to_hear_the_rest(
    description: str, context: str, told: list[str]
) -> None:
    lines = texts(opening_lines(placed(description=description, context=context), "en"))
    assert (lines[0], lines[-1]) == (told[0], told[-1])


def test_where_nothing_can_be_asked_no_note_is_offered() -> None:
    assert opening_lines(placed(context="word " * 100), "en", offers_note=False) == ()


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_the_words_that_are_offered_are_understood(language: str) -> None:
    offer = opening_lines(placed(context="word " * 100), language)[-1].text
    words = offer.partition("“")[2].partition("”")[0]
    assert parse_question_request(SINGLE, words, language) is QuestionRequest.NOTE


def test_an_abbreviation_ends_no_sentence() -> None:
    place = placed(context="Some want another, e.g. a plain file. Others do not. - A list\n- of it")
    assert texts(tell(QuestionRequest.NOTE, place, "en"))[:-1] == [
        "Some want another, e.g. a plain file.",
        "Others do not.",
        "- A list.",
        "of it.",
    ]


_TEXTS = st.text(st.sampled_from("ab .!?\n가나다讲笑，。é-“"), max_size=800) | st.sampled_from(
    ["", LONG]
)


@given(
    title=_TEXTS,
    description=_TEXTS,
    context=_TEXTS,
    of=st.integers(1, 24),
    round=st.integers(1, 9),
    language=st.sampled_from(["en", "ko", "zh", "de"]),
)
def test_nothing_long_is_said_unasked(
    title: str, description: str, context: str, of: int, round: int, language: str
) -> None:
    place = placed(title=title, description=description, context=context, of=of, round=round)
    lines = opening_lines(place, language)
    assert speaking_s(lines) <= UNASKED_S
    everything = "".join(texts(lines))
    is_whole = all(_plain(text) in _plain(everything) for text in (description, context))
    assert is_whole or "“" in lines[-1].text, "what is left out is offered"


@pytest.mark.requirement("Q-PRES-37")
@pytest.mark.parametrize(
    ("question", "chosen", "told"),
    [
        (SINGLE, Answer(question_id="q1", option_ids=("2",)), "SQLite is chosen already."),
        (
            MULTI,
            Answer(question_id="q1", option_ids=("1", "3")),
            "Chosen already: 1, PostgreSQL; 3, MySQL.",
        ),
        (YES_NO, Answer(question_id="q1", boolean=False), "No is chosen already."),
        (
            TEXT,
            Answer(question_id="q1", text="Parley"),
            "“Parley” is written already; you can keep it.",
        ),
        (
            TEXT,
            Answer(question_id="q1", text="x" * 100),
            "An answer is written already; you can keep it.",
        ),
    ],
)
def test_what_is_chosen_already_is_told_before_the_options(
    question: Question, chosen: Answer, told: str
) -> None:
    lines = texts(read_question(question, "en", chosen=chosen))
    at = 2 if question.options else 1
    assert lines[at] == told
    assert len(lines) == len(read_question(question, "en")) + 1


def test_many_that_are_chosen_are_counted() -> None:
    many = choice(*"abcdef", kind=QuestionKind.MULTI)
    chosen = Answer(question_id="q1", option_ids=tuple("12345"))
    assert texts(read_question(many, "en", chosen=chosen))[2] == "5 options are chosen already."


def test_nothing_chosen_is_not_told() -> None:
    nothing = Answer(question_id="q1")
    assert read_question(SINGLE, "en", chosen=nothing) == read_question(SINGLE, "en")


# When asked for.

EARLIER = AskedQuestion(number=1, question=YES_NO, answer=Answer(question_id="q1", boolean=True))


def test_what_it_is_about_is_told_in_short() -> None:
    place = placed(title="Storage", description=LONG, source="planner", total_rounds=2, of=3)
    told = texts(tell(QuestionRequest.ABOUT, place, "en"))
    assert told[:6] == [
        "Round 1 of 2.",
        "Question 1 of 3.",
        "Storage.",
        "Database.",
        "planner asks this.",
        GIST,
    ]
    assert told[-2:] == [MORE, SINGLE.text]


def test_the_rule_of_an_answer_is_told_with_what_it_is_about() -> None:
    some = MULTI.model_copy(update={"min_choices": 1, "max_choices": 3})
    assert texts(tell(QuestionRequest.ABOUT, placed(some), "en"))[-1] == "Choose 1 to 3."
    assert texts(tell(QuestionRequest.ABOUT, placed(some), "zh"))[-1] != "Choose 1 to 3."


def test_the_note_is_read_whole_and_then_the_question() -> None:
    told = texts(tell(QuestionRequest.NOTE, placed(description="One.", context=LONG), "en"))
    assert told[:2] == ["One.", GIST]
    assert told[-1] == SINGLE.text
    assert len(told) == 2 + 20 + 1


def test_that_there_is_no_note_is_told() -> None:
    told = texts(tell(QuestionRequest.NOTE, placed(), "en"))
    assert told == ["There is no note to this.", SINGLE.text]


def test_the_options_are_read_without_the_question() -> None:
    told = texts(tell(QuestionRequest.OPTIONS, placed(), "en"))
    assert told == ["4 options.", "1. PostgreSQL.", "2. SQLite.", "3. MySQL.", "4. MongoDB."]
    assert tell(QuestionRequest.OPTIONS, placed(YES_NO), "en") == ()


def test_what_is_chosen_here_and_in_the_form_is_told() -> None:
    chosen = Answer(question_id="q1", option_ids=("2",))
    place = placed(number=2, of=2, chosen=chosen, given=(EARLIER,))
    assert texts(tell(QuestionRequest.CHOSEN, place, "en")) == [
        "Chosen here: 2, SQLite.",
        "Question 1: Yes.",
    ]
    assert texts(tell(QuestionRequest.CHOSEN, placed(), "en")) == ["Nothing is chosen here yet."]


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (EARLIER, ["The question before was: Shall I go on?", "You answered: Yes."]),
        (
            AskedQuestion(number=1, question=YES_NO, answer=None),
            ["The question before was: Shall I go on?", "It has no answer."],
        ),
        (
            AskedQuestion(number=1, question=YES_NO, answer=None, is_left=True),
            ["The question before was: Shall I go on?", "You left it to me."],
        ),
        (None, ["This is the first question."]),
    ],
)
def test_the_question_before_is_told_with_its_answer(
    before: AskedQuestion | None, told: list[str]
) -> None:
    assert texts(tell(QuestionRequest.BEFORE, placed(before=before), "en")) == told


@pytest.mark.parametrize(
    ("response", "answer", "is_left"),
    [
        (chose("2"), Answer(question_id="q1", option_ids=("2",)), False),
        (
            NoneFit(words="a plain file", provenance=by_click()),
            Answer(question_id="q1", other="a plain file"),
            False,
        ),
        (YouDecide(provenance=by_click()), None, True),
        (Answered(answers=(Answer(question_id="q1"),), provenance=by_click()), None, False),
    ],
)
def test_the_question_of_the_round_before_is_its_last(
    response: Response, answer: Answer | None, is_left: bool
) -> None:
    past = EarlierRound(questions=question_set(), response=response)
    asked = last_asked([past])
    assert asked == AskedQuestion(number=1, question=choice(), answer=answer, is_left=is_left)
    assert last_asked([]) is None


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _visible(questions: QuestionSet, question: Question, chosen: Answer) -> list[str]:
    """Return what the card of a question shows."""
    labels = [said_label(option) for option in question.options]
    shown = [question.text, question.context, question.header or ""]
    shown += [questions.title, questions.description, questions.source, *labels]
    shown += [option.description for option in question.options]
    shown += [f"{said_label(o)}, recommended" for o in question.options if o.recommended]
    shown += [said_label(o) for o in question.options if o.id in chosen.option_ids]
    shown += [chosen.text or "", f"Round {questions.round}"]
    return shown


@given(
    questions=question_sets(),
    title=st.sampled_from(["", "Storage", LONG]),
    description=st.sampled_from(["", "About it.", LONG]),
    total_rounds=st.none() | st.integers(2, 5),
)
@pytest.mark.requirement("Q-PRES-37", "Q-ROUND-15", "Q-VOICE-01")
def test_all_that_the_card_shows_is_said_or_one_request_away(
    questions: QuestionSet, title: str, description: str, total_rounds: int | None
) -> None:
    questions = questions.model_copy(
        update={"title": title, "description": description, "total_rounds": total_rounds}
    )
    state = FormState.begin(questions, Draft())
    for number, question in enumerate(state.visible, start=1):
        chosen = state.answer(question.id)
        place = QuestionPlace(
            questions=questions,
            question=question,
            number=number,
            of=len(state.visible),
            chosen=chosen,
        )
        said = [
            *read_question(question, "en", opening=opening_lines(place, "en"), chosen=chosen),
            *(
                line
                for page in range(len(pages(question)))
                for line in read_page(question, "en", page)
            ),
            *read_options(question, (), "en"),
        ]
        for request in QuestionRequest:
            said += tell(request, place, "en")
        everything = _plain(" ".join(texts(said)))
        for text in _visible(questions, question, chosen):
            assert _plain(text) in everything, text
