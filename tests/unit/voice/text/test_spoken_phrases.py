import pytest

from assistant.languages.text_language import detect_line_language
from assistant.voice.text import spoken_phrases
from assistant.voice.text.spoken_phrases import phrase_for_voice

SENTENCES = [
    spoken_phrases.CODE_ON_SCREEN,
    spoken_phrases.TABLE_ON_SCREEN,
    spoken_phrases.FORMULA_ON_SCREEN,
    spoken_phrases.NOT_UNDERSTOOD,
    spoken_phrases.SHALL_WE_END,
    spoken_phrases.LEFT_ON_SCREEN,
    spoken_phrases.NO_ANSWER,
    spoken_phrases.BROKEN_OFF,
    spoken_phrases.STILL_WORKING,
    spoken_phrases.STILL_WAITING,
    *spoken_phrases.FILLERS,
]


@pytest.mark.parametrize(
    "text", [*SENTENCES, spoken_phrases.LINK_TO, spoken_phrases.A_LINK, spoken_phrases.A_FORMULA]
)
@pytest.mark.parametrize("language", ["de", "fr", "es", "ja"])
def test_what_is_often_said_is_known_beyond_the_interface(language: str, text: str) -> None:
    said, spoken = phrase_for_voice(language, text)
    assert (said != text, spoken) == (True, language)
    assert ("{domain}" in said) == ("{domain}" in text)


@pytest.mark.parametrize("language", ["de", "fr", "es", "ja", "en"])
@pytest.mark.parametrize("text", SENTENCES)
def test_a_remark_is_read_by_the_voice_it_was_written_for(language: str, text: str) -> None:
    said, _ = phrase_for_voice(language, text)
    assert detect_line_language(said, likely=language).language == language


def test_the_interface_languages_have_their_catalogue() -> None:
    assert phrase_for_voice("ko", spoken_phrases.CODE_ON_SCREEN)[1] == "ko"
    assert phrase_for_voice("ko", spoken_phrases.CODE_ON_SCREEN)[0] != spoken_phrases.CODE_ON_SCREEN


def test_any_other_voice_gets_english_and_is_told_so() -> None:
    assert phrase_for_voice("fi", spoken_phrases.CODE_ON_SCREEN) == (
        spoken_phrases.CODE_ON_SCREEN,
        "en",
    )


def test_fillers_vary() -> None:
    assert len({phrase_for_voice("de", filler)[0] for filler in spoken_phrases.FILLERS}) == len(
        spoken_phrases.FILLERS
    )
