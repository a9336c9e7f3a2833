"""Places in a list, for languages that write spaces and decline their ordinals. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged

_LETTERS = "abcdefghijklmnopqrst"
_BARE_LETTERS = "bcdefgh"


@dataclass(frozen=True, slots=True, kw_only=True)
class Numerals:
    """How a language counts, and the forms in which it points at places.

    `{}` in a form stands for the number or ordinal.
    """

    cardinals: Sequence[str]
    """From zero; `|` separates forms of one number."""
    ordinals: Sequence[str]
    """From the first, each in all its genders and cases, separated by `|`."""
    written: Sequence[str] = ()
    """How an ordinal is written with digits: "{}e"."""
    marks: str
    """Nouns before a number or letter, separated by `|`: "option"."""
    first: str
    """Forms for the first so many: "first {}"; `|` separates them."""
    last: str
    """Forms for the last so many."""
    every: str
    """Forms for all so many."""
    from_end: str
    """Forms around an ordinal that is counted from the end."""
    letters: Mapping[str, int] = field(default_factory=dict[str, int])
    """Names of letters as words."""
    bare_letters: str = _BARE_LETTERS
    """Letters that are no words of the language."""


def places(numerals: Numerals) -> dict[str, PhraseMeaning]:
    """Return all phrases for numbers, ordinals, letters and ranges at either end."""
    found: dict[str, PhraseMeaning] = {}
    marks = numerals.marks.split("|")
    for n, words in enumerate(numerals.cardinals):
        for said in (*words.split("|"), str(n)):
            found |= tagged(PhraseTag.NUMBER, said, value=n)
            found |= tagged(PhraseTag.MARKED, *(f"{mark} {said}" for mark in marks), value=n)
            if n > 1:
                found |= _counts(numerals, said, n)
    for n, words in enumerate(numerals.ordinals, start=1):
        for said in (*words.split("|"), *(form.format(n) for form in numerals.written)):
            found |= tagged(PhraseTag.ORDINAL, said, value=n)
            found |= tagged(PhraseTag.FROM_END, *_filled(numerals.from_end, said), value=n)
    for n, letter in enumerate(_LETTERS, start=1):
        found |= tagged(PhraseTag.LETTER, *(f"{mark} {letter}" for mark in marks), value=n)
        if letter in numerals.bare_letters:
            found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True)
    for name, n in numerals.letters.items():
        found |= tagged(PhraseTag.LETTER, *(f"{mark} {name}" for mark in marks), value=n)
    # A word of its own in most languages; a letter only if nothing but letters was said.
    found |= {"a": PhraseMeaning(tag=PhraseTag.LETTER, value=1, is_weak=True, is_doubtful=True)}
    return found


def _counts(numerals: Numerals, said: str, n: int) -> dict[str, PhraseMeaning]:
    return {
        **tagged(PhraseTag.FIRST_OF, *_filled(numerals.first, said), value=n),
        **tagged(PhraseTag.LAST_OF, *_filled(numerals.last, said), value=n),
        **tagged(PhraseTag.ALL, *_filled(numerals.every, said), value=n),
    }


def _filled(forms: str, said: str) -> Iterable[str]:
    return (form.format(said) for form in forms.split("|"))


def inflected(stems: str, endings: str) -> list[str]:
    """Return words with all their endings: one entry a stem, its forms separated by `|`.

    Args:
        stems: Words separated by blanks; forms of one word by `|`.
        endings: Endings separated by blanks; "-" is none.
    """
    ends = [end.replace("-", "") for end in endings.split()]
    return [
        "|".join(stem + end for stem, end in product(word.split("|"), ends))
        for word in stems.split()
    ]
