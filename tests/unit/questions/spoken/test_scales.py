"""The cheapest, the earliest, and what else days and times of day are called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages import LANGUAGES
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer, parse_written_answer
from assistant.questions.spoken.labels.label_moments import by_moment, clock_texts, moment_in
from assistant.questions.spoken.labels.label_prices import by_price, price_in
from assistant.questions.spoken.labels.label_sizes import by_measure
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

HOTELS = {
    "en": ("Hotel Alder (89 euros)", "Park Inn (120 euros)", "The Grand (240 euros)"),
    "de": ("Hotel Erle, 89 Euro", "Parkhotel, 120 Euro", "Das Grand, 1.240 Euro"),
    "fr": ("Le Parc, 120 euros", "Hôtel de l'Aulne, 89 euros", "Le Grand, 240 euros"),
    "es": ("El Parque, 120 euros", "Hotel Aliso, 89 euros", "El Grande, 240 euros"),
    "it": ("Il Parco, 120 euro", "Hotel Ontano, 89 euro", "Il Grande, 240 euro"),
    "zh": ("如家，199 元", "全季，320 元", "希尔顿，880 元"),
    "ja": ("アルダー（9千円）", "パーク（1万5千円）", "グランド（3万円）"),
    "ko": ("알더, 9만 원", "파크, 15만 원", "그랜드, 32만 원"),
}
WEEK = {
    "en": ("Monday 9:00", "Wednesday 12:00", "Friday 17:00"),
    "de": ("Montag 9 Uhr", "Mittwoch 12 Uhr", "Freitag 17 Uhr"),
    "fr": ("Lundi 9 h", "Mercredi midi", "Vendredi 17 h"),
    "es": ("Lunes 9:00", "Miércoles 12:00", "Viernes 17:00"),
    "it": ("Lunedì 9:00", "Mercoledì 12:00", "Venerdì 17:00"),
    "zh": ("周一上午 9 点", "周三中午 12 点", "周五下午 5 点"),
    "ja": ("月曜 9:00", "水曜 12:00", "金曜 17:00"),
    "ko": ("월요일 오전 9시", "수요일 낮 12시", "금요일 오후 5시"),
}


@pytest.mark.parametrize(
    ("language", "said", "chosen"),
    [
        ("en", "the cheapest one", "1"),
        ("en", "the most expensive", "3"),
        ("de", "das billigste", "1"),
        ("de", "das teuerste", "3"),
        ("fr", "le moins cher", "2"),
        ("es", "el más barato", "2"),
        ("it", "il meno caro", "2"),
        ("it", "il più caro", "3"),
        ("zh", "最便宜的那个", "1"),
        ("zh", "最贵的", "3"),
        ("ja", "一番安いの", "1"),
        ("ko", "제일 싼 걸로 해 줘", "1"),
        ("ko", "제일 비싼 거", "3"),
    ],
)
def test_the_cheapest_and_the_dearest_are_told_by_their_prices(
    language: str, said: str, chosen: str
) -> None:
    assert short(parse_spoken_answer(choice(*HOTELS[language]), said, language)) == chosen


@pytest.mark.parametrize(
    ("language", "said", "chosen"),
    [
        ("en", "the earliest", "1"),
        ("en", "the latest one please", "3"),
        ("en", "friday afternoon", "3"),
        ("de", "freitag nachmittag", "3"),
        ("de", "mittags", "2"),
        ("fr", "le plus tôt", "1"),
        ("es", "al mediodía", "2"),
        ("it", "a mezzogiorno", "2"),
        ("it", "il più presto", "1"),
        ("zh", "星期三", "2"),
        ("zh", "礼拜五", "3"),
        ("zh", "17点", "3"),
        ("ja", "月曜日", "1"),
        ("ja", "五時", "3"),
        ("ko", "금욜이요", "3"),
    ],
)
def test_a_day_and_a_time_of_day_go_by_their_other_names(
    language: str, said: str, chosen: str
) -> None:
    assert short(parse_written_answer(choice(*WEEK[language]), said)) == chosen


@pytest.mark.parametrize(
    ("label", "price"),
    [
        ("$5", 5.0),
        ("1.240 Euro", 1240.0),
        ("3,50 €", 3.5),
        ("1万5千円", 15000.0),
        ("9만 원", 90000.0),
        ("Free", 0.0),
        ("Room 5", None),
        ("from 5 euros to 9 euros", None),
    ],
)
def test_a_price_is_read_as_it_is_written(label: str, price: float | None) -> None:
    assert price_in(label) == price


def test_labels_of_which_one_has_no_price_or_two_the_same_are_not_compared() -> None:
    assert by_price(("5 euros", "no idea")) == ()
    assert by_price(("5 euros", "5 euros, blue")) == ()
    assert by_moment(("9:00", "later"), "en") == ()


@pytest.mark.parametrize(
    ("label", "minute"),
    [
        ("21点两刻", 1290),
        ("9点三刻", 585),
        ("晚上9点零5分", 1265),
        ("23点零5", 1385),
        ("8点一刻", 495),
    ],
)
def test_what_follows_an_hour_in_chinese(label: str, minute: int) -> None:
    assert moment_in(label, "zh").minute == minute


@given(minute=st.integers(0, 24 * 60 - 1), language=st.sampled_from(sorted(LANGUAGES)))
def test_what_a_time_is_written_as_is_that_time_on_one_of_the_two_clocks(
    minute: int, language: str
) -> None:
    for text in clock_texts(minute, language):
        found = moment_in(text, language).minute
        assert found is None or found % 720 == minute % 720


@pytest.mark.parametrize("said", ["the biggest", "the highest"])
def test_names_with_numbers_are_no_sizes(said: str) -> None:
    understood = parse_spoken_answer(choice("Room 1", "Room 2"), said, "en")
    assert short(understood).startswith("~")


@pytest.mark.parametrize(
    ("language", "labels", "said", "chosen"),
    [
        ("en", ("Small (250 ml)", "Medium (350 ml)", "Large (450 ml)"), "the biggest", "3"),
        ("en", ("720p", "1080p", "4K"), "the highest", "3"),
        ("en", ("15 minutes", "1 hour", "30 days"), "the longest", "3"),
        ("en", ("512 MB", "2 GB", "1 TB"), "the smallest", "1"),
        ("de", ("Groß, bis 10 kg", "Klein, bis 2 kg"), "das kleinste", "2"),
        ("es", ("65 pulgadas", "43 pulgadas", "55 pulgadas"), "la mediana", "3"),
        ("en", ("Trail, 89.95", "Road, 129.00", "Day, 59.50"), "the cheapest", "3"),
    ],
)
def test_the_most_of_what_every_label_has_an_amount_of(
    language: str, labels: tuple[str, ...], said: str, chosen: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == chosen


def test_a_time_of_day_is_no_amount() -> None:
    assert by_measure(("Demain à 10 h", "Mercredi à 14 h", "Vendredi à 9 h 30"), "fr") == ()


def test_two_amounts_leave_open_which_is_meant() -> None:
    assert by_measure(("4 GB, 500 g", "8 GB, 300 g"), "en") == ()


@pytest.mark.parametrize(
    ("language", "labels", "said", "chosen"),
    [
        ("en", ("128 pixels", "199 pixels"), "a hundred and ninety nine", "2"),
        ("de", ("79 Euro", "189 Euro"), "hundertneunundachtzig", "2"),
        ("de", ("64,90 Euro", "79 Euro"), "vierundsechzig Euro neunzig", "1"),
        ("fr", ("9,99 €", "19,99 €"), "dix-neuf quatre-vingt-dix-neuf", "2"),
        ("fr", ("9,99 €", "19,99 €"), "celui à dix-neuf euros quatre-vingt-dix-neuf", "2"),
        ("fr", ("Devis 2025", "Devis 2026"), "deux mille vingt-six", "2"),
        ("es", ("Informe 2025", "Informe 2026"), "dos mil veintiséis", "2"),
        ("es", ("329 €", "499 €"), "la de trescientos veintinueve euros", "1"),
        ("en", ("2.5 kg", "10 kg"), "ten kilos", "2"),
        ("en", ("Monday 9:30", "Friday 11:00"), "half nine on Monday", "1"),
    ],
)
def test_numbers_are_understood_in_words_and_with_their_units(
    language: str, labels: tuple[str, ...], said: str, chosen: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)).rstrip("?") == chosen


@pytest.mark.parametrize(
    ("language", "labels", "said", "chosen"),
    [
        ("es", ("2", "4", "8"), "con dos basta", "1"),
        ("fr", ("2", "4", "8"), "deux ça suffit", "1"),
    ],
)
def test_enough_behind_a_number_ends_nothing(
    language: str, labels: tuple[str, ...], said: str, chosen: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)).rstrip("?") == chosen
    assert short(parse_spoken_answer(choice(*labels), said.split()[-1], language)) != chosen
