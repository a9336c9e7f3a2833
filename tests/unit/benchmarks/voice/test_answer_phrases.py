"""The table of spoken answers, and how it is judged."""

import pytest

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import CommandKind
from assistant.questions.model.question import QuestionKind
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
)
from benchmarks.voice.answer_phrases import (
    COLUMNS,
    Phrase,
    PhraseRates,
    PhraseVerdict,
    judge,
    load_phrases,
    rates,
    understood,
)
from tests.helpers.languages import SHIPPED

PHRASES = load_phrases()
HEADER = "\t".join(COLUMNS)
_GROUPS = sorted({(phrase.lang, phrase.kind.value) for phrase in PHRASES})


@pytest.mark.parametrize(("language", "kind"), _GROUPS)
def test_answers_are_understood_and_hardly_ever_taken_for_another(language: str, kind: str) -> None:
    """At least 97 % right and at most 0.5 % wrong, in each language and kind by itself."""
    group = [p for p in PHRASES if (p.lang, p.kind.value) == (language, kind)]
    verdicts = {p: judge(p.expected, understood(p)) for p in group}
    found = rates(verdicts.values())
    odd = [(p.heard, p.expected) for p, v in verdicts.items() if v is not PhraseVerdict.RIGHT]
    assert found.right >= 0.97, odd
    assert found.wrong <= 0.005, odd


def test_the_whole_table_reaches_its_rates() -> None:
    found = rates(judge(phrase.expected, understood(phrase)) for phrase in PHRASES)
    assert found.count == len(PHRASES) > 1500
    assert found.right >= 0.97
    assert found.wrong <= 0.005


def test_every_language_is_in_the_table_with_every_kind_of_meaning() -> None:
    languages = {phrase.lang for phrase in PHRASES}
    assert SHIPPED <= languages <= set(LANGUAGES)
    commands = {kind.value for kind in CommandKind} - {"more"}
    for language in languages:
        said = {p.expected for p in PHRASES if p.lang == language}
        assert {"1", "2", "3", "4", "1,2", "1,3", "1,3,4", "2,3,4", "true", "false", "?"} <= said
        assert commands <= {one[1:].split(":")[0] for one in said if one.startswith("!")}


def test_no_answer_is_in_the_table_twice() -> None:
    keys = [(p.lang, p.kind, p.labels, p.current, p.heard) for p in PHRASES]
    assert len(keys) == len(set(keys))


def test_a_line_tells_question_and_meaning() -> None:
    (phrase,) = load_phrases(f"{HEADER}\nde\tsingle\tTee|*Kaffee\tdas da\t2\n")
    assert phrase == Phrase(
        lang="de",
        kind=QuestionKind.SINGLE,
        labels=("Tee", "Kaffee"),
        current=1,
        heard="das da",
        expected="2",
    )
    assert [option.id for option in phrase.question.options] == ["1", "2"]
    verdict = judge(phrase.expected, understood(phrase))
    assert rates([verdict]) == PhraseRates(count=1, right=1.0, wrong=0.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the columns are"),
        ("lang\theard\n", "the columns are"),
        (f"{HEADER}\nen\tsingle\tA|B\tone\n", "line 2 has 4 columns"),
    ],
)
def test_a_table_of_another_form_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_phrases(text)


@pytest.mark.parametrize(
    ("expected", "meant", "verdict"),
    [
        ("2", SpokenChoice(option_ids=("2",), score=1), PhraseVerdict.RIGHT),
        ("2", SpokenChoice(option_ids=("2",), score=1, needs_confirming=True), PhraseVerdict.RIGHT),
        ("2", SpokenChoice(option_ids=("1",), score=1), PhraseVerdict.WRONG),
        (
            "2",
            SpokenChoice(option_ids=("1",), score=1, needs_confirming=True),
            PhraseVerdict.MISSED,
        ),
        ("2", SpokenChoice(option_ids=("1", "2"), score=1), PhraseVerdict.WRONG),
        ("2", UnclearAnswer(reason=UnclearReason.NO_MATCH), PhraseVerdict.MISSED),
        ("2", SpokenCommand(kind=CommandKind.REPEAT), PhraseVerdict.MISSED),
        ("?", SpokenChoice(option_ids=("1",), score=1), PhraseVerdict.WRONG),
        ("?", SpokenChoice(option_ids=("1",), score=1, needs_confirming=True), PhraseVerdict.RIGHT),
        ("?", UnclearAnswer(reason=UnclearReason.NO_MATCH), PhraseVerdict.RIGHT),
        ("?", SpokenCommand(kind=CommandKind.CANCEL), PhraseVerdict.MISSED),
        ("!repeat", SpokenChoice(option_ids=("1",), score=1), PhraseVerdict.WRONG),
        (
            "!explain:2",
            SpokenCommand(kind=CommandKind.EXPLAIN, option_ids=("2",)),
            PhraseVerdict.RIGHT,
        ),
        ("!explain:2", SpokenCommand(kind=CommandKind.EXPLAIN), PhraseVerdict.MISSED),
        ("-", SpokenChoice(score=1), PhraseVerdict.RIGHT),
        ("true", SpokenChoice(boolean=True, score=1), PhraseVerdict.RIGHT),
        ("true", SpokenChoice(boolean=False, score=1), PhraseVerdict.WRONG),
    ],
)
def test_only_what_would_be_taken_is_wrong(
    expected: str, meant: SpokenChoice | SpokenCommand | UnclearAnswer, verdict: PhraseVerdict
) -> None:
    assert judge(expected, meant) is verdict


def test_there_are_no_rates_of_nothing() -> None:
    with pytest.raises(ValueError, match="no answers"):
        rates([])
