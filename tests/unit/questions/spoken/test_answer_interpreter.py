"""What holds for every answer, in every language."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import PhraseTag
from assistant.questions.model.question import Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import (
    load_language,
    parse_spoken_answer,
    parse_written_answer,
)
from assistant.questions.spoken.phrase_segmenter import phrases_of
from assistant.questions.spoken.tokenizer import plain
from assistant.questions.spoken.understanding import SpokenChoice, UnclearAnswer, UnclearReason
from assistant.voice.questions.dialogue import SETTLING_SCORE
from tests.helpers.effort import calls_of
from tests.helpers.languages import SHIPPED
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import MULTI, PLAYERS, SINGLE, THREE, heard, short

CODES = sorted(LANGUAGES)
_WORDS = sorted(LANGUAGES["en"].answers().phrases)
_labels = st.lists(
    st.text(alphabet="abcdefghijklmnopqrstuvwxyz 0123456789+#", min_size=1, max_size=14),
    min_size=1,
    max_size=9,
)


def distinct(labels: list[str], language: str) -> bool:
    lexicon = LANGUAGES[language].answers()
    said = [plain(label, lexicon) for label in labels]
    return all(said) and len(set(said)) == len(said)


@given(_labels, st.sampled_from(CODES), st.booleans())
def test_a_label_said_exactly_always_means_its_option(
    labels: list[str], language: str, is_multi: bool
) -> None:
    assume(distinct(labels, language))
    asked = choice(*labels, kind=QuestionKind.MULTI if is_multi else QuestionKind.SINGLE)
    for option in asked.options:
        understood = parse_spoken_answer(asked, option.label, language)
        assert isinstance(understood, SpokenChoice), short(understood)
        assert understood.option_ids == (option.id,)


@pytest.mark.requirement("Q-VOICE-02")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(("ko", said) for said in ("2", "둘", "두 번째", "이번", "이 번", "2번", "둘째")),
        *(("en", said) for said in ("2", "two", "second", "number two", "the second one")),
        *(("zh", said) for said in ("2", "二", "第二个", "两", "第二", "二号")),
    ],
)
@pytest.mark.parametrize("kind", [QuestionKind.SINGLE, QuestionKind.MULTI])
def test_a_number_is_taken_for_the_option_that_shows_it_without_asking_back(
    language: str, said: str, kind: QuestionKind
) -> None:
    understood = parse_spoken_answer(choice(kind=kind), said, language)
    assert isinstance(understood, SpokenChoice)
    assert (understood.option_ids, understood.needs_confirming) == (("2",), False)


@pytest.mark.parametrize(
    ("question", "typed", "meaning"),
    [
        (PLAYERS, "2", "1"),
        (PLAYERS, "1", "~ambiguous 1"),
        (PLAYERS, "0", "~no_match"),
        (PLAYERS, "5", "~no_match"),
        (PLAYERS, "1 3", "~no_match"),
        (THREE, "1", "~no_match"),
    ],
)
def test_typed_figures_are_a_label_and_where_places_have_letters_perhaps_a_place(
    question: Question, typed: str, meaning: str
) -> None:
    assert short(parse_written_answer(question, typed)) == meaning


def test_a_number_that_may_begin_something_else_is_waited_for() -> None:
    begun = parse_spoken_answer(SINGLE, "이번", "ko")  # "this time the third one"
    assert isinstance(begun, SpokenChoice)
    assert begun.score < SETTLING_SCORE
    assert heard(SINGLE, "이번에는 세 번째로 할게요", "ko") == "3"


@pytest.mark.parametrize("language", CODES)
def test_a_word_that_nobody_knows_is_never_passed_over(language: str) -> None:
    asked = choice("Omega", "Sigma", "Kappa")
    for said in ("omega zorblak", "zorblak omega", "omega, zorblak"):
        understood = parse_spoken_answer(asked, said, language)
        taken = isinstance(understood, SpokenChoice) and not understood.needs_confirming
        assert not taken, short(understood)


@pytest.mark.parametrize(
    ("labels", "said", "taken"),
    [
        (("Yes, delete them", "No, keep everything"), "keep the sharp ones", None),
        (("Basic", "Pro", "Pro Plus"), "the plus one", "Pro Plus"),
        (("Basic", "Pro", "Pro Plus"), "pro no pro plus", None),
        (("Tea", "Green tea", "Coffee"), "hmm let me think, green tea", "Green tea"),
        (
            ("S3", "Google Drive", "This computer"),
            "not the cloud but this computer",
            "This computer",
        ),
        (("Windows 10", "Windows 11"), "the newer one", "Windows 11"),
        (("5 minutes", "30 minutes", "1 hour"), "the longest", "1 hour"),
        (("1.9.1", "1.10.0", "2.0.0"), "v1.10", "1.10.0"),
        (("1.9.1", "1.10.0", "2.0.0"), "one point ten", "1.10.0"),
        (("Research and Development", "Human Resources"), "r and d", "Research and Development"),
        (("English", "German", "French"), "coffee would be lovely", None),
    ],
)
def test_what_else_is_said_decides_whether_an_option_is_taken(
    labels: tuple[str, ...], said: str, taken: str | None
) -> None:
    asked = choice(*labels)
    understood = parse_spoken_answer(asked, said, "en")
    named: list[str] = []
    if isinstance(understood, SpokenChoice) and not understood.needs_confirming:
        named = [asked.option(one).label for one in understood.option_ids]
    assert named == ([] if taken is None else [taken]), short(understood)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "Remove the old files?", "remove"),
        ("de", "Die Datei überschreiben?", "überschreiben"),
        ("zh", "要覆盖已有的文件吗？", "覆盖吧"),
    ],
)
def test_a_verb_that_rules_out_is_no_no_where_it_is_asked_about(
    language: str, text: str, said: str
) -> None:
    asked = Question(id="sure", kind=QuestionKind.BOOLEAN, text=text)
    understood = parse_spoken_answer(asked, said, language)
    assert isinstance(understood, SpokenChoice)
    assert understood.boolean is True


_utterances = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from(_WORDS), max_size=6).map(" ".join),
    *(
        st.lists(st.sampled_from(sorted(LANGUAGES[language].answers().phrases)), max_size=5).map(
            ("" if language in {"zh", "ja"} else " ").join
        )
        for language in CODES
    ),
)


@given(
    _labels,
    _utterances,
    st.sampled_from([*CODES, "nl", ""]),
    st.sampled_from(list(QuestionKind)),
    st.none() | st.integers(-1, 9),
)
def test_whatever_is_heard_no_option_outside_the_list_is_chosen(
    labels: list[str], utterance: str, language: str, kind: QuestionKind, current: int | None
) -> None:
    asked = choice(*labels, kind=kind)
    if kind in {QuestionKind.TEXT, QuestionKind.BOOLEAN}:
        asked = asked.model_copy(update={"options": ()})
    understood = parse_spoken_answer(asked, utterance, language, current_option=current)
    ids = [option.id for option in asked.options]
    if isinstance(understood, SpokenChoice):
        assert set(understood.option_ids) <= set(ids)
        assert list(understood.option_ids) == sorted(understood.option_ids, key=ids.index)
        assert kind is not QuestionKind.SINGLE or len(understood.option_ids) == 1
        assert 0 <= understood.score <= 1
    elif isinstance(understood, UnclearAnswer):
        assert set(understood.candidates) <= set(ids)


_NEGATIONS = {
    "en": [
        "not {}",
        "anything but {}",
        "I don't want {}",
        "please not {}",
        "everything except {}",
    ],
    "ko": ["{} 말고", "{} 빼고", "{} 싫어"],
    "zh": ["不要{}", "除了{}", "不是{}"],
    "ja": ["{}じゃない", "{}以外", "{}は嫌です", "{}じゃなくて", "{}はだめ"],
    "de": ["nicht {}", "alles außer {}", "{} nicht", "ich will {} nicht", "bloß nicht {}"],
    "fr": ["pas {}", "tout sauf {}", "je ne veux pas {}", "surtout pas {}", "{} non"],
    "es": ["no {}", "todo menos {}", "no quiero {}", "{} no", "cualquiera menos {}"],
    "it": ["non {}", "tutto tranne {}", "non voglio {}", "{} no", "qualsiasi cosa tranne {}"],
}
_ALL_BUT = {
    *("anything but {}", "everything except {}", "{} 빼고", "除了{}", "{}以外"),
    *("alles außer {}", "tout sauf {}", "todo menos {}", "cualquiera menos {}"),
    *("tutto tranne {}", "qualsiasi cosa tranne {}"),
}
"""These say what is meant; a mere "not" leaves open whether all the others are."""
_NAMES = {
    "en": [
        ["the first one", "number one", "option a", "PostgreSQL", "post gress"],
        ["the second", "two", "option b", "SQLite"],
        ["the third one", "number three", "MySQL", "my sequel"],
        ["the last one", "four", "MongoDB", "mongo"],
    ],
    "ko": [
        ["첫 번째", "1번", "PostgreSQL"],
        ["두 번째", "SQLite"],
        ["삼 번"],
        ["마지막 거", "4번"],
    ],
    "zh": [["第一个", "PostgreSQL"], ["第二个", "SQLite"], ["三号", "第三项"], ["最后一个"]],
    "ja": [["一番目", "1番", "最初の"], ["二番", "SQLite"], ["三つ目", "3番目"], ["最後の", "4番"]],
    "de": [
        ["das erste", "Nummer eins", "Postgres"],
        ["zwei", "SQLite"],
        ["Option C"],
        ["das letzte"],
    ],
    "fr": [
        ["le premier", "numéro un", "Postgres"],
        ["la deuxième", "SQLite"],
        ["l'option C"],
        ["le dernier", "la quatrième"],
    ],
    "es": [
        ["el primero", "número uno", "Postgres"],
        ["la segunda", "SQLite"],
        ["opción C"],
        ["el último", "el cuarto"],
    ],
    "it": [
        ["il primo", "numero uno", "Postgres"],
        ["la seconda", "SQLite"],
        ["l'opzione C"],
        ["l'ultimo", "il quarto"],
    ],
}


@pytest.mark.parametrize("question", [SINGLE, MULTI], ids=["single", "multi"])
@pytest.mark.parametrize("language", sorted(_NEGATIONS))
def test_what_is_ruled_out_is_never_chosen(question: Question, language: str) -> None:
    for form in _NEGATIONS[language]:
        for index, names in enumerate(_NAMES[language]):
            for name in names:
                understood = parse_spoken_answer(question, form.format(name), language)
                if isinstance(understood, SpokenChoice):
                    assert question.options[index].id not in understood.option_ids, form + name
                    assert understood.needs_confirming or form in _ALL_BUT, form + name


def test_what_is_ruled_out_is_tried_in_every_language() -> None:
    assert _NEGATIONS.keys() == _NAMES.keys() >= SHIPPED


@given(st.integers(1, 20), st.integers(1, 20), st.sampled_from(CODES))
def test_a_number_is_a_place_or_out_of_range(count: int, number: int, language: str) -> None:
    names = [
        "Ash",
        "Birch",
        "Cedar",
        "Dogwood",
        "Elder",
        "Fir",
        "Ginkgo",
        "Hazel",
        "Ivy",
        "Juniper",
    ]
    names += [
        "Kapok",
        "Larch",
        "Maple",
        "Nutmeg",
        "Oak",
        "Pine",
        "Quince",
        "Rowan",
        "Spruce",
        "Teak",
    ]
    asked = choice(*names[:count])
    cardinals = LANGUAGES[language].numbers.cardinals
    words = (LANGUAGES[language].answers().numbers.words or cardinals)[number]
    known = phrases_of(language).meanings
    for said in (str(number), *words):
        meaning = known.get(plain(said, LANGUAGES[language].answers()))
        if meaning is None or meaning.tag is not PhraseTag.NUMBER:
            continue  # 한 and 두 stand only before a counter, and 네 alone says yes
        understood = parse_spoken_answer(asked, said, language)
        if number <= count:
            assert isinstance(understood, SpokenChoice), (said, short(understood))
            assert understood.option_ids == (str(number),)
        else:
            assert isinstance(understood, UnclearAnswer)
            assert understood.reason is UnclearReason.OUT_OF_RANGE


@pytest.mark.parametrize("language", CODES)
def test_no_phrase_of_a_table_is_lost_when_it_is_compiled(language: str) -> None:
    compiled = phrases_of(language)
    lexicon = LANGUAGES[language].answers()
    for phrase, meaning in lexicon.phrases.items():
        found = compiled.meanings[plain(phrase, lexicon)]
        assert (found.tag, found.value) == (meaning.tag, meaning.value) or any(
            plain(other, lexicon) == plain(phrase, lexicon)
            for other in lexicon.phrases
            if other != phrase
        ), phrase
    for suffix in lexicon.suffixes:
        assert compiled.suffixes.meanings[plain(suffix, lexicon)].tag is PhraseTag.SUFFIX


def test_a_language_without_a_table_is_tried_as_english() -> None:
    assert heard(SINGLE, "number two", "nl") == "2"
    assert heard(SINGLE, "SQLite", "sv") == "2"
    assert heard(SINGLE, "de tweede", "nl") == "~no_match"


def test_words_of_another_language_are_tried_as_english() -> None:
    assert heard(SINGLE, "the second one", "ko") == "2"
    assert heard(SINGLE, "the second one", "zh") == "2"


def test_an_answer_among_many_long_labels_is_understood_with_little_work() -> None:
    asked = choice(*(f"Quite a long label about number {n} of them" for n in range(12)))
    load_language("ko", asked)
    phrases = ["um I think I would like the second one of those please, thank you", "이 번", "x"]
    for phrase in phrases:
        assert calls_of(lambda phrase=phrase: parse_spoken_answer(asked, phrase, "ko")) < 8000, (
            phrase
        )
