from collections.abc import Callable

import pytest

from assistant.voice.text.language_detection import LanguageTrack, detect_request_language


def everything(language: str) -> bool:
    return True


def only(*languages: str) -> Callable[[str], bool]:
    return languages.__contains__


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
