"""How the cheapest, dearest, earliest and latest of several is called."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, Scale, tagged

_Extreme = tuple[PhraseTag, Scale]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extremes:
    """The words of one language; `|` separates phrases."""

    phrases: Mapping[_Extreme, str]
    pointing: tuple[str, ...] = ()
    """What may stand behind them for what is meant."""
    most_pointing: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The same behind phrases that begin so: "高いので" is a reason, "一番高いので" none."""
    rank: str = ""
    """How the second and the third most is said, of its place and an adjective: "第{}{}"."""
    ranks: Mapping[int, str] = field(default_factory=dict[int, str])
    """Such places."""
    adjectives: Mapping[_Extreme, str] = field(default_factory=dict[_Extreme, str])
    """What is compared, without a word for the most."""


def extremes(words: Extremes) -> dict[str, PhraseMeaning]:
    """Return the phrases of one language."""
    ranked = {
        words.rank.format(place, adjective) + ending: replace(meaning, rank=rank)
        for rank, places in words.ranks.items()
        for place in places.split("|")
        for adjectives, meaning in _compared(words)
        for adjective in adjectives.split("|")
        for ending in ("", *words.pointing)
    }
    return ranked | {
        phrase + ending: meaning
        for (tag, scale), phrases in words.phrases.items()
        for phrase, meaning in tagged(tag, phrases, value=scale).items()
        for ending in ("", *words.pointing, *_most_pointing(words, phrase))
    }


def _compared(words: Extremes) -> Iterator[tuple[str, PhraseMeaning]]:
    for (tag, scale), adjectives in words.adjectives.items():
        yield adjectives, PhraseMeaning(tag=tag, value=scale)


def _most_pointing(words: Extremes, phrase: str) -> Iterator[str]:
    for beginning, endings in words.most_pointing.items():
        if phrase.startswith(beginning):
            yield from endings
