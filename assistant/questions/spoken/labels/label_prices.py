"""Labels that say what something costs, so that "the cheapest" means one. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

_SIGNS: Final = r"[$€£¥₩￥]"
_NAMES: Final = (
    r"(?:€|\$|£|¥|₩|euros?\b|eur\b|dollars?\b|dólares|usd\b|bucks|pounds?\b|gbp\b|quid|chf\b|pesos?\b"
    r"|원|元|块钱?|円|yen\b|yuan\b|won\b)"
)
_COUNTED: Final = re.compile(
    r"(?:(?P<tens>\d+(?:\.\d+)?)\s?[万萬만])?\s?(?:(?P<thousands>\d+)\s?[千천])?\s?(?P<rest>\d*)\s?[원元円]"
)
"""An amount with words for thousands: "1万5千円"."""
_PRICE: Final = re.compile(
    rf"{_SIGNS}\s?(?P<before>\d[\d.,]*)|(?P<after>\d[\d.,]*)\s?{_NAMES}", re.IGNORECASE
)
_MONEY: Final[Mapping[str, str]] = {
    r"€|\beuros?\b|\beur\b": "euro euros",
    r"\$|dollar": "dollars dólares",
    r"£|pound": "pounds",
    r"chf|franken|francs": "franken francs",
}
"""Signs of money, and its words."""
_BARE: Final = re.compile(r"(?<![\w.,:/-])\d+[.,]\d\d(?![\w.,:/-])(?!\s?(?:Uhr|h\b|[ap]\.?m\b))")
_FREE: Final = re.compile(
    r"\b(?:free|gratis|kostenlos|gratuit|gratuita?)\b|免费|無料|무료", re.IGNORECASE
)


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
    words = (names for sign, names in _MONEY.items() if re.search(sign, label, re.IGNORECASE))
    return tuple(word for names in words for word in names.split())


def by_price(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the places of labels by what they cost, cheapest first; empty if one says no price."""
    found = [price_in(label) for label in labels]
    if not any(found):
        found = [_bare_price(label) for label in labels]
    prices = [price for price in found if price is not None]
    if len(prices) < len(labels) or len(set(prices)) < len(prices):
        return ()
    return tuple(sorted(range(len(prices)), key=prices.__getitem__))
