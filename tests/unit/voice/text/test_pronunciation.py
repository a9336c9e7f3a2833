import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.pronunciation import pronounceable


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Open /home/u/my_file.py now.", "Open my file.py now.", id="absolute"),
        pytest.param("See src/app/main.py.", "See main.py.", id="relative"),
        pytest.param("It is in docs/readme.md, I think.", "It is in readme.md, I think.", id="two"),
        pytest.param("Look at ~/notes.txt.", "Look at notes.txt.", id="home"),
        pytest.param("Run ./build.sh!", "Run build.sh!", id="here"),
        pytest.param("In C:\\Users\\me\\a.txt.", "In a.txt.", id="windows"),
        pytest.param("Under /var/log/.", "Under log.", id="folder"),
        pytest.param("Go to example.com/a/b?c=d.", "Go to example.com.", id="address"),
        pytest.param("Mail a@b.com/c.", "Mail a@b.com/c.", id="no-address"),
        pytest.param("snake_case name.", "snake case name.", id="underscore"),
        pytest.param("He/she, TCP/IP, yes/no.", "He/she, TCP/IP, yes/no.", id="alternatives"),
        pytest.param("1/2 a cup, 3/4 of it.", "one half a cup, three quarters of it.", id="part"),
        pytest.param("On 1/2/2026.", "On 1/2/2026.", id="date-with-slashes"),
        pytest.param("$1.5M and €20bn.", "1.5 million dollars and 20 billion euros.", id="short"),
        pytest.param("x² + y³.", "x squared + y cubed.", id="powers"),
        pytest.param("5 m² at 60 mph.", "5 square meters at 60 miles per hour.", id="more-units"),
    ],
)
def test_paths_addresses_and_signs_are_for_the_eye(text: str, expected: str) -> None:
    assert pronounceable(text, "en") == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        pytest.param("de", "5 km für $5.", "5 Kilometer für 5 Dollar.", id="de"),
        pytest.param("de", "5,50 € um 14:30 Uhr.", "5,50 Euro um 14:30.", id="de-price"),
        pytest.param(
            "de", "Dr. Müller, z. B. so.", "Doktor Müller, zum Beispiel so.", id="de-abbr"
        ),
        pytest.param(
            "fr", "À 90 km/h, 20 °C.", "À 90 kilomètres à l'heure, 20 degrés Celsius.", id="fr"
        ),
        pytest.param("es", "Son 3,5 € por m².", "Son 3,5 euros por m al cuadrado.", id="es"),
        pytest.param("ko", "$5에 20°C, 50%예요.", "5달러에 섭씨 20도, 50퍼센트예요.", id="ko"),
        pytest.param("ko", "60km/h로 가요.", "시속 60킬로미터로 가요.", id="ko-speed"),
        pytest.param("zh", "大约5km，50%。", "大约5公里，百分之50。", id="zh"),
        pytest.param("ja", "20°Cで$5です。", "摂氏20度で5ドルです。", id="ja"),
        pytest.param("nl", "5 km voor $5.", "5 km voor $5.", id="unknown"),
        pytest.param(
            "de", "Version 2.0.1 in src/a.py.", "Version 2.0.1 in a.py.", id="paths-everywhere"
        ),
    ],
)
def test_other_languages_have_their_own_words(language: str, text: str, expected: str) -> None:
    assert pronounceable(text, language) == expected


@pytest.mark.parametrize("text", ["/a" * 5000, "a/" * 5000, "a." * 5000, "1," * 5000, "a_" * 5000])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_longest_piece_is_worked_through(text: str, language: str) -> None:
    # Quadratic at worst in a piece, and pieces are short; this one is longer than any that comes.
    assert pronounceable(text, language)


@given(st.text(max_size=200), st.sampled_from(["en", "zh", "ko"]))
def test_the_voice_never_gets_phonemes_from_the_text(text: str, language: str) -> None:
    assert not set(pronounceable(text, language)) & set("[]")
