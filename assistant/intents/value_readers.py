"""Reads the values in a sentence: numbers, lengths of time, sums. Pure."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from assistant.intents.folding import fold
from assistant.intents.sentence_matcher import Found, SentenceMatcher, SlotReader, Words
from assistant.intents.template import Template, TemplateReader
from assistant.languages.sentence_table import SentenceTable, SpokenNumbers

_SIXTIETHS: Final = frozenset({60.0, 3600.0})
"""Units, in seconds, after which a bare number is of the next smaller one."""
_HOUR: Final = 3600
_DAY: Final = 86_400
_MIXED: Final = re.compile(r"(\d+) (?:(1)/([24])|(3)/(4))(?![\d/])")
"""A whole number and a fraction in digits: 2 1/2."""
_OF_DAY: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d(?!\d)")
"""Hour and minute as one number of four digits."""
_LIKE_A_CLOCK: Final = re.compile(r"\d+[.,](?!25|75)[0-5]\d(?!\d)")
"""A number that could as well be hours and minutes, or minutes and seconds: 1.30."""
OF_24: Final = 100
"""Is added to an hour of 24 that could be taken for one of 12."""
_MOST_WORDS: Final = 5
"""Words of a phrase that is one number, or one program's name."""
_ABOUT: Final = 2
"""Digits in a row, in characters, that are not one number."""

_Value = TypeVar("_Value", float, str)


def phrase_at(words: Words, at: int, known: Mapping[str, _Value]) -> list[tuple[int, _Value]]:
    """Phrases of a table that begin here, the longest first."""
    if not words.is_spaced:
        found = [
            (end, value)
            for phrase, value in known.items()
            if (end := words.end_of(phrase, at)) >= 0
        ]
        return sorted(found, reverse=True)
    return [
        (end, known[phrase])
        for end in words.phrase_ends(at, most=_MOST_WORDS)
        if (phrase := re.sub(r"[\s-]+", " ", words.folded[at:end])) in known
    ]


def ends_of_any(words: Words, at: int, known: Collection[str]) -> int:
    """End of the longest phrase that begins here, or `at`."""
    start = words.start(at)
    ends = [words.end_of(word, start) for word in known if word]
    return max((end for end in ends if end >= 0 and words.is_boundary(end)), default=at)


class NumberReader:
    """Reads numbers in digits and words."""

    def __init__(self, spoken: SpokenNumbers) -> None:
        self._spoken = spoken
        self._cardinals = {fold(word): n for word, n in spoken.by_word().items()}
        self._ordinals = {fold(word): n for word, n in spoken.ordinals.items()}
        self._places = {fold(char): n for char, n in spoken.places.items()}
        self._myriads = {fold(char): n for char, n in spoken.myriads.items()}
        group, point = (",", ".") if spoken.decimal_sign == "." else (".", ",")
        self._digits = re.compile(
            rf"\d{{1,3}}(?:[{group}]\d{{3}})+(?:[{point}]\d+)?(?!\d)|\d+(?:[{point}]\d+)?"
        )
        self._group, self._point = group, point
        endings = "|".join(map(re.escape, map(fold, sorted(spoken.day_endings))))
        self._day = re.compile(rf"(\d{{1,2}})(?:{endings}|[.](?!\d))?(?![\d:])")

    def numbers(self, words: Words, at: int) -> list[tuple[int, float]]:
        """Numbers that begin here, the longest first."""
        found = self._digits.match(words.folded, at)
        if found is not None:
            value = float(found[0].replace(self._group, "").replace(self._point, "."))
            read = self._with_magnitude(words, found.end(), value)
            whole = re.match(r"\d+", found[0])
            if whole is not None and whole.end() < len(found[0]):  # half past seven: 7.30
                read.append((at + whole.end(), float(whole[0])))
            return read
        whole = self._whole(words, at)
        return [*(decimal for end, n in whole for decimal in self._decimals(words, end, n)), *whole]

    def hours(self, words: Words, at: int) -> list[Found]:
        """Hours that begin here; a leading zero means 24 hours."""
        found = re.compile(r"0\d(?!\d)").match(words.folded, at)
        if found is not None:
            return [(found.end(), int(found[0]) + OF_24)]
        return [(end, int(n)) for end, n in self.numbers(words, at) if n == int(n) and 0 <= n <= 24]

    def day_numbers(self, words: Words, at: int) -> list[tuple[int, float]]:
        """Days of a month that begin here."""
        found = self._day.match(words.folded, at)
        if found is not None:
            return [(found.end(), float(found[1]))]
        return [*phrase_at(words, at, self._ordinals), *self._whole(words, at)]

    def _decimals(self, words: Words, end: int, whole: float) -> Iterator[tuple[int, float]]:
        digits = ""
        after = ends_of_any(words, end, self._spoken.points)
        if after == end:
            return
        while words.is_boundary(start := words.start(after)):
            found = [(e, n) for e, n in phrase_at(words, start, self._cardinals) if n < 10]
            if not found:
                break
            end = after = found[0][0]
            digits += f"{found[0][1]:.0f}"
        if digits:
            yield end, float(f"{whole:.0f}.{digits}")

    def _with_magnitude(self, words: Words, end: int, value: float) -> list[tuple[int, float]]:
        found = [(end, value)]
        spoken = self._spoken
        for factor, names in ((1e3, spoken.thousands), (1e6, spoken.millions)):
            after = ends_of_any(words, end, names)
            if after > end:
                found.insert(0, (after, value * factor))
        factor = self._myriads.get(words.folded[end : end + 1])
        if factor is not None:
            found.insert(0, (end + 1, value * factor))
        return found

    def _whole(self, words: Words, at: int) -> list[tuple[int, float]]:
        if not words.is_spaced:
            return self._characters(words, at)
        spoken = self._spoken
        found = self._below_thousand(words, at)
        for end, n in [*found, *self._ones(words, at)]:
            for factor, names in ((1000, spoken.thousands), (1_000_000, spoken.millions)):
                found += self._multiplied(words, end, n, factor, names, self._whole)
        return _longest_first(found)

    def _below_thousand(self, words: Words, at: int) -> list[tuple[int, float]]:
        found = [(end, float(n)) for end, n in phrase_at(words, at, self._cardinals)]
        heads = [(end, n) for end, n in found if 1 <= n < 100]
        for end, n in [*heads, *self._ones(words, at)]:
            found += self._multiplied(
                words, end, n, 100, self._spoken.hundreds, self._below_thousand
            )
        return found

    def _ones(self, words: Words, at: int) -> list[tuple[int, float]]:
        """What stands for one before "hundred": an article, or nothing."""
        ends = [words.end_of(one, at) for one in self._spoken.ones]
        return [(at, 1.0), *((end, 1.0) for end in ends if end >= 0 and words.is_boundary(end))]

    def _multiplied(
        self,
        words: Words,
        end: int,
        n: float,
        factor: int,
        names: Collection[str],
        read: Callable[[Words, int], list[tuple[int, float]]],
    ) -> Iterator[tuple[int, float]]:
        """Yield hundreds or thousands, alone and with what follows."""
        after = ends_of_any(words, end, names)
        if after == end:
            return
        yield after, n * factor
        rest = words.start(ends_of_any(words, after, self._spoken.joins))
        if rest > after:
            yield from (
                (last, n * factor + more) for last, more in read(words, rest) if 0 < more < factor
            )

    def _characters(self, words: Words, at: int) -> list[tuple[int, float]]:
        found = [(end, float(n)) for end, n in phrase_at(words, at, self._cardinals)]
        total, section, digit, last = 0, 0, 0, 1
        run = ""
        place = at
        while place < len(words.folded):
            char = words.folded[place]
            n = self._spoken.digits.get(char)
            if char == " ":
                place += 1
                continue
            run = f"{run}{n}" if n is not None and n < 10 else ""
            if n is not None and n < 10:
                digit = digit * 10 + n if digit and place > at else n
            elif tens := self._places.get(char):
                section += (digit or 1) * tens
                digit, last = 0, tens
            elif tens := self._myriads.get(char):
                total += (section + digit or 1) * tens
                section, digit, last = 0, 0, tens
            else:
                break
            if n == 0:
                last = 1
            place += 1
            if len(run) == _ABOUT and "0" not in run:
                continue  # two digits in a row: three or four
            is_short = self._spoken.has_short_tens and last >= 100 and 0 < digit < 10
            found.append((place, float(total + section + digit * (last // 10 if is_short else 1))))
        return _longest_first(found)


def _longest_first(found: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted(set(found), key=lambda one: -one[0])


class LengthReader:
    """Reads lengths of time, and one that takes back another: "ten no fifteen minutes"."""

    def __init__(self, table: SentenceTable, numbers: NumberReader) -> None:
        spoken = table.lengths
        self._numbers = numbers
        self._ones = frozenset(map(fold, table.numbers.ones))
        self._units = {fold(unit): float(seconds) for unit, seconds in spoken.units.items()}
        self._whole = {
            fold(phrase): seconds
            for phrase, seconds in (*spoken.whole.items(), *spoken.in_one_word())
        }
        self._half_after = frozenset(map(fold, spoken.half_after))
        self._half_before = frozenset(map(fold, spoken.half_before))
        self._joins = frozenset(map(fold, spoken.joins))
        self._corrections = frozenset(map(fold, table.corrections))
        self._after_correction = frozenset(map(fold, table.after_correction))

    def __call__(self, words: Words, at: int) -> Sequence[Found]:
        """Lengths that begin here, in seconds."""
        corrected = self._corrected(words, at)
        return [found for found in (*corrected, *self._sum(words, at)) if found[1] > 0]

    def below_hour(self, words: Words, at: int) -> Sequence[Found]:
        """Lengths under an hour, so that no time of day is read as one."""
        return [found for found in self(words, at) if found[1] < _HOUR]

    def days(self, words: Words, at: int) -> Sequence[Found]:
        """Lengths of whole days, in days."""
        return [(end, int(s // _DAY)) for end, s in self._sum(words, at) if s and not s % _DAY]

    def bare_minutes(self, words: Words, at: int) -> Sequence[Found]:
        """Numbers without a unit, as minutes; in seconds."""
        numbers = self._numbers.numbers(words, at)
        return [(end, 60 * int(n)) for end, n in numbers if n == int(n) and 1 <= n <= 60]

    def _corrected(self, words: Words, at: int) -> Iterator[tuple[int, float]]:
        firsts = [*self._sum(words, at), *self._numbers.numbers(words, at)]
        for end, _value in firsts:
            after = ends_of_any(words, end, self._corrections)
            while after > end:
                end = after
                after = ends_of_any(words, end, self._corrections)
            if end > firsts[0][0] or end not in {one for one, _n in firsts}:
                end = ends_of_any(words, end, self._after_correction)
                yield from self(words, words.start(end))

    def _sum(self, words: Words, at: int) -> list[tuple[int, float]]:
        found: list[tuple[int, float]] = []
        for end, seconds, unit in self._part(words, at):
            found.append((end, seconds))
            rest = words.start(ends_of_any(words, end, self._joins))
            if words.is_spaced and unit in _SIXTIETHS:  # two minutes thirty, an hour and twenty
                found += [
                    (last, seconds + n * unit / 60)
                    for start in {words.start(end), rest}
                    for last, n in self._numbers.numbers(words, start)
                    if n == int(n) and 0 < n < 60 and start > end
                ]
            if rest == end and words.is_spaced and not words.is_boundary(end):
                continue
            for last, more in self._sum(words, rest):
                if more < unit:
                    found.append((last, seconds + more))
            if unit == 3600:  # 1h30
                digits = re.compile(r"\s*([0-5]\d)(?!\d)").match(words.folded, end)
                if digits is not None:
                    found.append((digits.end(), seconds + 60 * int(digits[1])))
        return sorted(found, key=lambda one: -one[0])

    def _part(self, words: Words, at: int) -> Iterator[tuple[int, float, float]]:
        """Yield end, seconds and unit of one part."""
        for end, seconds in phrase_at(words, at, self._whole):
            yield end, seconds, seconds
        ones = [
            (end, 1.0)
            for one in self._ones
            if (end := words.end_of(one, at)) >= 0 and words.is_boundary(end)
        ]
        for end, n in [*_mixed(words, at), *self._numbers.numbers(words, at), *ones]:
            half = ends_of_any(words, end, self._half_before)
            if half > end:
                end, n = half, n + 0.5
            start = words.start(end)
            for last, unit in phrase_at(words, start, self._units):
                if unit == 1 and (end, n) in ones:
                    continue  # a second timer: another one
                if unit in _SIXTIETHS and _LIKE_A_CLOCK.match(words.folded, at):
                    continue  # 1.30 hours: thirty minutes, or three tenths
                if unit == _HOUR and words.is_spaced and _OF_DAY.match(words.folded, at):
                    continue  # 0700 hours: a time of day
                after = ends_of_any(words, last, self._half_after)
                if after > last and unit > 1:
                    yield after, (n + 0.5) * unit, unit
                yield last, n * unit, unit


def _mixed(words: Words, at: int) -> list[tuple[int, float]]:
    found = _MIXED.match(words.folded, at)
    if found is None:
        return []
    whole, above, below = (int(one) for one in found.groups() if one)
    return [(found.end(), whole + above / below)]


class SumReader:
    """Reads arithmetic, in signs and in words, as the calculator writes it."""

    def __init__(self, table: SentenceTable, numbers: NumberReader) -> None:
        spoken = table.sums
        self._numbers = numbers
        self._operators = {fold(word): sign for word, sign in spoken.operators.items()}
        self._after = {fold(word): sign for word, sign in spoken.after.items()}
        self._before = {fold(word): name for word, name in spoken.before.items()}
        self._halves = frozenset(map(fold, table.lengths.half_before)) if table.is_spaced else ()
        reader = TemplateReader(table.rules)
        self._forms: list[tuple[Template, str]] = [
            (reader.read(form), expression) for form, expression in spoken.forms.items()
        ]

    def __call__(self, words: Words, at: int) -> Sequence[Found]:
        """Expressions that begin here; one of a number alone is none."""
        found: list[Found] = list(self._in_forms(words, at))
        found += [(end, text) for end, text, n in self._sum(words, at) if n]
        return sorted(found, key=lambda one: -one[0])

    def _in_forms(self, words: Words, at: int) -> Iterator[Found]:
        readers: dict[str, SlotReader] = dict.fromkeys("abc", self._number)
        matcher = SentenceMatcher(words, readers)
        for template, expression in self._forms:
            for end, slots in matcher.matches(template, at):
                yield end, expression.format_map(slots)

    def _number(self, words: Words, at: int) -> Sequence[Found]:
        return [(end, written(n)) for end, n in self._numbers.numbers(words, at)]

    def _sum(self, words: Words, at: int) -> Iterator[tuple[int, str, int]]:
        """Yield end, expression and number of operations."""
        for end, text, n in self._operand(words, at):
            yield end, text, n
            for after, sign in self._signs(words, end):
                for last, more, n_more in self._sum(words, after):
                    yield last, f"{text} {sign} {more}", n + n_more + 1

    def _operand(self, words: Words, at: int) -> Iterator[tuple[int, str, int]]:
        folded = words.folded
        at = _after_blanks(folded, at)
        if at >= len(folded):
            return
        if folded[at] == "(":
            for end, inner, n in self._sum(words, at + 1):
                end = _after_blanks(folded, end)
                if end < len(folded) and folded[end] == ")":
                    yield from self._powers(words, end + 1, f"({inner})", n)
            return
        if folded[at] == "-":
            for end, text, n in self._operand(words, at + 1):
                yield end, f"-{text}", n
            return
        start = words.start(at)
        yield from self._functions(words, start)
        for end, number in self._numbers.numbers(words, start):
            half = ends_of_any(words, end, self._halves)
            if half > end:  # three and a half
                yield from self._powers(words, half, written(number + 0.5), 0)
            yield from self._powers(words, end, written(number), 0)

    def _functions(self, words: Words, at: int) -> Iterator[tuple[int, str, int]]:
        for word, name in self._before.items():
            end = words.end_of(word, at)
            if end >= 0 and (words.is_boundary(end) or not word.isalpha()):
                for last, text, n in self._operand(words, words.start(end)):
                    yield last, f"{name}({text})", n + 1

    def _powers(self, words: Words, end: int, text: str, n: int) -> Iterator[tuple[int, str, int]]:
        for word, sign in self._after.items():
            start = _after_blanks(words.folded, end)
            last = words.end_of(word, start)
            if last >= 0 and words.is_boundary(last):
                yield from self._powers(words, last, f"{text}{sign}", n + 1)
        yield end, text, n

    def _signs(self, words: Words, end: int) -> Iterator[tuple[int, str]]:
        start = _after_blanks(words.folded, end)
        sign = words.folded[start : start + 1]
        if words.folded.startswith("**", start):
            yield start + 2, "**"
        elif sign == "-" and words.folded[start - 1 : start + 2 : 2].isalpha():
            pass  # a hyphen: "twenty-five"
        elif sign and sign in "+-*/^×÷·":
            yield start + 1, {"×": "*", "·": "*", "÷": "/", "^": "**"}.get(sign, sign)
        elif sign == "x" and re.match(r"x\s*\d", words.folded[start:]):
            yield start + 1, "*"
        for word, operator in self._operators.items():
            last = words.end_of(word, start)
            if last >= 0 and words.is_boundary(last) and words.is_boundary(start):
                yield last, operator


def written(number: float) -> str:
    """In digits, as the calculator reads it."""
    return f"{number:.12g}" if number < 1e12 else f"{number:.0f}"


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " ,":
        at += 1
    return at
