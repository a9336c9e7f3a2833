"""The verbs of opposite actions of a language, compiled. Pure."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionPatterns:
    """The words of a language, compiled."""

    pairs: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    denial_before: re.Pattern[str]
    denial_after: re.Pattern[str]
    condition_after: re.Pattern[str]
    never_denied: re.Pattern[str]
    consent: re.Pattern[str]
    dissent: re.Pattern[str]
    comment: re.Pattern[str]
    objects: re.Pattern[str]
    nouns: re.Pattern[str]
    adverse: re.Pattern[str]
    aversion: re.Pattern[str]
    leaving: re.Pattern[str]
    choosing_before: re.Pattern[str]
    choosing_after: re.Pattern[str]


@cache
def action_patterns(language: str) -> ActionPatterns | None:
    """Return the compiled words of a language, or None if it has none."""
    known = LANGUAGES.get(language)
    if known is None:
        return None
    words = known.answers().actions
    are_apart = known.writing is WritingScript.WORDS
    return ActionPatterns(
        pairs=tuple(
            (_either(one, are_apart=are_apart), _either(other, are_apart=are_apart))
            for one, other in words.pairs
        ),
        denial_before=re.compile(words.denial_before),
        denial_after=re.compile(words.denial_after),
        condition_after=re.compile(words.condition_after),
        never_denied=re.compile(words.never_denied),
        consent=re.compile(words.consent),
        dissent=re.compile(words.dissent),
        comment=re.compile(words.comment),
        objects=re.compile(words.objects, re.IGNORECASE),
        nouns=re.compile(words.nouns, re.IGNORECASE),
        adverse=re.compile(words.adverse),
        aversion=re.compile(words.aversion),
        leaving=re.compile(words.leaving),
        choosing_before=re.compile(words.choosing_before),
        choosing_after=re.compile(words.choosing_after),
    )


def _either(words: Collection[str], *, are_apart: bool) -> re.Pattern[str]:
    found = "|".join(
        re.escape(part)
        .replace(r"\*", r"\w*")
        .replace("_", r"(?:[ -]\w+){0,2} ")
        .replace(r"\ ", " ")
        for part in sorted(words, key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)" if are_apart else f"(?:{found})")
