"""Labels that say what something costs, so that "the cheapest" means one. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.questions.spoken.labels.any_language import HOUR, any_characters, any_pattern

_SIGNS: Final = r"[$€£¥₩￥]"
_NAMES: Final = rf"(?:€|\$|£|¥|₩|{any_pattern(lambda written: written.currencies)})"
_COUNTED: Final = re.compile(
    rf"(?:(?P<tens>\d+(?:\.\d+)?)\s?{any_characters(lambda written: written.ten_thousand)})?"
    rf"\s?(?:(?P<thousands>\d+)\s?{any_characters(lambda written: written.thousand)})?"
    rf"\s?(?P<rest>\d*)\s?{any_characters(lambda written: written.counted_money)}"
)
"""An amount with words for thousands: "1万5千円"."""
_PRICE: Final = re.compile(
    rf"{_SIGNS}\s?(?P<before>\d[\d.,]*)|(?P<after>\d[\d.,]*)\s?{_NAMES}", re.IGNORECASE
)
_BARE: Final = re.compile(
    rf"(?<![\w.,:/-])\d+[.,]\d\d(?![\w.,:/-])(?!\s?(?:{HOUR}|h\b|[ap]\.?m\b))",
    re.IGNORECASE,
)
_FREE: Final = re.compile(any_pattern(lambda written: written.free), re.IGNORECASE)


def price_in(label: str) -> float | None:
    """Return what a label says that something costs; None if it says nothing or several amounts."""
    counted = [
        float(found["tens"] or 0) * 10_000
        + int(found["thousands"] or 0) * 1_000
        + int(found["rest"] or 0)
        for found in _COUNTED.finditer(label)
        if found["tens"] or found["thousands"]
    ]
    amounts = counted or [
        _amount(found["before"] or found["after"]) for found in _PRICE.finditer(label)
    ]
    if not amounts and _FREE.search(label):
        return 0.0
    return amounts[0] if len(amounts) == 1 else None


def _bare_price(label: str) -> float | None:
    """Return the one amount with cents in a label that names no currency."""
    amounts = _BARE.findall(label)
    return _amount(amounts[0]) if len(amounts) == 1 else None


def _amount(written: str) -> float:
    """Return a number with whatever separates its thousands."""
    whole, _point, cents = re.sub(r"[.,](?=\d{3}(?!\d))", "", written).strip(".,").partition(".")
    if "," in whole:
        whole, _point, cents = whole.partition(",")
    return float(f"{whole}.{cents or 0}")


def money_words_in(label: str) -> tuple[str, ...]:
    """Return what may be said between the whole amounts and the cents of a label's price."""
    money = (pair for known in LANGUAGES.values() for pair in known.written.money_words)
    found = (words for sign, words in money if re.search(sign, label, re.IGNORECASE))
    return tuple(word for words in found for word in words)


def by_price(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the places of labels by what they cost, cheapest first; empty if one says no price."""
    found = [price_in(label) for label in labels]
    if not any(found):
        found = [_bare_price(label) for label in labels]
    prices = [price for price in found if price is not None]
    if len(prices) < len(labels) or len(set(prices)) < len(prices):
        return ()
    return tuple(sorted(range(len(prices)), key=prices.__getitem__))
