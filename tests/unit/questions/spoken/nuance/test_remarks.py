"""Sentences beside a choice that choose nothing."""

import pytest

from assistant.questions.desk.model.lint import lint
from assistant.questions.model.question import QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.voice.questions.dialogue import SETTLING_SCORE
from tests.helpers.questions.builders import choice, question_set
from tests.unit.questions.spoken.phrases import short

COOKING = choice("Pan-fried", "Baked in the oven", "Grilled")


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", ("Window", "Aisle"), "The aisle, my knees hurt these days.", "2"),
        ("en", ("Replace it", "Skip it"), "Replace it, the old one's rubbish.", "1"),
        ("en", ("Shared drive", "Trash"), "Shared drive, so everyone can see them.", "1"),
        ("de", ("Mit dem Auto", "Mit dem Bus"), "Mit dem Auto, dann sind wir flexibel.", "1"),
        ("fr", ("Corse", "Bretagne"), "La Corse, on m'en a dit du bien.", "1"),
        ("fr", ("Lundi 9 h", "Jeudi 18 h 30"), "Jeudi soir, après le travail.", "2"),
        ("es", ("El mar", "La lluvia"), "El mar, que me relaja mucho.", "1"),
        ("es", ("Norte", "Sur"), "El norte, que está más cerca.", "1"),
    ],
)
def test_a_sentence_behind_a_choice_only_says_more(
    language: str, labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == understood


def test_a_choice_that_a_sentence_follows_waits_for_the_end_of_the_turn() -> None:
    alone = parse_spoken_answer(COOKING, "In the oven.", "en")
    more = parse_spoken_answer(COOKING, "In the oven, my pans are dirty.", "en")
    assert short(alone) == short(more) == "2"
    assert more.score < SETTLING_SCORE <= alone.score


@pytest.mark.parametrize(
    "said",
    [
        "In the oven, I hate it.",  # speaks against
        "In the oven, or somebody else decides.",
        "In the oven, unless you object.",
        "In the oven, are you certain?",
    ],
)
def test_a_sentence_that_may_change_the_choice_leaves_it_in_doubt(said: str) -> None:
    assert short(parse_spoken_answer(COOKING, said, "en")) != "2"


def test_a_sentence_ahead_of_a_wish_may_speak_against_anything() -> None:
    asked = choice("Rain coat, 79 euros", "Down coat, 189 euros")
    said = "A hundred eighty nine hurts, I'll take the rain coat."
    assert short(parse_spoken_answer(asked, said, "en")) != "2"


def test_of_several_another_name_is_no_remark() -> None:
    asked = choice("Ham", "Onions", "Olives", kind=QuestionKind.MULTI)
    assert short(parse_spoken_answer(asked, "ham, pineapple chunks and cream", "en")) != "1"


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("Science and travel, the rest can go.", "1,2?"),
        ("Wissenschaft und Reisen, der Rest kann weg.", "1,2"),
    ],
)
def test_what_is_said_against_the_rest_rules_out_nothing_that_is_named(
    said: str, understood: str
) -> None:
    is_german = "und" in said
    labels = ("Wissenschaft", "Reisen", "Sport") if is_german else ("Science", "Travel", "Sports")
    asked = choice(*labels, kind=QuestionKind.MULTI)
    assert short(parse_spoken_answer(asked, said, "de" if is_german else "en")) == understood


def test_what_was_before_ends_with_its_clause() -> None:
    asked = choice("Risotto", "Fish")
    assert short(parse_spoken_answer(asked, "We had fish, make it risotto.", "en")) == "1"


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", ("Tea", "Coffee"), "maybe the tea", "1"),
        ("en", ("Mild", "Medium", "Strong"), "Not too strong, medium maybe.", "2"),
        ("de", ("Tee", "Kaffee"), "vielleicht den Kaffee", "2"),
        ("fr", ("Thé", "Café"), "peut-être un thé", "1"),
        ("es", ("Té", "Café"), "quizás un café", "2"),
        ("en", ("Tea", "Coffee"), "i don't know, tea or coffee", "~one_only 1,2"),
    ],
)
def test_a_hedge_beside_one_name_chooses_it(
    language: str, labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == understood


def test_first_beside_a_name_says_no_more() -> None:
    asked = choice("Development", "Staging", "Production")
    assert short(parse_spoken_answer(asked, "staging first please", "en")) == "2"
    assert short(parse_spoken_answer(asked, "staging, the first one", "en")) != "2"


def test_a_denial_of_nothing_denies_nothing_behind_the_pause() -> None:
    asked = lint(question_set(choice("8 Minuten", "12 Minuten", "15 Minuten"))).questions.find("q1")
    assert short(parse_spoken_answer(asked, "Nicht so lang, acht Minuten.", "de")) == "1"


def test_one_option_without_something_that_is_no_option_is_ones_own_answer() -> None:
    asked = choice("Tea", "Coffee")
    assert short(parse_spoken_answer(asked, "tea but no sugar", "en")) == "~no_match"
