import pytest

from assistant.voice import remarks
from assistant.voice.languages import read_language
from assistant.voice.remarks import remark_in

SENTENCES = [
    remarks.CODE_ON_SCREEN,
    remarks.TABLE_ON_SCREEN,
    remarks.FORMULA_ON_SCREEN,
    remarks.NOT_UNDERSTOOD,
    remarks.SHALL_WE_END,
    remarks.NO_ANSWER,
    remarks.BROKEN_OFF,
    *remarks.FILLERS,
]


@pytest.mark.parametrize("text", [*SENTENCES, remarks.LINK_TO, remarks.A_LINK, remarks.A_FORMULA])
@pytest.mark.parametrize("language", ["de", "fr", "es", "ja"])
def test_what_is_often_said_is_known_beyond_the_interface(language: str, text: str) -> None:
    said, spoken = remark_in(language, text)
    assert (said != text, spoken) == (True, language)
    assert ("{domain}" in said) == ("{domain}" in text)


@pytest.mark.parametrize("language", ["de", "fr", "es", "ja", "en"])
@pytest.mark.parametrize("text", SENTENCES)
def test_a_remark_is_read_by_the_voice_it_was_written_for(language: str, text: str) -> None:
    said, _ = remark_in(language, text)
    assert read_language(said, likely=language).language == language


def test_the_interface_languages_have_their_catalogue() -> None:
    assert remark_in("ko", remarks.CODE_ON_SCREEN)[1] == "ko"
    assert remark_in("ko", remarks.CODE_ON_SCREEN)[0] != remarks.CODE_ON_SCREEN


def test_any_other_voice_gets_english_and_is_told_so() -> None:
    assert remark_in("fi", remarks.CODE_ON_SCREEN) == (remarks.CODE_ON_SCREEN, "en")


def test_fillers_vary() -> None:
    assert len({remark_in("de", filler)[0] for filler in remarks.FILLERS}) == len(remarks.FILLERS)
