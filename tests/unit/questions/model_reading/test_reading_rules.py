"""Which words a model may read, and what counts of what it read."""

import pytest

from assistant.languages.lexicon import CommandKind
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.questions.model_reading.lasting_answers import checked
from assistant.questions.model_reading.reading_rules import (
    MAX_ASKED,
    MAX_WORDS,
    combined,
    unread_words,
)
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)
from tests.helpers.questions.builders import choice, question_set

NOTHING = UnclearAnswer(reason=UnclearReason.NO_MATCH)
YES_NO = Question(id="b", kind=QuestionKind.BOOLEAN, text="Shall I use the new layout?")
TEXT = Question(id="t", kind=QuestionKind.TEXT, text="What is it called?")


def chose(*option_ids: str, doubtful: bool = False, boolean: bool | None = None) -> SpokenChoice:
    return SpokenChoice(
        option_ids=option_ids, boolean=boolean, score=0.75, needs_confirming=doubtful
    )


def between(*option_ids: str) -> UnclearAnswer:
    return UnclearAnswer(reason=UnclearReason.AMBIGUOUS, candidates=option_ids)


def own_words(*, doubtful: bool = False) -> SpokenChoice:
    return SpokenChoice(text="the blue one", score=0.75, needs_confirming=doubtful)


def command(kind: CommandKind, *, doubtful: bool = False) -> SpokenCommand:
    return SpokenCommand(kind=kind, score=0.75, needs_confirming=doubtful)


@pytest.mark.parametrize(
    ("by_rules", "is_read"),
    [
        (NOTHING, True),
        (between("1", "2"), True),
        (UnclearAnswer(reason=UnclearReason.EXCLUDED), True),
        (UnclearAnswer(reason=UnclearReason.QUESTION), True),
        (chose("1", doubtful=True), True),
        (chose("1"), False),
        (SpokenCommand(kind=CommandKind.LATER), False),
        (UnclearAnswer(reason=UnclearReason.EMPTY), False),
        (UnclearAnswer(reason=UnclearReason.ONE_ONLY), False),
        (UnclearAnswer(reason=UnclearReason.OUT_OF_RANGE), False),
        (UnclearAnswer(reason=UnclearReason.UNSURE), False),
    ],
)
def test_only_what_the_rules_would_ask_back_about_and_could_mean_something_is_read(
    by_rules: Understanding, is_read: bool
) -> None:
    unread = unread_words(question_set(), choice(), "hm, the elephant", by_rules)
    assert (unread is not None) is is_read


@pytest.mark.parametrize("purpose", [one for one in Purpose if one is not Purpose.ASK])
def test_words_for_a_permission_or_any_other_confirmation_are_never_read(purpose: Purpose) -> None:
    asked = question_set().model_copy(update={"purpose": purpose})
    assert unread_words(asked, choice(), "go on then", NOTHING) is None


@pytest.mark.parametrize(
    ("question", "words"),
    [
        pytest.param(TEXT, "Joan", id="nothing is offered"),
        pytest.param(choice(), " ", id="nothing was said"),
        pytest.param(choice(), "x" * (MAX_WORDS + 1), id="a long answer"),
        pytest.param(choice(text="x" * (MAX_ASKED + 1)), "that", id="a long question"),
    ],
)
def test_the_request_is_small_and_about_something_offered(question: Question, words: str) -> None:
    assert unread_words(question_set(question), question, words, NOTHING) is None


@pytest.mark.parametrize(
    ("by_rules", "by_model", "counts"),
    [
        pytest.param(NOTHING, chose("1"), chose("1"), id="read"),
        pytest.param(NOTHING, NOTHING, NOTHING, id="unclear"),
        pytest.param(chose("1", doubtful=True), chose("1"), chose("1"), id="both agree"),
        pytest.param(
            chose("1", doubtful=True), chose("2"), chose("2", doubtful=True), id="they differ"
        ),
        pytest.param(
            chose("1", doubtful=True), NOTHING, chose("1", doubtful=True), id="doubt stays"
        ),
        pytest.param(between("1", "2"), chose("2"), chose("2"), id="one of the candidates"),
        pytest.param(
            between("1", "2"), chose("3"), chose("3", doubtful=True), id="none of the candidates"
        ),
        pytest.param(NOTHING, own_words(), own_words(), id="own words"),
        pytest.param(
            chose("1", doubtful=True),
            own_words(),
            chose("1", doubtful=True),
            id="own words where the rules saw an option",
        ),
        pytest.param(
            chose("1", doubtful=True),
            command(CommandKind.LATER),
            chose("1", doubtful=True),
            id="a command where the rules saw an option",
        ),
        pytest.param(
            chose(boolean=True, doubtful=True),
            chose(boolean=False),
            chose(boolean=False, doubtful=True),
            id="yes and no",
        ),
    ],
)
def test_what_the_model_reads_counts_where_the_rules_do_not_contradict(
    by_rules: Understanding, by_model: Understanding, counts: Understanding
) -> None:
    assert combined(by_rules, by_model) == counts


MODELS = question_set()
MCP = question_set().model_copy(update={"route": QuestionRoute.ELICITATION})
AGENT = question_set().model_copy(
    update={
        "route": QuestionRoute.API,
        "asker": Asker(agent="Claude Code", project="webshop", number=2),
    }
)
DELETING = choice("Delete them", "Ask me tomorrow")
DELETING_ES = choice("Borrar todo", "Mañana", text="¿Qué hago con los registros?")
DELETE = Question(id="b", kind=QuestionKind.BOOLEAN, text="Shall I delete the logs?")


@pytest.mark.parametrize(
    ("asked", "question", "by_model", "is_read_back"),
    [
        (MODELS, choice(), chose("2"), False),
        (MODELS, choice(), own_words(), False),
        (MODELS, YES_NO, chose(boolean=True), False),
        (MODELS, DELETE, chose(boolean=True), True),
        (MODELS, DELETE, chose(boolean=False), True),
        (MODELS, DELETING, chose("1"), True),
        (MODELS, DELETING_ES, chose("1"), True),
        (MODELS, choice(), command(CommandKind.EXPLAIN), False),
        (MODELS, choice(), command(CommandKind.LATER), False),
        (MODELS, choice(), command(CommandKind.SKIP), False),
        (MODELS, choice(), command(CommandKind.DECIDE), True),
        (MODELS, choice(), command(CommandKind.CANCEL), True),
        (MCP, choice(), chose("2"), True),
        (AGENT, choice(), chose("2"), True),
        (AGENT, choice(), own_words(), True),
        (AGENT, choice(), command(CommandKind.LATER), True),
        (AGENT, choice(), command(CommandKind.SKIP), True),
        (AGENT, choice(), command(CommandKind.EXPLAIN), False),
    ],
)
def test_what_decides_something_for_good_is_read_back(
    asked: QuestionSet,
    question: Question,
    by_model: SpokenChoice | SpokenCommand,
    is_read_back: bool,
) -> None:
    read = checked(UnreadWords(questions=asked, question=question, words="well"), by_model)
    assert isinstance(read, SpokenChoice | SpokenCommand)
    assert read.needs_confirming is is_read_back


def test_a_doubt_is_never_taken_away() -> None:
    unread = UnreadWords(questions=MODELS, question=choice(), words="well")
    assert checked(unread, chose("1", doubtful=True)) == chose("1", doubtful=True)
    assert checked(unread, NOTHING) is NOTHING


def test_options_that_only_a_click_chooses_make_no_request_larger() -> None:
    hidden = Option(id="9", label="x" * MAX_ASKED, by_click=True)
    question = choice("Red", "Blue")
    question = question.model_copy(update={"options": (*question.options, hidden)})
    assert unread_words(question_set(question), question, "hm", NOTHING) is not None
