"""A number in any of the frames that people put around it is that option, in every language."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import PhraseTag
from assistant.questions.model.question import QuestionKind
from assistant.questions.spoken.answer_interpreter import load_language, parse_spoken_answer
from assistant.questions.spoken.understanding import SpokenChoice, SpokenCommand, UnclearAnswer
from tests.helpers.effort import calls_of
from tests.helpers.languages import SHIPPED
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import MULTI, SINGLE, short

COUNT: Final = 8
TREES: Final = "Ash Birch Cedar Dogwood Elder Fir Ginkgo Hazel".split()
ASKED: Final = choice(*TREES)
ASKED_MANY: Final = choice(*TREES, kind=QuestionKind.MULTI)
_KO_ORDINALS = "첫 번째|두 번째|세 번째|네 번째|다섯 번째|여섯 번째|일곱 번째|여덟 번째".split("|")
_ZH = "一二三四五六七八"
_EN = "first second third fourth fifth sixth seventh eighth".split()
_EN_CARDINALS = "one two three four five six seven eight".split()
_DE = "erste zweite dritte vierte fünfte sechste siebte achte".split()
_DE_CARDINALS = "eins zwei drei vier fünf sechs sieben acht".split()
_FR = "premier deuxième troisième quatrième cinquième sixième septième huitième".split()
_FR_CARDINALS = "un deux trois quatre cinq six sept huit".split()
_ES = "primero segundo tercero cuarto quinto sexto séptimo octavo".split()
_ES_CARDINALS = "uno dos tres cuatro cinco seis siete ocho".split()
_IT = "primo secondo terzo quarto quinto sesto settimo ottavo".split()
_IT_CARDINALS = "uno due tre quattro cinque sei sette otto".split()

NAMES: Final[dict[str, list[tuple[str, ...]]]] = {
    "en": [
        (f"the {o}", f"the {o} one", f"number {c}", f"option {n}", f"number {n}", f"#{n}")
        for n, (o, c) in enumerate(zip(_EN, _EN_CARDINALS, strict=True), start=1)
    ],
    "ko": [
        (ordinal, f"{ordinal} 거", f"{n}번", f"{n}번째 거") for n, ordinal in enumerate(_KO_ORDINALS, 1)
    ],
    "zh": [
        (f"第{c}个", f"第{n}个", f"{c}号", f"第{c}项", f"选项{c}") for n, c in enumerate(_ZH, start=1)
    ],
    "ja": [
        (f"{c}番目", f"{n}番", f"{n}番目", f"{c}番目のやつ", f"選択肢{n}") for n, c in enumerate(_ZH, 1)
    ],
    "de": [
        (f"das {o}", f"die {o} Option", f"Nummer {c}", f"Option {n}", f"Nummer {n}")
        for n, (o, c) in enumerate(zip(_DE, _DE_CARDINALS, strict=True), start=1)
    ],
    "fr": [
        (f"le {o}", f"numéro {c}", f"l'option {n}", f"le numéro {n}")
        for n, (o, c) in enumerate(zip(_FR, _FR_CARDINALS, strict=True), start=1)
    ],
    "es": [
        (f"el {o}", f"el número {c}", f"la opción {n}", f"número {n}")
        for n, (o, c) in enumerate(zip(_ES, _ES_CARDINALS, strict=True), start=1)
    ],
    "it": [
        (o, f"il numero {c}", f"l'opzione {n}", f"numero {n}", f"la {n}")
        for n, (o, c) in enumerate(zip(_IT, _IT_CARDINALS, strict=True), start=1)
    ],
}  # fmt: skip
"""Ways to name each place, from the first."""
FRAMES: Final[dict[str, list[str]]] = {
    "en": [
        "{}", "{} please", "um {}", "I'll take {}", "let's go with {}", "uh, I think {}",
        "can I have {} please?", "well, {} then", "okay {}", "I'd like {}, thanks", "I prefer {}",
        "it's {}", "yeah, {}", "just {}", "go for {}", "I choose {}.", "{}!", "no, {}",
    ],
    "ko": [
        "{}", "{}요", "{} 주세요", "음 {}", "저는 {}", "그럼 {}", "{}로 해줘", "{}로 할게요",
        "{} 선택할게요", "{}로 부탁해요", "{}.", "네, {}요", "그냥 {}로 해 주세요", "아니 {}",
    ],
    "zh": [
        "{}", "{}吧", "我选{}", "嗯{}", "那就{}吧", "我要{}", "请选{}", "就{}", "我想要{}",
        "{}，谢谢", "用{}", "{}。", "我觉得{}比较好", "不，{}",
    ],
    "ja": [
        "{}", "{}で", "{}でお願いします", "えーと、{}", "{}にします", "{}がいいです", "じゃあ{}で",
        "{}をお願いします", "私は{}", "{}です。", "{}を選びます", "はい、{}で", "いや、{}",
    ],
    "de": [
        "{}", "{} bitte", "ähm {}", "ich nehme {}", "ich möchte {}", "{}, danke", "dann {}",
        "ich glaube {}", "nehmen wir {}", "bitte {}", "ich hätte gern {}", "ja, {}", "also {}",
        "{}!", "nein, {}", "lieber {}",
    ],
    "fr": [
        "{}", "{} s'il te plaît", "euh, {}", "je prends {}", "je voudrais {}", "{}, merci",
        "je choisis {}", "alors {}", "je pense que c'est {}", "c'est {}", "va pour {}", "{} !",
        "oui, {}", "plutôt {}", "non, {}",
    ],
    "es": [
        "{}", "{} por favor", "eh, {}", "quiero {}", "prefiero {}", "{}, gracias", "elijo {}",
        "pues {}", "creo que {}", "es {}", "me quedo con {}", "¡{}!", "sí, {}", "dame {}",
        "no, {}",
    ],
    "it": [
        "{}", "{} per favore", "ehm, {}", "vorrei {}", "preferisco {}", "{}, grazie", "scelgo {}",
        "allora {}", "credo {}", "è {}", "prendo {}", "{}!", "sì, {}", "dammi {}", "no, {}",
    ],
}  # fmt: skip
"""What people say around it."""
JOINS: Final = {
    "en": "{} and {}", "ko": "{} 그리고 {}", "zh": "{}和{}", "ja": "{}と{}", "de": "{} und {}",
    "fr": "{} et {}", "es": "{} y {}", "it": "{} e {}",
}  # fmt: skip


for _code, _known in LANGUAGES.items():  # of others at least the numbers
    if _code not in NAMES:
        _numbers = _known.numbers.ordinals or _known.numbers.cardinals
        NAMES[_code] = [_numbers[n] for n in range(1, COUNT + 1)]
        FRAMES[_code] = ["{}", "{}.", "{}!"]
        _phrases = _known.answers().phrases.items()
        _and = next(phrase for phrase, meaning in _phrases if meaning.tag is PhraseTag.AND)
        JOINS[_code] = f"{{}} {_and} {{}}"


def test_every_language_has_frames() -> None:
    assert SHIPPED <= set(LANGUAGES) == set(NAMES) == set(FRAMES) == set(JOINS)
    assert all(len(names) == COUNT for names in NAMES.values())


_framed = st.sampled_from(sorted(LANGUAGES)).flatmap(
    lambda language: st.tuples(
        st.just(language),
        st.sampled_from(FRAMES[language]),
        st.integers(0, COUNT - 1).flatmap(
            lambda i: st.tuples(st.just(i), st.sampled_from(NAMES[language][i]))
        ),
        st.integers(0, COUNT - 1).flatmap(
            lambda i: st.tuples(st.just(i), st.sampled_from(NAMES[language][i]))
        ),
    )
)


@given(_framed, st.booleans())
def test_a_place_in_a_frame_is_that_option(
    framed: tuple[str, str, tuple[int, str], tuple[int, str]], is_loud: bool
) -> None:
    language, frame, (index, name), _other = framed
    said = frame.format(name)
    said = said.upper() if is_loud else said
    for asked in (ASKED, ASKED_MANY):
        understood = parse_spoken_answer(asked, said, language)
        assert isinstance(understood, SpokenChoice), (said, short(understood))
        assert understood.option_ids == (str(index + 1),), said


@given(_framed)
def test_two_places_in_a_frame_are_both_or_asked_about(
    framed: tuple[str, str, tuple[int, str], tuple[int, str]],
) -> None:
    language, frame, (first, name), (second, other) = framed
    if first == second:
        return
    said = frame.format(JOINS[language].format(name, other))
    understood = parse_spoken_answer(ASKED_MANY, said, language)
    assert isinstance(understood, SpokenChoice), (said, short(understood))
    assert set(understood.option_ids) == {str(first + 1), str(second + 1)}, said
    assert isinstance(parse_spoken_answer(ASKED, said, language), UnclearAnswer), said


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_place_beyond_the_list_is_never_another(language: str) -> None:
    few = choice(*TREES[:4])
    for index in range(4, COUNT):
        for frame in FRAMES[language]:
            for name in NAMES[language][index]:
                understood = parse_spoken_answer(few, frame.format(name), language)
                assert isinstance(understood, UnclearAnswer), (
                    frame.format(name),
                    short(understood),
                )


@given(st.text(max_size=60), st.sampled_from(sorted(LANGUAGES)), st.booleans())
def test_understanding_raises_nothing_and_says_the_same_again(
    heard: str, language: str, is_multi: bool
) -> None:
    asked = MULTI if is_multi else SINGLE
    first = parse_spoken_answer(asked, heard, language)
    assert isinstance(first, SpokenChoice | SpokenCommand | UnclearAnswer)
    assert parse_spoken_answer(asked, heard, language) == first


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_an_answer_is_understood_with_little_work(language: str) -> None:
    """Measured: 300 to 900 calls, which take a tenth to half of a millisecond."""
    load_language(language, ASKED)
    for frame in FRAMES[language]:
        said = frame.format(NAMES[language][1][0])
        assert calls_of(lambda said=said: parse_spoken_answer(ASKED, said, language)) < 1500, said
