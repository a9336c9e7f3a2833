import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages.text_language import detect_line_language

LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "ko", "zh", "ja", "ru"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("It is ten o'clock in the morning.", "en", id="en"),
        pytest.param("Es ist zehn Uhr und die Sonne scheint.", "de", id="de"),
        pytest.param("Il est dix heures et le soleil brille.", "fr", id="fr"),
        pytest.param("Son las diez y el sol brilla en la ciudad.", "es", id="es"),
        pytest.param("Sono le dieci e il sole è nella stanza.", "it", id="it"),
        pytest.param("São dez horas e não há sol no céu.", "pt", id="pt"),
        pytest.param("Het is tien uur en de zon schijnt niet.", "nl", id="nl"),
        pytest.param("지금은 열 시예요.", "ko", id="ko"),
        pytest.param("现在十点。", "zh", id="zh"),
        pytest.param("今は十時です。", "ja", id="ja"),
        pytest.param("Сейчас десять часов.", "ru", id="ru"),
        pytest.param(
            "GitHub에서 repository를 clone 하고 pull request를 여세요.", "ko", id="ko-terms"
        ),
        pytest.param("请用 Python 写一个 function。", "zh", id="zh-terms"),
        pytest.param("中2J中", "zh", id="a tie goes to what comes first"),
    ],
)
@pytest.mark.parametrize("likely", ["en", "de", "ko"])
def test_a_whole_sentence_says_its_language(text: str, language: str, likely: str) -> None:
    reading = detect_line_language(text, likely=likely)
    assert (reading.language, reading.is_certain) == (language, True)


@pytest.mark.parametrize(
    "text",
    [
        "OK.",
        "42",
        "",
        "→ 3.14",
        "Claude, Gemini, Qwen.",
        "Die Hard.",
        "Schadenfreude!",
        "Müller & Söhne, München.",
        "La Land.",
        "El Niño.",
    ],
)
@pytest.mark.parametrize("likely", ["en", "ko"])
def test_names_loan_words_and_numbers_keep_what_was_likely(text: str, likely: str) -> None:
    assert detect_line_language(text, likely=likely).language == likely


@pytest.mark.parametrize(
    "text", ["你好 means hello and is easy to say.", "The word is 안녕.", "안녕하세요 means hello."]
)
def test_a_foreign_word_does_not_change_the_language_of_its_sentence(text: str) -> None:
    assert detect_line_language(text, likely="en").language == "en"


@pytest.mark.parametrize(
    "text",
    [
        "As a no-op.",
        "No, me!",
        "Do as I do.",
        "In, on, at.",
        "So do we.",
        "A to Z, or so.",
        "Die in a day.",
        "An hour or so, no more.",
        "Was man in me?",
        "Go on, do so.",
    ],
)
def test_short_english_words_that_other_languages_have_too_are_english(text: str) -> None:
    assert detect_line_language(text, likely="en").language == "en"


def test_han_alone_is_japanese_where_japanese_is_likely() -> None:
    assert detect_line_language("東京都", likely="ja").language == "ja"
    assert detect_line_language("東京都", likely="en").language == "zh"


def test_cyrillic_keeps_a_likely_language_that_is_written_so() -> None:
    assert detect_line_language("Так.", likely="uk").language == "uk"


@given(st.text(max_size=80), st.sampled_from(LANGUAGES))
def test_it_is_always_a_language_that_was_likely_or_is_known(text: str, likely: str) -> None:
    reading = detect_line_language(text, likely=likely)
    assert len(reading.language) == 2
    assert reading.is_certain or reading.language == likely
