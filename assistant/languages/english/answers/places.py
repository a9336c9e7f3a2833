"""Places in a list, in English."""

from typing import Final

from assistant.languages.english.numbers import CARDINALS, NUMBERS
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged

_MARKS: Final = ("number", "option", "choice", "answer", "no", "item", "variant", "numbers")
_LETTER_MARKS: Final = ("letter", "option", "choice", "answer", "variant")
_LETTERS: Final = "abcdefghijklmnopqrst"
_BARE_LETTERS: Final = "bcdefgh"
LETTER_NAMES: Final = {
    "ay": "a", "bee": "b", "be": "b", "see": "c", "sea": "c", "cee": "c", "dee": "d", "ee": "e",
    "eff": "f", "ef": "f", "gee": "g", "aitch": "h", "jay": "j", "kay": "k", "el": "l", "ell": "l",
    "em": "m", "en": "n", "oh": "o", "pee": "p", "pea": "p", "cue": "q", "queue": "q", "are": "r",
    "ess": "s", "tee": "t", "tea": "t", "you": "u", "vee": "v", "ex": "x", "why": "y",
    "zee": "z", "zed": "z",
}  # fmt: skip
"""How recognisers write the names of letters."""


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = {}
    for n, word in enumerate(CARDINALS):
        for said in (word, str(n)):
            found |= tagged(PhraseTag.NUMBER, said, value=n)
            # "five, no fifteen" is no "number fifteen".
            marks = [mark for mark in _MARKS if said.isdecimal() or mark != "no"]
            found |= tagged(PhraseTag.MARKED, *(f"{mark} {said}" for mark in marks), value=n)
            if n > 1:
                every = (
                    f"all {said}",
                    f"all {said} of them",
                    f"all the {said}",
                    f"the {said} of them",
                )
                found |= tagged(PhraseTag.ALL, *every, value=n)
                ends = ("first", "top"), ("last", "bottom", "final")
                found |= tagged(PhraseTag.FIRST_OF, *(f"{end} {said}" for end in ends[0]), value=n)
                found |= tagged(PhraseTag.LAST_OF, *(f"{end} {said}" for end in ends[1]), value=n)
    for n, forms in NUMBERS.ordinals.items():
        for said in forms:
            found |= tagged(PhraseTag.ORDINAL, said, value=n)
            if n > 1:
                ends = ("to last", "to the last", "from last", "last", "from the end")
                found |= tagged(PhraseTag.FROM_END, *(f"{said} {end}" for end in ends), value=n)
                found |= tagged(PhraseTag.FROM_END, f"{said} from the bottom", value=n)
    for n, letter in enumerate(_LETTERS, start=1):
        found |= tagged(PhraseTag.LETTER, *(f"{mark} {letter}" for mark in _LETTER_MARKS), value=n)
    for name, letter in LETTER_NAMES.items():
        if letter in _LETTERS:
            marked = (f"{mark} {name}" for mark in _LETTER_MARKS)
            found |= tagged(PhraseTag.LETTER, *marked, value=_LETTERS.index(letter) + 1)
    for letter in _BARE_LETTERS:
        found |= tagged(PhraseTag.LETTER, letter, value=_LETTERS.index(letter) + 1, is_weak=True)
    # The article; a letter only if nothing but letters was said.
    found |= {"a": PhraseMeaning(tag=PhraseTag.LETTER, value=1, is_weak=True, is_doubtful=True)}
    found |= tagged(PhraseTag.LETTER, "a please|a thanks|a thank you", value=1)
    # A pronoun after whatever it stands for.
    found |= {"one": PhraseMeaning(tag=PhraseTag.NUMBER, value=1, is_weak=True)}
    return found


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
    return {
        **_numbers(),
        **tagged(
            PhraseTag.ORDINAL, "top one|topmost|at the top|very first|first one listed", value=1
        ),
        **tagged(PhraseTag.ORDINAL, "latter of the first two", value=2),
        **tagged(
            PhraseTag.FROM_END,
            "last|final|bottom one|at the bottom|at the end|very last|lastly",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END, "last but one|penultimate|next to last|one before the last", value=2
        ),
        **tagged(PhraseTag.FROM_END, "one before last|before last", value=2),
        **tagged(PhraseTag.ORDINAL, "former", value=1),
        **tagged(PhraseTag.FROM_END, "latter", value=1),
        **tagged(PhraseTag.LAST_OF, "last couple", value=2),
        **tagged(PhraseTag.FIRST_OF, "first couple", value=2),
        **tagged(
            PhraseTag.MIDDLE,
            "medium one|the medium one|medium sized|medium sized one|mid sized|mid sized one|average sized",
            value=1,
        ),
        **tagged(PhraseTag.MIDDLE, "middle|in the middle|middle one|center one|centre one"),
        **tagged(PhraseTag.MIDDLE, "one in the middle|in the center|in the centre"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "recommended|recommended one|recommended option|recommendation|your recommendation",
            "one you recommend|what you recommend|whatever you recommend|one you recommended",
        ),
        **tagged(
            PhraseTag.THAT, "that one|this one|that|that is it|thats it|thats the one|it|this"
        ),
        **tagged(PhraseTag.OTHER_ONE, "other one|the other one|the other"),
        **tagged(
            PhraseTag.ALL,
            "every single one|every single one of them|every last one|all of it|all|all of them|all of these|all of those|everything|every one|every one of them",
            "all the options|all options|the lot|all of the above|the whole lot|each of them",
        ),
        **tagged(
            PhraseTag.ALL, "both|both of them|both of these|both of those|both options", value=2
        ),
        **tagged(
            PhraseTag.LEAST,
            "smallest|smallest one|lowest|lowest number|fewest|earliest|earliest one|shortest|oldest|oldest one|oldest version|least|minimum|as few as possible|as early as possible",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "biggest|biggest one|biggest number|largest|highest|highest number|most|latest|latest one|longest|newest|newest one|newest version|latest version|maximum|max|as many as possible|as late as possible|as long as possible|as big as possible|as much as possible|most you can have",
        ),
        **tagged(PhraseTag.ALL, "everywhere|everyone|everybody|daily|every day|each day|all days"),
        **tagged(PhraseTag.NONE, "none|nothing|not any|none at all|nothing at all"),
        **tagged(
            PhraseTag.MIDDLE, "middle two|two in the middle|two middle ones|middle ones", value=2
        ),
        **tagged(
            PhraseTag.LEAST,
            "older|older one|the older one|oldest|oldest one|oldest version|older version|the earlier version",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "newer|newer one|newest|newest one|newest version|newer version|most recent|most recent one|more recent|more recent one|the new one|new one|latest version|most up to date",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "nobody|no one|none of it|neither of them|neither of the two|neither one|not a single one|nothing thanks",
        ),
    }
