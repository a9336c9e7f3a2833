import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.pronounce import pronounceable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("It costs $5.", "It costs 5 dollars.", id="dollars"),
        pytest.param("It costs $1.", "It costs 1 dollar.", id="dollar"),
        pytest.param("$1,234.50!", "1,234 dollars and 50 cents!", id="cents"),
        pytest.param("$5.00 now.", "5 dollars now.", id="no-cents"),
        pytest.param("£3.5 million.", "3.5 million pounds.", id="million"),
        pytest.param("€0.125.", "0.125 euros.", id="fractions-of-a-cent"),
        pytest.param("¥500.", "500 yen.", id="yen"),
        pytest.param("20 km/h, 1 kg.", "20 kilometers per hour, 1 kilogram.", id="units"),
        pytest.param("20°C or 68 °F.", "20 degrees Celsius or 68 degrees Fahrenheit.", id="heat"),
        pytest.param("v2 km.", "v2 km.", id="no-measure"),
        pytest.param("On 2026-01-02.", "On January 2, 2026.", id="date"),
        pytest.param("On 2026-13-02.", "On 2026-13-02.", id="no-date"),
        pytest.param("Dr. Smith vs. Mr. X.", "Dr Smith vs Mr X.", id="titles"),
        pytest.param("See No. 5 or #6.", "See number 5 or number 6.", id="numbers"),
        pytest.param("3-5 or 3~5 or ~5.", "3 to 5 or 3 to 5 or about 5.", id="ranges"),
        pytest.param("1990–2000.", "1990 to 2000.", id="years"),
        pytest.param("Call 555-1234.", "Call 555-1234.", id="phone"),
        pytest.param("F# and C#.", "F sharp and C sharp.", id="sharp"),
        pytest.param("It, e.g. this and/or that.", "It, for example this and or that.", id="words"),
    ],
)
def test_english_is_written_out(text: str, expected: str) -> None:
    assert pronounceable(text, "en") == expected


def test_a_text_without_an_end_gets_one() -> None:
    assert pronounceable("Title", "en") == "Title."
    assert pronounceable("(see there)", "en") == "(see there)."


@pytest.mark.parametrize("text", ["Wait,", "So:", "Yes!", "Why…", 'He said "no."', "好。"])
def test_an_end_that_is_there_stays(text: str) -> None:
    assert pronounceable(text, "zh") == text


@pytest.mark.parametrize("text", ["", "...", " - ", "？！", "[[ ]]"])
def test_nothing_is_said_of_text_without_words(text: str) -> None:
    assert pronounceable(text, "en") == ""


def test_chinese_is_left_out_for_voices_that_cannot_read_it() -> None:
    assert pronounceable("你好", "en") == ""
    assert pronounceable("Say 你好 now.", "en") == "Say now."
    assert pronounceable("你好", "zh") == "你好."


def test_other_languages_are_not_rewritten() -> None:
    assert pronounceable("5 km für $5.", "de") == "5 km für $5."


@given(st.text(max_size=200), st.sampled_from(["en", "zh", "ko"]))
def test_the_voice_never_gets_phonemes_from_the_text(text: str, language: str) -> None:
    assert not set(pronounceable(text, language)) & set("[]")
