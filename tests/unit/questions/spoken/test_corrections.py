"""Corrections, denials and comparisons: the same grammar for all options, in each language."""

from itertools import permutations

import pytest

from assistant.questions.model.question import Option, Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import SpokenChoice

LABELS = {
    "en": ("kitchen", "dark blue", "friday", "rust"),
    "de": ("Küche", "Dunkelblau", "Freitag", "Wein"),
    "fr": ("cuisine", "bleu foncé", "vendredi", "bière"),
    "es": ("cocina", "azul oscuro", "viernes", "vino"),
    "it": ("cucina", "blu scuro", "venerdì", "vino"),
    "ko": ("부엌", "남색", "금요일", "맥주"),
    "zh": ("厨房", "深蓝", "周五", "啤酒"),
    "ja": ("台所", "紺色", "金曜日", "ビール"),
}
TO_THE_SECOND = {
    "en": [
        "{a} no wait {b}",
        "{a} wait no {b}",
        "{a}, no, {b}",
        "not {a} but {b}",
        "{a} no no {b}",
    ],
    "de": ["{a} nein warte {b}", "{a} quatsch {b}", "nicht {a} sondern {b}", "lieber {b} als {a}"],
    "fr": ["{a} non attends {b}", "{a}, non, {b}", "pas {a} mais {b}", "{b} au lieu de {a}"],
    "es": ["{a} no espera {b}", "{a}, no, {b}", "no {a} sino {b}", "{b} en vez de {a}"],
    "it": ["{a} no aspetta {b}", "{a}, no, {b}", "non {a} ma {b}", "{b} invece di {a}"],
    "ko": ["{a} 아니 {b}", "{a} 말고 {b}", "{a}보다 {b}"],
    "zh": ["{a}不对{b}", "{a}哦不{b}", "不要{a}要{b}"],
    "ja": ["{a}いや{b}", "{a}じゃなくて{b}", "{a}やっぱり{b}"],
}
TO_NEITHER = {
    "en": ["not {a}", "{a} or {b}", "neither {a} nor {b}", "i hate {a}", "not too {a}", "{a} no"],
    "de": ["nicht {a}", "{a} oder {b}", "weder {a} noch {b}", "{a} doch nicht"],
    "fr": ["pas {a}", "{a} ou {b}", "ni {a} ni {b}", "pas trop {a}"],
    "es": ["no quiero {a}", "{a} o {b}", "ni {a} ni {b}", "no solo {a}"],
    "it": ["non voglio {a}", "{a} o {b}", "né {a} né {b}", "non solo {a}"],
    "ko": ["{a} 말고", "{a} 아니면 {b}", "{a} 싫어요"],
    "zh": ["不要{a}", "{a}或者{b}", "{a}也不要{b}也不要", "不只{a}"],
    "ja": ["{a}じゃない", "{a}か{b}", "{a}は嫌です"],
}
EDITS = {
    "en": "{a} {b} no not {b} but {c}",
    "de": "{a} {b} nee {b} nicht aber {c}",
    "fr": "{a} {b} non pas {b} mais {c}",
    "es": "{a} {b} no {b} no pero {c}",
    "it": "{a} {b} no {b} no ma {c}",
    "ko": "{a} {b} 아니 {b} 말고 {c}",
    "ja": "{a}と{b}、いや{b}じゃなくて{c}",
}


def _asked(language: str, kind: QuestionKind = QuestionKind.SINGLE) -> Question:
    options = tuple(Option(id=label, label=label) for label in LABELS[language])
    return Question(id="q", kind=kind, text="?", options=options)


@pytest.mark.parametrize("language", sorted(LABELS))
def test_a_correction_or_comparison_takes_the_second(language: str) -> None:
    for a, b in permutations(LABELS[language], 2):
        for frame in TO_THE_SECOND[language]:
            said = frame.format(a=a, b=b)
            meant = parse_spoken_answer(_asked(language), said, language)
            assert isinstance(meant, SpokenChoice), said
            assert meant.option_ids == (b,), said


@pytest.mark.parametrize("language", sorted(LABELS))
def test_what_is_denied_or_left_open_is_never_taken(language: str) -> None:
    for a, b in permutations(LABELS[language], 2):
        for frame in TO_NEITHER[language]:
            said = frame.format(a=a, b=b)
            meant = parse_spoken_answer(_asked(language), said, language)
            assert not isinstance(meant, SpokenChoice) or meant.needs_confirming, said


@pytest.mark.parametrize("language", sorted(EDITS))
def test_a_correction_of_several_keeps_what_it_does_not_name(language: str) -> None:
    for a, b, c in permutations(LABELS[language], 3):
        said = EDITS[language].format(a=a, b=b, c=c)
        meant = parse_spoken_answer(_asked(language, QuestionKind.MULTI), said, language)
        if isinstance(meant, SpokenChoice) and not meant.needs_confirming:
            assert set(meant.option_ids) == {a, c}, said
