"""Reads amounts of money as people say them. Pure."""

import re
from typing import Final

from assistant.languages.pronunciation import MoneyWords, Pronunciation
from assistant.voice.text.reading_rule import LATIN_LETTERS, Rules, any_of, counted

_OTHER_MARK: Final = {".": ",", ",": "."}
_DASH: Final = r"\s?[-–~〜～]\s?"
_MINUS: Final = "[-−]"
_LETTER: Final = re.compile("[A-Za-z]")
_COMPOUND: Final = re.compile(r"-[a-z]")
"""A noun after an amount that stands before it in the singular: "a $5-per-day plan"."""


def money_before_rules(words: Pronunciation) -> Rules:
    """Rule for signs before the number: "$5", and ranges of them."""
    signs, number = _signs(words.money), _number(words.money)
    codes = any_of(sign for sign in words.money.currencies if len(sign) == 3 and sign.isalpha())
    pattern = (
        rf"(?:(?<![{LATIN_LETTERS}\d)\]])(?P<minus>{_MINUS}))?(?<![A-Za-z])(?P<sign>{signs})\s?"
        rf"(?P<inner>{_MINUS})?(?P<a>{number}){_magnitude(words.money, 'size')}"
        rf"(?:{_DASH}(?:{signs})?(?P<b>{number}){_magnitude(words.money, 'size_b')})?"
        rf"(?:\s?(?P<code>{codes})(?![A-Za-z\d]))?"
    )
    return ((re.compile(pattern), _Reader(words).said),)


def money_after_rules(words: Pronunciation) -> Rules:
    """Rule for signs after the number: "5 €"."""
    signs, number = _signs(words.money), _number(words.money)
    pattern = (
        rf"(?:(?<![{LATIN_LETTERS}\d)\]])(?P<minus>{_MINUS}))?(?<![A-Za-z\d.,:])(?P<a>{number})"
        rf"{_magnitude(words.money, 'size')}\s?(?P<sign>{signs})(?![A-Za-z\d])"
    )
    return ((re.compile(pattern), _Reader(words).said),)


def _signs(money: MoneyWords) -> str:
    """Pattern of the signs, in which "US $" stands for "US$"; "A $" does not for "A$"."""
    spaced = {sign for sign in money.currencies if len(sign) > 2 and not sign[-1].isalpha()}
    either = (rf"{re.escape(sign[:-1])}\s?{re.escape(sign[-1])}" for sign in spaced)
    return "|".join((*either, any_of(set(money.currencies) - spaced)))


def _number(money: MoneyWords) -> str:
    mark, other = re.escape(money.decimal), re.escape(_OTHER_MARK[money.decimal])
    # After a comma one digit may be the next of a list.
    foreign = rf"{other}\d{{1,2}}(?!\d)" if money.decimal == "," else rf"{other}\d\d(?!\d)"
    return (
        rf"(?:\d{{1,3}}(?:{money.group}\d{{3}})+(?!\d)(?:{mark}\d+)?"
        rf"|\d{{1,3}}(?:{mark}\d{{3}})+{foreign}"  # as other languages write it
        rf"|\d+(?:{mark}\d+|{foreign})?"
        rf"|{mark}\d+)(?:[.,][-–—]{{1,2}}(?![-–—\d$€£¥₩]))?"
    )


def _magnitude(money: MoneyWords, name: str) -> str:
    if not money.magnitudes:
        return f"(?P<{name}>(?!))?"
    apart = [size for size in (*money.magnitudes, *_names(money)) if len(size) > 1]
    short = f"(?P<{name}_short>{any_of(money.magnitudes)})"
    return rf"(?:(?:[\s-]?(?P<{name}>{any_of(apart)})|{short})(?![A-Za-z]))?"


def _names(money: MoneyWords) -> dict[str, str]:
    return {words.strip(): words for words in money.magnitudes.values()}


class _Reader:
    def __init__(self, words: Pronunciation) -> None:
        self._words = words
        self._money = words.money

    def said(self, found: re.Match[str]) -> str:
        part = found.groupdict()
        minus = self._words.minus if part["minus"] or part.get("inner") else ""
        is_compound = _COMPOUND.match(found.string, found.end()) is not None
        apart = " " if _LETTER.match(found.string, found.end()) else ""
        return minus + self._amount(part, is_compound=is_compound) + apart

    def _amount(self, part: dict[str, str | None], *, is_compound: bool) -> str:
        sign = part.get("code") or "".join((part["sign"] or "").split())
        currency = self._money.currencies[sign]
        whole, fraction = self._read(part["a"] or "")
        size = self._size(part, "size")
        digits = fraction if currency.hundredths else fraction.rstrip("0")
        number = whole + (self._money.decimal + digits if digits else "")
        second = part.get("b")
        if second:
            upper, rest = self._read(second)
            upper += self._money.decimal + rest if rest else ""
            last = self._size(part, "size_b") or size
            first = number if last == size else number + size
            return counted(currency.whole, first + self._words.to + upper + last, is_one=False)
        if size:
            return counted(currency.whole, number + size)
        if len(fraction) == 2 and currency.hundredths:
            cents = counted(currency.hundredths, str(int(fraction)))
            return (
                cents
                if whole == "0"
                else counted(currency.whole, whole) + self._money.joint + cents
            )
        is_one = True if is_compound and "{n}" in currency.whole.partition("|")[0] else None
        return counted(currency.whole, number, is_one=is_one)

    def _size(self, part: dict[str, str | None], name: str) -> str:
        written = part.get(name) or part.get(f"{name}_short") or ""
        return self._money.magnitudes.get(written) or _names(self._money).get(written, "")

    def _read(self, number: str) -> tuple[str, str]:
        """Whole number, with its groups as they are written, and the fraction."""
        number = number.rstrip(".,-–—")
        mark = self._money.decimal
        at = max(number.rfind(mark), number.rfind(_OTHER_MARK[mark]))
        is_group = at < 0 or (number[at] != mark and len(number) - at - 1 == 3)
        whole, fraction = (number, "") if is_group else (number[:at], number[at + 1 :])
        whole = whole.replace(mark, "").lstrip("0") or "0"
        return whole, fraction if fraction.strip("0") else ""
