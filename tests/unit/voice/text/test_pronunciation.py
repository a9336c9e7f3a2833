"""Writing out what the voice reads badly.

`tests/data/pronunciation/written_forms.tsv` has the forms of each language and how a person reads
them; what is `plain` stays as it is.
"""

import csv
import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.markdown_filter import MarkdownSpeechFilter
from assistant.voice.text.pronunciation import pronounceable
from assistant.voice.text.sentence_splitter import SentenceSplitter
from tests.helpers.languages import SHIPPED

DATA: Final = Path(__file__).parents[3] / "data" / "pronunciation"
FORMS: Final = tuple(
    csv.DictReader(
        (DATA / "written_forms.tsv").read_text(encoding="utf-8").splitlines(),
        delimiter="\t",
        quoting=csv.QUOTE_NONE,
    )
)
MARKS: Final = ("", ",", ".", ";", ":", ")", "!", "?", "…", '"', "。", "，")
_FILLER: Final = {"ko": "그리고 ", "zh": "然后我们", "ja": "それから"}


def forms(*kinds: str) -> list[tuple[str, str, str]]:
    """Return language, what is written and what is said."""
    return [
        (row["language"], row["written"], row["spoken"])
        for row in FORMS
        if not kinds or row["kind"] in kinds
    ]


def bare(text: str) -> str:
    return "".join(re.findall(r"[^\W_]+", text))


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
        pytest.param("Dr. Smith vs. Mr. X.", "Dr Smith versus Mr X.", id="titles"),
        pytest.param("See No. 5 or #6.", "See number 5 or number 6.", id="numbers"),
        pytest.param("3-5 or 3~5 or ~5.", "3 to 5 or 3 to 5 or about 5.", id="ranges"),
        pytest.param("1990–2000.", "1990 to 2000.", id="years"),
        pytest.param("Call 555-1234.", "Call 5 5 5, 1 2 3 4.", id="phone"),
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
        pytest.param(
            "de", "5,50 € um 14:30 Uhr.", "5 Euro und 50 Cent um 14 Uhr 30.", id="de-price"
        ),
        pytest.param(
            "de",
            "Hr. Au vs. Fr. Bo am Fr. Abend, S. 5, Abb. 3",
            "Herr Au gegen Frau Bo am Fr. Abend, Seite 5, Abbildung 3.",
            id="de-names",
        ),
        pytest.param(
            "de",
            "5 Min., 2 Std., x^2, 10^6, 5★",
            "5 Minuten, 2 Stunden, x hoch zwei, 10 hoch 6, 5 Sterne.",
            id="de-units",
        ),
        pytest.param(
            "fr",
            "M. Bo et Mme Au, env. 5 min, p. 3, x^2, 10^6",
            "Monsieur Bo et Madame Au, environ 5 minutes, page 3, x au carré, 10 puissance 6.",
            id="fr-abbr",
        ),
        pytest.param(
            "es",
            "Sr. Bo, EE. UU., pág. 5, p. ej. 2 h, x^2, 10^6",
            "señor Bo, Estados Unidos, página 5, por ejemplo 2 horas, x al cuadrado,"
            " 10 elevado a 6.",
            id="es-abbr",
        ),
        pytest.param(
            "it",
            "Sig. Bo, Sig.ra Au, pag. 5, ca. 5 min, x^2",
            "signor Bo, signora Au, pagina 5, circa 5 minuti, x al quadrato.",
            id="it-abbr",
        ),
        pytest.param(
            "de", "Dr. Müller, z. B. so.", "Doktor Müller, zum Beispiel so.", id="de-abbr"
        ),
        pytest.param(
            "fr", "À 90 km/h, 20 °C.", "À 90 kilomètres à l'heure, 20 degrés Celsius.", id="fr"
        ),
        pytest.param("es", "Son 3,5 € por m².", "Son 3,5 euros por m al cuadrado.", id="es"),
        pytest.param("ko", "$5에 20°C, 50%예요.", "5달러에 섭씨 20도, 50퍼센트예요.", id="ko"),
        pytest.param("ko", "20℃, -5℃.", "섭씨 20도, 섭씨 마이너스 5도.", id="ko-one-sign"),
        pytest.param("zh", "20℃，-5℃。", "20摄氏度，负5摄氏度。", id="zh-one-sign"),
        pytest.param("ja", "20℃、-5℃。", "摂氏20度、摂氏マイナス5度。", id="ja-one-sign"),
        pytest.param("ko", "20.5°C, 3.5km/h", "섭씨 20점5도, 시속 3점5킬로미터.", id="ko-parts"),
        pytest.param("ja", "-20.5°C", "摂氏マイナス20点5度.", id="ja-parts"),
        pytest.param("de", "-5 °C", "minus 5 Grad Celsius.", id="de-below"),
        pytest.param("es", "El n.º 5, n.º 6.", "El número 5, número 6.", id="es-number"),
        pytest.param("fr", "Le n° 5, N° 6.", "Le numéro 5, numéro 6.", id="fr-number"),
        pytest.param("it", "Il n. 5, n.º 6.", "Il numero 5, numero 6.", id="it-number"),
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


def test_every_language_has_its_forms() -> None:
    kinds = {(row["language"], row["kind"]) for row in FORMS}
    assert kinds >= {
        (language, kind) for language in SHIPPED for kind in ("clock", "money", "roman", "phone")
    }


@pytest.mark.parametrize(
    "kind", ["clock", "money", "roman", "ordinal", "phone", "range", "fraction", "plain"]
)
def test_what_is_written_is_read_as_people_say_it_before_every_mark(kind: str) -> None:
    for language, written, spoken in forms(kind):
        for mark in MARKS:
            said = pronounceable(f"{written}{mark}", language)
            assert said in {f"{spoken}{mark}", f"{spoken}{mark}."}, (language, written, mark)


@pytest.mark.parametrize("mark", [",", ";", ":", " "])
def test_what_is_written_is_read_alike_within_a_sentence(mark: str) -> None:
    for language, written, spoken in forms():
        if written.endswith(" I") and mark == " " and "War" not in written:
            continue  # "King Zog I love"
        begin, end = ("", "") if language in {"zh", "ja"} else ("(", "x")
        said = pronounceable(f"{begin}{written}{mark} {end}", language)
        assert said.startswith(f"{begin}{spoken}{mark}".rstrip()), (language, written, mark)


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [("ko", "", "입니다"), ("zh", "我们说", "吧"), ("ja", "これは", "です")],
)
def test_letters_without_spaces_around_change_nothing(
    language: str, before: str, after: str
) -> None:
    for code, written, spoken in forms("clock", "money", "phone", "range"):
        if code == language:
            said = pronounceable(f"{before}{written}{after}", language)
            assert said == f"{before}{spoken}{after}.", written


def test_markdown_leaves_what_is_written_as_it_is() -> None:
    for language, written, _spoken in forms():
        reading = MarkdownSpeechFilter(language=lambda code=language: code)
        said = reading.feed(f"x {written},{written}, {written}") + reading.finish()
        plain = " ".join(written.split())
        assert said.rstrip("\n") == f"x {plain},{plain}, {plain}", (language, written)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("longest", [40, 60])
def test_a_cut_between_pieces_changes_nothing_in_what_is_said(longest: int) -> None:
    for language, written, _spoken in forms():
        filler = _FILLER.get(language, "so we go on ")
        for repeats in range(1, 2 + longest // len(filler)):
            text = f"{filler * repeats}{written} {filler * 4}"
            stream = SentenceSplitter(language, max_chars=longest)
            pieces = [piece for one in text for piece in stream.feed(one)] + stream.finish()
            said = " ".join(pronounceable(piece, language) for piece in pieces)
            assert bare(said) == bare(pronounceable(text, language)), (language, pieces)


REPLIES: Final = {
    "tts_money.txt": (
        "It costs 20 dollars, including tax.",
        "Between 5 dollars, 6 dollars and 7 dollars, choose one.",
        "The price is 5 euros, not 6 euros; or 7 pounds, say.",
        "It was 1,000 dollars, then 1,200,000 dollars, and later 3 thousand dollars, 5 million"
        " dollars, 2 billion dollars, 1.5 million pounds, 3.5 million euros, 1.5 thousand dollars.",
        "A 5 dollar per day plan, 5 dollars per month, 5 US dollars, 10 Australian dollars,"
        " 5.5 dollars, 5.555 dollars, 1 dollar, 1 dollar, 5 cents, 1 dollar and 1 cent, 5 dollars,"
        " 5 euros, 5 euros.",
        "The list: 100 dollars,200 dollars,300 dollars.",
    ),
    "tts_en.txt": (
        "It costs 1,299 dollars and 99 cents, or 1.5 million pounds, 5 euros, 500 yen, 1.2"
        " billion dollars, 99 cents, minus 5 dollars and minus 5 dollars.",
        "World War two, Henry the eighth, Chapter four, Louis the fourteenth, Super Bowl 59,"
        " Pope John Paul the second.",
        "Meet at 7 30, 7 oh 5, 16 hundred, 7 PM, 12 AM or 0 30.",
        "Call 5 5 5, 0 1 4 2 or plus 1, 4 1 5, 5 5 5, 2 6 7 1. or 1, 8 0 0, flowers.",
        "Dr Smith versus Mr Jones Junior at 5 Main St in St Louis, for example on January"
        " 3rd, that is 3/4/2025 or November 30, 2025.",
        "It's 20 degrees Celsius, 68 degrees Fahrenheit, minus 5 degrees Celsius, 5 foot 11, 6"
        " feet 2 inches, 3 by 4, 5 × 6 = 30, 2+2=4, 10%, 3.14, one half cup, 1 and a half"
        " teaspoons, 10 to 15 minutes.",
        "Version 2.4.1, v1.0.0-beta, Python 3.11, IP v 6 fe80::1, 192.168.1.1, number 42, C"
        " sharp, C++, .NET, Node.js, @user, & AT&T.",
        "See link to example.com or link to example.org. or user@example.com or docs.",
        "The table is on the screen. Done.",
        "Name, Age. Ann, 30. Done.",
        "The code is on the screen. Run pip install foo-bar then ls -la.",
        "Great! Let's go Done Failed Careful, next back bullet 3 stars 5 stars.",
        "1. First. 2. Second. nested item. ticked. 3) Third.",
        "quoted bold and italic and struck. and both and snake case name and init and 2×3×4.",
        'Wait... what?! Really?? No!!! Hmm… "Quoted." (Parenthetical.) — dash – en dash - hyphen.',
        "bold <tag> H2O x squared, More, text.",
        "Inline E = mc squared and a squared+b squared=c squared and a formula costs 5"
        " dollars. and 10 dollars.",
        "The US GDP in Q3 was 3.2% versus 2.8% in fiscal year 2024; NASA, FBI, SQL, JSON,"
        " PDF, A.M., U.K.",
        'He said "안녕하세요" and then and. and and.',
        "1,234,567 people; 1.234.567 Menschen; 1000000; 1 times 10 to the power of 6; 10 to"
        " the power of 6; 0x1F; 00123; 1984; the 19 eighties; nineties; 21st; 2nd.",
        "Hello.",
        "A footnote and citation and. The note.",
        "November 5 to 7, 9 AM to 5 PM, 3 to 4 days, pages 12 to 15, 2019 to 2021, 5 to 10"
        " dollars, 5 to 10%.",
        "5 gigabytes, 100 megabits per second, 3 kilowatt hours, 20 miles per hour, 60"
        " kilometers per hour, 5 kilograms, 10 pounds, 2 tablespoons, 30 seconds, 5 minutes,"
        " 2 hours, 100 milliseconds, 1 micrometer, 50 decibels, 440 hertz, 4K, 10 80 p.",
    ),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_is_read_as_a_person_reads_it(name: str) -> None:
    replies = (DATA / name).read_text(encoding="utf-8").split("%%\n")
    for reply, spoken in zip(replies, REPLIES[name], strict=True):
        reading, stream = MarkdownSpeechFilter(language=lambda: "en"), SentenceSplitter("en")
        pieces = [*stream.feed(reading.feed(reply) + reading.finish()), *stream.finish()]
        assert " ".join(pronounceable(piece, "en") for piece in pieces) == spoken
