from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.language_detection import (
    LanguageTrack,
    detect_line_language,
    detect_request_language,
)

LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "ko", "zh", "ja", "ru"]


def everything(language: str) -> bool:
    return True


def only(*languages: str) -> Callable[[str], bool]:
    return languages.__contains__


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


class TestTrack:
    def test_a_reply_may_change_its_language(self) -> None:
        track = LanguageTrack(home="en", asked=None, speaks=everything)
        lines = ["Here is the translation for you:", "지금은 열 시예요.", "That is all of it."]
        assert [track.of(line) for line in lines] == ["en", "ko", "en"]

    def test_doubtful_lines_follow_the_language_of_the_reply(self) -> None:
        track = LanguageTrack(home="en", asked=None, speaks=everything)
        assert track.of("Es ist zehn Uhr und die Sonne scheint.") == "de"
        assert track.of("Klar!") == "de"

    def test_a_quotation_does_not_take_the_doubtful_lines_with_it(self) -> None:
        track = LanguageTrack(home="en", asked=None, speaks=only("en"))
        track.of("In Chinese you say the following for it:")
        assert track.of("你好") == "zh"
        assert track.of("OK.") == "en"

    def test_a_row_of_names_in_a_long_reply_is_not_another_language(self) -> None:
        track = LanguageTrack(home="en", asked=None, speaks=everything)
        assert LanguageTrack(home="en", asked=None, speaks=everything).of("Los la.") == "es"
        track.of("These are the cities that you asked for, and some of them are very large indeed.")
        track.of("There are more of them in the list on the screen.")
        assert track.of("Los Angeles, La Jolla.") == "en"

    def test_what_was_asked_in_a_language_with_a_voice_is_answered_in_it(self) -> None:
        assert LanguageTrack(home="en", asked="ko", speaks=everything).of("OK.") == "ko"

    def test_short_words_to_someone_whose_script_no_voice_reads_are_read(self) -> None:
        assert LanguageTrack(home="en", asked="ko", speaks=only("en")).of("OK.") == "en"

    def test_looking_ahead_changes_nothing(self) -> None:
        track = LanguageTrack(home="en", asked=None, speaks=everything)
        assert track.peek("지금은 열") == "ko"
        assert track.likely == "en"


@pytest.mark.parametrize(
    ("text", "heard", "voices", "language"),
    [
        pytest.param("Wie spät ist es bei dir?", "de", "de", "de", id="agreed"),
        pytest.param("OK", "de", "de", "de", id="nothing against it"),
        pytest.param("OK", "de", "", "en", id="a doubtful guess without a voice"),
        pytest.param("Wie spät ist es bei dir?", "de", "", "de", id="sure without a voice"),
        pytest.param("what is the time there", "ko", "ko", "en", id="contradicted"),
        pytest.param("지금 몇 시예요", None, "", "ko", id="typed"),
    ],
)
def test_the_language_of_the_person(
    text: str, heard: str | None, voices: str, language: str
) -> None:
    assert (
        detect_request_language(text, heard=heard, home="en", speaks=only("en", voices)) == language
    )


@given(st.text(max_size=80), st.sampled_from(LANGUAGES))
def test_it_is_always_a_language_that_was_likely_or_is_known(text: str, likely: str) -> None:
    reading = detect_line_language(text, likely=likely)
    assert len(reading.language) == 2
    assert reading.is_certain or reading.language == likely
