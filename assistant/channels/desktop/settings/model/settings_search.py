"""Which settings somebody looks for by a few words. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from assistant.folded_text import folded

_ELSEWHERE: Final = 3
"""The rank of what has the words, but not all of them in its title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPlace:
    """Something in the settings window that can be looked for."""

    page: str
    """Name of the page it is on."""
    page_title: str
    title: str
    about: str = ""
    """What stands below the title."""
    words: str = ""
    """What else it is found by: its choices, its key in the settings file."""
    control: str = ""
    """Name of the widget that gets the focus; empty for the page itself."""


def find_settings(places: Iterable[SettingsPlace], query: str) -> tuple[SettingsPlace, ...]:
    """Return the places that have every word of a query, the best first, else in their order.

    The title of its page helps to find a place, but is not enough. Latin words count from
    their beginning, others anywhere: Chinese is written without spaces, and Korean words end in
    particles.
    """
    wanted = folded(query).split()
    if not wanted:
        return ()
    ranked = [(rank, place) for place in places if (rank := _rank(place, wanted)) is not None]
    return tuple(place for _rank, place in sorted(ranked, key=lambda pair: pair[0]))


def _rank(place: SettingsPlace, wanted: list[str]) -> int | None:
    title = folded(place.title)
    if title.startswith(" ".join(wanted)):
        return 0
    if all(_has(title, word) for word in wanted):
        return 1 if not place.control else 2
    own = folded(f"{place.title} {place.about} {place.words}")
    everything = f"{folded(place.page_title)} {own}"
    is_found = all(_has(everything, word) for word in wanted)
    return _ELSEWHERE if is_found and any(_has(own, word) for word in wanted) else None


def _has(text: str, word: str) -> bool:
    if not word[0].isascii():
        return word in text
    at = text.find(word)
    while at > 0 and text[at - 1].isascii() and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at >= 0
