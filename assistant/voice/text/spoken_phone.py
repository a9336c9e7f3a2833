"""Reads telephone numbers digit by digit, in the groups they are written in. Pure."""

import re
from typing import Final

from assistant.languages.pronunciation import PhoneWords
from assistant.voice.text.reading_rule import LATIN_LETTERS, Rules

_BEGIN: Final = rf"(?<![{LATIN_LETTERS}\d_+.-])"
_END: Final = rf"(?![{LATIN_LETTERS}\d_-])(?![.,]\d)"
_INTERNATIONAL: Final = r"\+\d{1,3}(?:[ \u00a0.\-/]?(?:\(\d{1,5}\)|\d{1,5})){1,6}"
_LEAST_DIGITS: Final = 7
_NORTH_AMERICAN: Final = re.compile(r"\+1\d{10}")
_NORTH_AMERICAN_GROUPS: Final = (1, 3, 3, 4)
_GROUP: Final = re.compile(r"\d+|[A-Z]{2,}")


def phone_rules(words: PhoneWords) -> Rules:

    def said(found: re.Match[str]) -> str:
        groups = _GROUP.findall(found[0])
        if sum(map(len, groups)) < _LEAST_DIGITS or _is_amount(groups):
            return found[0]
        if _NORTH_AMERICAN.fullmatch(found[0]):
            groups = _cut(groups[0], _NORTH_AMERICAN_GROUPS)
        elif len(groups) == 1 and sum(words.groups) == len(groups[0]):
            groups = _cut(groups[0], words.groups)
        spoken = ", ".join(_group(words, group) for group in groups)
        return f"{words.plus} {spoken}" if found[0].startswith("+") else spoken

    patterns = (_INTERNATIONAL, *words.patterns)
    return tuple((re.compile(f"{_BEGIN}(?:{pattern}){_END}"), said) for pattern in patterns)


def _is_amount(groups: list[str]) -> bool:
    """Whether the groups are thousands: "+20 000 000"."""
    return len(groups) > 1 and all(group == "000" for group in groups[1:])


def _cut(digits: str, lengths: tuple[int, ...]) -> list[str]:
    ends = [sum(lengths[: place + 1]) for place in range(len(lengths))]
    return [digits[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def _group(words: PhoneWords, group: str) -> str:
    if group.isalpha():
        return group.lower()
    if words.in_pairs and len(group) == 2 and group[0] != "0":
        return group
    return " ".join(words.digits[int(digit)] if words.digits else digit for digit in group)
